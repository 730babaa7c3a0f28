//===- SpecializeScalars.h - Code for chosen scalar values ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over `%degree` unrolls, and a branch on `%mode` vanishes, only when
// the scalar is a constant. A user who knows the common values lists them,
// `%degree: i32 {qd.specialize = [2, 3]}`, and gets a clone of the kernel for
// each combination; the loader picks at launch, the general kernel serves the
// rest. This runs before every simplification so that each clone is
// simplified on its own.
//
// A clone keeps the whole argument list (the argument is merely unused), is
// named `<kernel>$<argument>$<value>...`, stands in front of the general kernel
// and carries `specialized`, a `#qd.specialized` attribute with the general
// kernel's symbol and each argument's position and bits.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_SPECIALIZESCALARS_H
#define QDC_DIALECT_QD_TRANSFORMS_SPECIALIZESCALARS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Clones every kernel that has `qd.specialize` arguments. Afterwards no such
/// attribute is left. Fails, with an error at the kernel, when there would be
/// more than kMaximumSpecializedClones of it (Limits.h), or at a loop that
/// holds parallel loops and to which every launch of a clone gets, where a
/// listed value makes the step a constant below 1.
llvm::LogicalResult specializeScalars(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_SPECIALIZESCALARS_H
