//===- Iterations.h - What iterations do, on any target ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the lowering under those that make a target's functions and
// loops of a task: the body of an iteration, and then scalars, become the LLVM
// dialect in the same way everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_ITERATIONS_H
#define QDC_LOWERING_LLVM_ITERATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Lowers what iterations of `function` do, once its parallel loop and its accesses are lowered: lowerCommonOperations,
/// then control flow, and at last qd.iteration. Fails, with an error at the op, if control flow is of a kind that has
/// no lowering.
mlir::LogicalResult lowerIterations(mlir::func::FuncOp function);

/// Lowers the scf ops of `function` to branches. Fails, with an error at the op, if one has no lowering.
mlir::LogicalResult lowerStructuredControlFlow(mlir::func::FuncOp function);

/// Erases the kernels and globals of `module`, whose tasks are functions by now, and turns what is left, scalar
/// arithmetic, branches and functions, into the LLVM dialect by upstream's patterns. Works in the threads of the
/// context.
mlir::LogicalResult convertModule(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LOWERING_LLVM_ITERATIONS_H
