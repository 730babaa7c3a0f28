//===- IndexOperations.cpp - Operations of index as those of arith --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexOperations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace mlir;

namespace qdc {

namespace {

/// Creates what replaces one operation, in front of it.
struct Replacement {
  Operation *op;
  OpBuilder builder{op};

  /// `After`, if the operation is a `Before`.
  template <typename Before, typename After>
  Value pair() {
    return isa<Before>(op) ? Value(After::create(builder, op->getLoc(), op->getOperand(0), op->getOperand(1)))
                           : Value();
  }

  template <typename... Pairs>
  Value firstOf() {
    Value found;
    ((found = found ? found : pair<typename Pairs::first_type, typename Pairs::second_type>()), ...);
    return found;
  }

  Value binary() {
    using namespace index;
    return firstOf<
        std::pair<AddOp, arith::AddIOp>, std::pair<SubOp, arith::SubIOp>, std::pair<MulOp, arith::MulIOp>,
        std::pair<DivSOp, arith::DivSIOp>, std::pair<DivUOp, arith::DivUIOp>, std::pair<CeilDivSOp, arith::CeilDivSIOp>,
        std::pair<CeilDivUOp, arith::CeilDivUIOp>, std::pair<FloorDivSOp, arith::FloorDivSIOp>,
        std::pair<RemSOp, arith::RemSIOp>, std::pair<RemUOp, arith::RemUIOp>, std::pair<MaxSOp, arith::MaxSIOp>,
        std::pair<MaxUOp, arith::MaxUIOp>, std::pair<MinSOp, arith::MinSIOp>, std::pair<MinUOp, arith::MinUIOp>,
        std::pair<ShlOp, arith::ShLIOp>, std::pair<ShrSOp, arith::ShRSIOp>, std::pair<ShrUOp, arith::ShRUIOp>,
        std::pair<AndOp, arith::AndIOp>, std::pair<OrOp, arith::OrIOp>, std::pair<XOrOp, arith::XOrIOp>>();
  }

  Value constant(TypedAttr value) { return arith::ConstantOp::create(builder, op->getLoc(), value); }

  Value create() {
    Location location = op->getLoc();
    if (auto cast = dyn_cast<index::CastSOp>(op))
      return arith::IndexCastOp::create(builder, location, cast.getType(), cast.getInput());
    if (auto cast = dyn_cast<index::CastUOp>(op))
      return arith::IndexCastUIOp::create(builder, location, cast.getType(), cast.getInput());
    // The two enumerations have the same names.
    if (auto compare = dyn_cast<index::CmpOp>(op))
      return arith::CmpIOp::create(builder, location,
                                   *arith::symbolizeCmpIPredicate(index::stringifyIndexCmpPredicate(compare.getPred())),
                                   compare.getLhs(), compare.getRhs());
    if (auto number = dyn_cast<index::ConstantOp>(op))
      return constant(builder.getIndexAttr(number.getValue().getSExtValue()));
    if (auto truth = dyn_cast<index::BoolConstantOp>(op))
      return constant(builder.getBoolAttr(truth.getValue()));
    if (isa<index::SizeOfOp>(op))
      return constant(builder.getIndexAttr(64));
    return binary();
  }
};

} // namespace

void lowerIndexOperations(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<index::IndexDialect>(op->getDialect()))
      return;
    if (Value value = Replacement{op}.create()) {
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    }
  });
}

} // namespace qdc
