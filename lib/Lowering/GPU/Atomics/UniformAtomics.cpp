//===- UniformAtomics.cpp - One atomic a subgroup -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UniformAtomics.h"

#include "UnobservedAtomics.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

namespace {

/// How a value differs between the threads of a subgroup.
enum class Spread : uint8_t { same, perhaps, apart };

/// Guesses it for values of a loop's body.
class SpreadGuess {
public:
  explicit SpreadGuess(const GridBody &grid)
      : grid(grid), body(grid.loop().getBody()), innermost(body.getArguments().back()) {}

  Spread of(Value value) {
    if (value == innermost)
      return Spread::apart;
    Operation *op = value.getDefiningOp();
    // Neighbours mostly share the outer variables, and turn an inner loop together.
    if (!op || !body.isAncestor(op->getParentRegion()))
      return Spread::same;
    auto [known, isNew] = guesses.try_emplace(op, Spread::same);
    if (!isNew)
      return known->second;
    Spread guess = ofOperands(op);
    if (guess != Spread::same) {
      if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
        guess = Spread::apart;
      else if (auto product = dyn_cast<arith::MulIOp>(op))
        guess = ofProduct(product);
      else if (!isa<arith::AddIOp, arith::SubIOp, arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
                    arith::ExtUIOp, arith::TruncIOp>(op))
        guess = Spread::perhaps;
    }
    return guesses[op] = guess;
  }

private:
  Spread ofOperands(Operation *op) {
    Spread guess = Spread::same;
    for (Value operand : op->getOperands())
      guess = std::max(guess, of(operand));
    return guess;
  }

  /// A factor that may be 0, as a stride may, leaves no difference.
  Spread ofProduct(arith::MulIOp product) {
    auto keepsApart = [&](Value factor) { return of(factor) == Spread::apart || isNeverZero(factor); };
    bool isApart = std::max(of(product.getLhs()), of(product.getRhs())) == Spread::apart &&
                   keepsApart(product.getLhs()) && keepsApart(product.getRhs());
    return isApart ? Spread::apart : Spread::perhaps;
  }

  /// A constant other than 0, or an extent: an array with one of 0 has no elements.
  bool isNeverZero(Value value) const {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return *constant != 0;
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    func::FuncOp function = grid.function();
    auto parameter = dyn_cast<BlockArgument>(value);
    return parameter && parameter.getOwner()->getParent() == &function.getBody() &&
           parameter.getArgNumber() < grid.slots().size() &&
           grid.slots()[parameter.getArgNumber()].getKind() == qd::SlotKind::dim;
  }

  const GridBody &grid;
  Region &body;
  Value innermost;
  llvm::DenseMap<Operation *, Spread> guesses;
};

void combine(memref::AtomicRMWOp op, const GridBody &body) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  GridBuilder grid = body.grid(builder, location);
  I64Builder i64{builder, location};
  Value isUniform = qd::UniformInSubgroupOp::create(builder, location, i64.fromInteger(op.getIndices().front()));
  auto folded = scf::IfOp::create(builder, location, op.getType(), isUniform, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(folded.thenBlock());
  Value sum = grid.foldSubgroup(op.getValue(), [&](Value lhs, Value rhs) {
    return arith::getReductionOp(op.getKind(), builder, location, lhs, rhs);
  });
  scf::YieldOp::create(builder, location, sum);
  builder.setInsertionPointToStart(folded.elseBlock());
  scf::YieldOp::create(builder, location, op.getValue());

  builder.setInsertionPointAfter(folded);
  Value lane = i64.rem(body.thread(), i64.constant(body.subgroupWidth()));
  Value isFirst = i64.equal(lane, i64.constant(0));
  Value isAlone =
      arith::XOrIOp::create(builder, location, isUniform, arith::ConstantIntOp::create(builder, location, 1, 1));
  Value writes = arith::OrIOp::create(builder, location, isAlone, isFirst);
  auto write = scf::IfOp::create(builder, location, writes, /*withElseRegion=*/false);
  op.getValueMutable().assign(folded.getResult(0));
  op->moveBefore(write.thenBlock(), write.thenBlock()->begin());
}

} // namespace

void combineUniformAtomics(const GridBody &body) {
  if (!body.loop() || !body.subgroupWidth())
    return;
  SmallVector<memref::AtomicRMWOp> atomics;
  SpreadGuess guess(body);
  body.loop().walk([&](memref::AtomicRMWOp op) {
    if (isUnobserved(op, body) && guess.of(op.getIndices().front()) != Spread::apart)
      atomics.push_back(op);
  });
  for (memref::AtomicRMWOp op : atomics)
    combine(op, body);
}

} // namespace qdc
