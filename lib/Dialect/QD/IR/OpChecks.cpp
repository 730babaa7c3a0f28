//===- OpChecks.cpp - Checks that verifiers of several ops make -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpChecks.h"

#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;

LogicalResult qdc::qd::verifyWord(Operation *op, StringRef what, std::optional<int64_t> offset) {
  if (!offset || (*offset >= 0 && *offset % 8 == 0))
    return success();
  return op->emitOpError() << "has " << what << ' ' << *offset << ", but words lie at multiples of 8 from 0";
}

LogicalResult qdc::qd::verifyReduces(Operation *op, ReduceKind kind, Type type) {
  if (reducesType(kind, type))
    return success();
  return op->emitOpError() << "reduces values of type " << type << " by '" << stringifyReduceKind(kind)
                           << "'; addf, mulf, minimumf and maximumf take floats, the others integers and index";
}
