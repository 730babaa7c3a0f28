//===- QDDialect.cpp - Registration of the qd dialect ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/LoopTrips.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace qdc::qd;

#include "qdc/Dialect/QD/IR/QDDialect.cpp.inc"

void QDDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "qdc/Dialect/QD/IR/QDOps.cpp.inc"
      >();
  attachElementAccess(*getContext());
}

void QDDialect::getCanonicalizationPatterns(mlir::RewritePatternSet &results) const { addTrivialLoopPatterns(results); }
