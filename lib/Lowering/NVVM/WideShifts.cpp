//===- WideShifts.cpp - Shifts of 64 bits ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WideShifts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace qdc {

void boundWideShifts(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op))
      return;
    Type type = op->getResult(0).getType();
    if (!type.isIndex() && !type.isInteger(64))
      return;
    OpBuilder builder(op);
    Value largest = arith::ConstantOp::create(builder, op->getLoc(), builder.getIntegerAttr(type, 63));
    Value amount = op->getOperand(1);
    op->setOperand(1, arith::AndIOp::create(builder, op->getLoc(), amount, largest));
  });
}

} // namespace qdc
