//===- VerifyOffload.h - What holds after qd-offload ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_VERIFYOFFLOAD_H
#define QDC_DIALECT_QD_TRANSFORMS_VERIFYOFFLOAD_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Checks and reports what holds of a module after qd-offload:
///
///  - the body of each kernel holds nodes of the graph and no other operation,
///    so that no SSA value passes from task to task;
///  - each node that runs a task names one, made from its kernel, and each task
///    is run;
///  - words, areas of partials and results lie inside the workspace, words at
///    multiples of 8 and before the areas, and a word is used with one type
///    (integers from 8 to 64 bits and index read each other);
///  - the words in which loops count, and the two of barriers, are nothing else's;
///    a kernel whose loops count has those of barriers;
///  - whatever a task, a condition, a size or the loader reads from a word or
///    from partials was written before on every path of the graph;
///  - a strategy that a loop asks for is one of the manifest's.
mlir::LogicalResult verifyOffload(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_VERIFYOFFLOAD_H
