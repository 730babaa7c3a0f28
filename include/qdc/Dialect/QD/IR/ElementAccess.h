//===- ElementAccess.h - Operations on one element --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of all operations that access an element of an array.
// ElementAccess.td describes it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ELEMENTACCESS_H
#define QDC_DIALECT_QD_IR_ELEMENTACCESS_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpDefinition.h"

namespace qdc::qd {

/// `atomic` reads and writes in one step. `volatileLoad` reads, and keeps its place among all that is written.
enum class AccessKind : uint8_t { load, store, atomic, volatileLoad };

/// Gives memref.load, memref.store and memref.atomic_rmw the interface. Called once, when the dialect qd is loaded,
/// after memref.
void attachElementAccess(mlir::MLIRContext &context);

} // namespace qdc::qd

#include "qdc/Dialect/QD/IR/ElementAccess.h.inc"

#endif // QDC_DIALECT_QD_IR_ELEMENTACCESS_H
