//===- Checks.h - What checked variants find at run time --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `qdc compile --checks=bounds` makes a second body of each kernel, in which
// operations that can go wrong in silence are guarded:
//
//     %v = memref.load %x[%i]   ->   %inside = arith.cmpi ult, %i, %n
//                                    qd.check %inside, "index {} is outside of 'x', ..."
//                                    %v = memref.load %x[%i]
//
// A check that fails ends the iteration, so what it guards does not happen. All
// checks run on kernels without calls and scf.parallel, before the phase
// 'simplify', which deletes and forwards what they look at. A message says what
// was found; the last pass adds in which iterations of the loops around it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_CHECKS_H
#define QDC_DIALECT_QD_TRANSFORMS_CHECKS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <string_view>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace qdc::qd {

/// Of the places that a check looks at.
struct CheckCounts {
  uint32_t checks = 0; // that have code
  uint32_t proven = 0; // that need none
};

/// Each puts in its checks, and tells how many. Linear in the size of the kernel times its nesting depth.
CheckCounts checkArithmetic(KernelOp kernel);
CheckCounts checkBounds(KernelOp kernel);
CheckCounts checkFloat(KernelOp kernel);

/// Has each check and assert of a kernel tell the loops around it (LocateChecks.cpp). Run it once, after the checks are
/// there.
void locateChecks(KernelOp kernel);

/// Creates a check, whose place is `location`. `message` has a `{}` for each of the values. In a loop that is so, it is
/// unreported (UnreportedFailures.h).
void createCheck(mlir::OpBuilder &builder, mlir::Location location, mlir::Value condition, std::string message,
                 llvm::ArrayRef<mlir::Value> values);

/// Adds to what the attribute `checked` of a kernel counts, if the kernel has it.
void addCounts(KernelOp kernel, CheckCounts counts);

/// Gives the kernels of a module, named as in the source, the attribute `checked` of a variant ("arithmetic,bounds"),
/// which counts nothing yet.
void markVariant(mlir::ModuleOp module, llvm::StringRef variant);

/// Gives kernels that are marked the names that they have beside others.
void renameVariant(mlir::ModuleOp module);

/// Adds the passes that put in the checks of a variant, for kernels without calls and scf.parallel.
void addChecks(mlir::OpPassManager &kernels, std::string_view variant);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_CHECKS_H
