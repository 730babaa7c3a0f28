//===- Arithmetic.cpp - The defined arithmetic on LLVM --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

void allowContraction(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(op))
      return;
    auto flags = cast<arith::ArithFastMathInterface>(op);
    arith::FastMathFlags old = flags.getFastMathFlagsAttr().getValue();
    op->setAttr(flags.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(), old | arith::FastMathFlags::contract));
  });
}

void lowerFloatToInteger(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op))
      return;
    OpBuilder builder(op);
    StringRef intrinsic = isa<arith::FPToSIOp>(op) ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    op->replaceAllUsesWith(LLVM::CallIntrinsicOp::create(builder, op->getLoc(), op->getResult(0).getType(),
                                                         builder.getStringAttr(intrinsic), op->getOperands()));
    op->erase();
  });
}

} // namespace qdc
