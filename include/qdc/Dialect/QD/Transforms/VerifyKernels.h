//===- VerifyKernels.h - What may stand in a kernel --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of operations look at one operation; the rules here need the
// whole module. After them, every later phase may rely on this:
// - the module holds kernels, tasks, private helpers, and globals, of which those
//   without a value are public: a caller binds memory to them;
// - kernels and helpers hold only operations that every target can run, on
//   scalars and arrays (DataTypes.h); arrays are arguments, globals, temporaries or local;
// - every name, message and file is text;
// - no operation of another dialect has an attribute of qd, but for qd.strategy;
// - helpers are not recursive, so all of them can be inlined;
// - once they are, no parallel or do-while loop stands inside a parallel loop, and
//   no local array outlives a task, and no temporary is made in one;
// - a strategy is one that manifests have, or "auto", and the loop that asks for it
//   becomes one of the graph.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_H
#define QDC_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Checks the rules above and reports everything that breaks one, each at the
/// operation that does. Kernels that are offloaded already are left alone. The
/// time is linear in the size of the module.
mlir::LogicalResult verifyKernels(mlir::ModuleOp module);

/// Checks the rule about calls alone: each is of a func.func of the module. The
/// operations need not be verified, so that this message comes before that of
/// the parser's verifier, which cannot know what a kernel is.
mlir::LogicalResult verifyCallees(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_H
