//===- DeviceOps.cpp - Effects that upstream lacks ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpChecks.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// AssertOp
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::canonicalize(AssertOp assertion, PatternRewriter &rewriter) {
  if (!matchPattern(assertion.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(assertion);
  return success();
}

//===----------------------------------------------------------------------===//
// PrintOp
//===----------------------------------------------------------------------===//

LogicalResult PrintOp::verify() { return verifyFormat(*this, "prints", getFormat().count("{}"), getValues()); }

//===----------------------------------------------------------------------===//
// Accesses to an element
//===----------------------------------------------------------------------===//

/// Checks the array's type, and that there is one index for each dimension.
static LogicalResult verifyAccess(Operation *op, MemRefType array, ValueRange indices) {
  if (std::string problem = explainArrayType(array); !problem.empty())
    return op->emitOpError() << "accesses an array that " << problem;
  if (static_cast<size_t>(array.getRank()) == indices.size())
    return success();
  return op->emitOpError("needs one index for each dimension of the array: there are ")
         << indices.size() << " for " << array;
}

LogicalResult VolatileLoadOp::verify() {
  return verifyAccess(*this, cast<MemRefType>(getMemref().getType()), getIndices());
}

LogicalResult AtomicCasOp::verify() {
  auto array = cast<MemRefType>(getMemref().getType());
  Type element = array.getElementType();
  if (!element.isInteger(8) && !element.isInteger(16) && !element.isInteger(32) && !element.isInteger(64) &&
      !element.isF32() && !element.isF64())
    return emitOpError("compares elements of type i8, i16, i32, i64, f32 or f64, not ") << element;
  return verifyAccess(*this, array, getIndices());
}
