//===- QDToGPU.h - From tasks to kernels of a GPU ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of tasks to GPU entry points in the LLVM dialect, as a function;
// `convert-qd-to-gpu` (Passes.td) wraps it.
//
//   qd.task @scale.0 of @scale extent(...) (%x: memref<?xf32> {#qd.slot<array, 0>}, %s: f32 {...}, %n: index {...}) {
//     qd.for (%i) in (%n) { ... }
//   }
// becomes
//   llvm.func ptx_kernelcc @scale$0(%x: !llvm.ptr<1> {llvm.noalias}, %s: i64, %n: i64)
//       attributes {qd.task = "scale.0", qd.kernel = "scale", qd.slots = [#qd.slot<array, 0>, ...],
//                   qd.launch_shape = {block_threads = 256 : i32, grid = "iterations", iterations_per_thread = 4 : i32,
//                                      slot_passing = "values", threads_per_iteration = 1 : i32}, ...}
//
// A symbol has letters, digits, '_' and '$' alone, since assemblers take no more.
// With more than QDC_GPU_MAXIMUM_PARAMETERS slots the kernel has one parameter,
// their address, and the loops lie in a function `<task>.body` that is inlined.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CONVERSION_QDTOGPU_QDTOGPU_H
#define QDC_CONVERSION_QDTOGPU_QDTOGPU_H

#include "qdc/Package/Manifest.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <optional>

namespace qdc {

/// The attribute of an entry point that says how it is launched, beside those in QDToLLVM.h.
inline constexpr llvm::StringLiteral entryLaunchShapeAttr = "qd.launch_shape";

mlir::DictionaryAttr launchShapeAttribute(mlir::MLIRContext *context, const LaunchShape &shape);

/// The shape that launchShapeAttribute wrote to `entry`; nothing if it has none.
std::optional<LaunchShape> launchShapeOf(mlir::Operation *entry);

struct QDToGPUOptions {
  /// Let a multiplication and an addition become one operation with one rounding. The fold of a reduction never does.
  bool contract = false;
};

/// Replaces the tasks of `module` by kernels in the LLVM dialect and erases its qd.kernels and globals. On failure an
/// error has been emitted that names the op, and the module is unusable.
mlir::LogicalResult lowerTasksToGPU(mlir::ModuleOp module, const QDToGPUOptions &options);

} // namespace qdc

#endif // QDC_CONVERSION_QDTOGPU_QDTOGPU_H
