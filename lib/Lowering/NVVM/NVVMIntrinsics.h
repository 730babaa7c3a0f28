//===- NVVMIntrinsics.h - What NVIDIA's back end has code for ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_NVVM_NVVMINTRINSICS_H
#define QDC_LIB_LOWERING_NVVM_NVVMINTRINSICS_H

#include "qdc/Lowering/LLVMGPU/LLVMGPUIntrinsics.h"

namespace qdc {

/// Intrinsics of LLVM's NVPTX back end, and instructions of PTX where it has none.
class NVVMIntrinsics : public LLVMGPUIntrinsics {
public:
  void lowerThreadOperations(mlir::func::FuncOp function) const override;
  void mendArithmetic(mlir::func::FuncOp function) const override;
  mlir::Value subgroupAny(mlir::OpBuilder &builder, mlir::Location location, mlir::Value condition) const override;
  void subgroupBarrier(mlir::OpBuilder &builder, mlir::Location location) const override;
  void addRelease(mlir::OpBuilder &builder, mlir::Location location, mlir::Value address,
                  mlir::Value amount) const override;
  mlir::Value addAcquireRelease(mlir::OpBuilder &builder, mlir::Location location, mlir::Value address,
                                mlir::Value amount) const override;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_NVVM_NVVMINTRINSICS_H
