//===- Differentiate.h - Derivatives of kernels -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the kernels that `qd.differentiate` asks for. They are ordinary kernels,
// after the one that they belong to:
//
//   @f.jvp       forward mode: @f, and tangents of all that it computes
//   @f.grad      reverse mode: @f, then adjoints in reverse order
//   @f.reverse   the second half of @f.grad alone, for memory as @f left it,
//                where it needs nothing that the first half keeps
//
// What cannot be differentiated exactly is an error at the operation that is in
// the way. docs/differentiation.md says what is, and what arguments mean.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_AUTODIFF_DIFFERENTIATE_H
#define QDC_AUTODIFF_DIFFERENTIATE_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Adds the derivatives that kernels of the module ask for and takes `qd.differentiate` away. Needs inlined helpers and
/// loops in one form (prepareForDerivatives in SimplifyPipeline.h). Emits errors and fails where a derivative would not
/// be exact. With an `adstackCapacity` that is not 0, what loops carry is kept on adstacks of that capacity, in place
/// of arrays of fixed size: more trips than that overflow when they run.
mlir::LogicalResult differentiate(mlir::ModuleOp module, uint32_t adstackCapacity = 0);

/// Has the derivatives of `variant`, whose kernels are marked as checked ones and are as the source has them, called
/// like those of `plain`, the same module simplified as for differentiate(). Emits an error, and fails, where a kernel
/// of `plain` has no derivative because no output depends on what it is with respect to.
mlir::LogicalResult shareSignatures(mlir::ModuleOp plain, mlir::ModuleOp variant);

} // namespace qdc

#endif // QDC_AUTODIFF_DIFFERENTIATE_H
