//===- AdstackOps.cpp - Stacks of values and their adjoints ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc::qd;

#define GET_TYPEDEF_CLASSES
#include "qdc/Dialect/QD/IR/QDTypes.cpp.inc"

void QDDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "qdc/Dialect/QD/IR/QDTypes.cpp.inc"
      >();
}

LogicalResult AdstackType::verify(function_ref<InFlightDiagnostic()> emitError, Type elementType) {
  if (isElementType(elementType))
    return success();
  return emitError() << "an adstack has elements of type " << elementTypeList << ", not " << elementType;
}

/// Of an operation on the adjoint of an entry.
static LogicalResult verifyHasAdjoints(Operation *op, Type elementType) {
  if (isa<FloatType>(elementType))
    return success();
  return op->emitOpError() << "asks for the adjoint of an entry of type " << elementType
                           << ", but entries of type f16, bf16, f32 and f64 have one";
}

LogicalResult AdstackAdjointOp::verify() { return verifyHasAdjoints(*this, getAdstack().getType().getElementType()); }

LogicalResult AdstackAddAdjointOp::verify() {
  return verifyHasAdjoints(*this, getAdstack().getType().getElementType());
}
