//===- RaiseComparison.cpp - LLVM's comparisons as operations -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RaiseInstruction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/IR/InstrTypes.h"

namespace arith = mlir::arith;

namespace qdc {

static arith::CmpIPredicate predicateOfIntegers(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::ICMP_EQ:
    return arith::CmpIPredicate::eq;
  case llvm::CmpInst::ICMP_NE:
    return arith::CmpIPredicate::ne;
  case llvm::CmpInst::ICMP_SLT:
    return arith::CmpIPredicate::slt;
  case llvm::CmpInst::ICMP_SLE:
    return arith::CmpIPredicate::sle;
  case llvm::CmpInst::ICMP_SGT:
    return arith::CmpIPredicate::sgt;
  case llvm::CmpInst::ICMP_SGE:
    return arith::CmpIPredicate::sge;
  case llvm::CmpInst::ICMP_ULT:
    return arith::CmpIPredicate::ult;
  case llvm::CmpInst::ICMP_ULE:
    return arith::CmpIPredicate::ule;
  case llvm::CmpInst::ICMP_UGT:
    return arith::CmpIPredicate::ugt;
  default:
    return arith::CmpIPredicate::uge;
  }
}

static arith::CmpFPredicate predicateOfFloats(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::FCMP_FALSE:
    return arith::CmpFPredicate::AlwaysFalse;
  case llvm::CmpInst::FCMP_OEQ:
    return arith::CmpFPredicate::OEQ;
  case llvm::CmpInst::FCMP_OGT:
    return arith::CmpFPredicate::OGT;
  case llvm::CmpInst::FCMP_OGE:
    return arith::CmpFPredicate::OGE;
  case llvm::CmpInst::FCMP_OLT:
    return arith::CmpFPredicate::OLT;
  case llvm::CmpInst::FCMP_OLE:
    return arith::CmpFPredicate::OLE;
  case llvm::CmpInst::FCMP_ONE:
    return arith::CmpFPredicate::ONE;
  case llvm::CmpInst::FCMP_ORD:
    return arith::CmpFPredicate::ORD;
  case llvm::CmpInst::FCMP_UNO:
    return arith::CmpFPredicate::UNO;
  case llvm::CmpInst::FCMP_UEQ:
    return arith::CmpFPredicate::UEQ;
  case llvm::CmpInst::FCMP_UGT:
    return arith::CmpFPredicate::UGT;
  case llvm::CmpInst::FCMP_UGE:
    return arith::CmpFPredicate::UGE;
  case llvm::CmpInst::FCMP_ULT:
    return arith::CmpFPredicate::ULT;
  case llvm::CmpInst::FCMP_ULE:
    return arith::CmpFPredicate::ULE;
  case llvm::CmpInst::FCMP_UNE:
    return arith::CmpFPredicate::UNE;
  default:
    return arith::CmpFPredicate::AlwaysTrue;
  }
}

mlir::Value RaisedValues::raiseCompare(const llvm::Instruction &instruction) {
  auto &compare = llvm::cast<llvm::CmpInst>(instruction);
  mlir::Value lhs = get(*compare.getOperand(0)), rhs = get(*compare.getOperand(1));
  if (compare.isIntPredicate())
    return create<arith::CmpIOp>(predicateOfIntegers(compare.getPredicate()), lhs, rhs);
  return create<arith::CmpFOp>(predicateOfFloats(compare.getPredicate()), lhs, rhs);
}

} // namespace qdc
