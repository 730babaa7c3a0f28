//===- Extents.h - How many iterations a parallel loop has ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of iterations of a qd.for, once as an expression for the loader
// and once as operations for the task that combines a reduction. Both give the
// same number wherever the loop can run at all.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_EXTENTS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_EXTENTS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace qdc::qd::offload {

/// Iterations of the loop's range; `size` gives the expression of a bound. A
/// dimension without iterations, or with a step below 1, makes it 0.
SizeExpr iterationCount(ForOp loop, llvm::function_ref<SizeExpr(mlir::Value)> size);

/// Blocks of a reduction over that many iterations (KernelABI.h).
SizeExpr reductionBlocks(const SizeExpr &iterations);

/// Bytes that hold one result's partials, whatever the number of iterations. At least one word, since the task of an
/// empty range has a place for them as well.
uint64_t partialBytes(const SizeExpr &iterations);

/// Emits the number of iterations as an index; `mapping` gives the bounds.
mlir::Value emitIterationCount(mlir::OpBuilder &builder, ForOp loop, const mlir::IRMapping &mapping);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_EXTENTS_H
