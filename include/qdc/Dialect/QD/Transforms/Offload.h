//===- Offload.h - Cuts kernels into tasks ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's structure is the structure of its graph. Each parallel loop
// becomes a task; so does each run of serial statements between parallel loops
// and control; control that holds a parallel loop or a qd.do_while becomes a
// node of the graph. What happens, and in which order, stays the same:
//
//  - An operation with an effect stays in its place among the others: loads,
//    stores, atomics, asserts and prints never move into another task.
//  - A pure operation may be computed again where it is used, which costs less
//    than handing its value on.
//  - All other values that leave their task pass through words of the
//    workspace, also those that control carries from iteration to iteration.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_OFFLOAD_H
#define QDC_DIALECT_QD_TRANSFORMS_OFFLOAD_H

#include "qdc/Analysis/AccessSets.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc::qd {

/// Replaces the body of `kernel` by a graph, and puts its tasks after it, in
/// the order of the source. `symbols` is of its module and takes the tasks up;
/// `globals` is numberGlobals of it.
///
/// Expects a kernel without calls and without scf.parallel among its tasks. On
/// failure an error is reported and the kernel is unchanged, but for where
/// temporaries are made. Takes O(n log n) time for n operations.
mlir::LogicalResult offloadKernel(KernelOp kernel, mlir::SymbolTable &symbols, const GlobalNumbers &globals);

/// Does so for every kernel of the module that has no graph yet, and stops at
/// the first failure.
mlir::LogicalResult offloadKernels(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_OFFLOAD_H
