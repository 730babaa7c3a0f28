//===- LLVMGPUIntrinsics.h - What each vendor has code for ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVMGPU_LLVMGPUINTRINSICS_H
#define QDC_LOWERING_LLVMGPU_LLVMGPUINTRINSICS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// The operations for which a vendor's back end has intrinsics or instructions of its own. Each function creates at the
/// insertion point of `builder`. There is one object for each vendor, without a state.
class LLVMGPUIntrinsics {
public:
  virtual ~LLVMGPUIntrinsics() = default;

  /// Replaces the operations of `gpu` that a grid may hold (verifyGrid), qd.block_any, qd.uniform_in_subgroup and
  /// qd.set_condition of `function` by the vendor's intrinsics. Runs once qd.grid_barrier is lowered, and may add
  /// declarations to the module.
  virtual void lowerThreadOperations(mlir::func::FuncOp function) const = 0;

  /// Rewrites arithmetic of `function` that the vendor's back end miscompiles as it stands. Runs before the lowering
  /// of scalars.
  virtual void mendArithmetic(mlir::func::FuncOp function) const = 0;

  /// Whether `condition` (i1) holds in any thread of the subgroup. All its threads come here; all learn the same.
  virtual mlir::Value subgroupAny(mlir::OpBuilder &builder, mlir::Location location, mlir::Value condition) const = 0;

  /// A barrier of all threads of the subgroup, which orders their accesses to memory.
  virtual void subgroupBarrier(mlir::OpBuilder &builder, mlir::Location location) const = 0;

  /// Adds `amount` to the i64 in global memory at `address`, in one atomic operation that releases at the device's
  /// scope what this thread did, and what the threads of its block did before their last barrier.
  virtual void addRelease(mlir::OpBuilder &builder, mlir::Location location, mlir::Value address,
                          mlir::Value amount) const = 0;
  /// The same, which also acquires. Gives the number that was there before.
  virtual mlir::Value addAcquireRelease(mlir::OpBuilder &builder, mlir::Location location, mlir::Value address,
                                        mlir::Value amount) const = 0;
};

} // namespace qdc

#endif // QDC_LOWERING_LLVMGPU_LLVMGPUINTRINSICS_H
