//===- Strategies.h - What loops may ask for --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_STRATEGIES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_STRATEGIES_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Emits an error that lists the names unless `value`, the attribute `name` of `op`, is the name of a strategy of the
/// manifest (qdc::LoopStrategy).
mlir::LogicalResult verifyStrategyName(mlir::Operation *op, llvm::StringRef name, mlir::Attribute value);

/// Reports each loop with a `qd.strategy` that is neither such a name nor "auto". Nesting.h sees to it that the loop
/// becomes one of the graph, ReservedAttributes.h that nothing else has the attribute.
mlir::LogicalResult verifyStrategies(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_STRATEGIES_H
