//===- CollapseLoops.cpp - Loops over memory as it lies -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/CollapseLoops.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_COLLAPSELOOPS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

/// One place where two variables are used as (x + i) * s + k.
struct Use {
  arith::AddIOp sum;
  arith::MulIOp product;
  Value x;                       // null: none
  Operation *position = nullptr; // x + i
};

/// All places.
struct Uses {
  SmallVector<Use> places;
  llvm::SmallSetVector<Value, 4> strides; // the s that are not known to be k's upper bound
};

/// `a` and `b` are one value, or constants of one value.
bool areEqual(Value a, Value b) {
  std::optional<int64_t> constant = getConstantIntValue(a);
  return a == b || (constant && constant == getConstantIntValue(b));
}

/// The other operand of a sum of two that has `value` as one; null if `op` is something else.
Value otherSummand(Operation *op, Value value) {
  auto sum = dyn_cast<arith::AddIOp>(op);
  if (!sum || sum.getLhs() == sum.getRhs())
    return {};
  return sum.getLhs() == value ? sum.getRhs() : sum.getLhs();
}

/// All uses of the loop's variables i and k, or nothing if one of them is of another kind.
class UseCollector {
public:
  UseCollector(ForOp loop, Value i, Value k, Value upper) : loop(loop), k(k), upper(upper) { collect(i); }

  std::optional<Uses> result() {
    // Each use of k must have been met.
    bool complete = ok && static_cast<size_t>(std::distance(k.use_begin(), k.use_end())) == uses.places.size();
    return complete ? std::optional(std::move(uses)) : std::nullopt;
  }

private:
  void collect(Value i) {
    for (Operation *user : i.getUsers()) {
      if (isa<arith::MulIOp>(user)) {
        addProduct(cast<arith::MulIOp>(user), i, {}, nullptr);
      } else if (Value x = otherSummand(user, i)) {
        Value sum = user->getResult(0);
        for (Operation *next : sum.getUsers())
          if (isa<arith::MulIOp>(next))
            addProduct(cast<arith::MulIOp>(next), sum, x, user);
          else
            ok = false;
      } else {
        ok = false;
      }
    }
  }

  void addProduct(arith::MulIOp product, Value factor, Value x, Operation *position) {
    Value other = product.getLhs() == factor ? product.getRhs() : product.getLhs();
    if (!areEqual(other, upper)) {
      ok &= loop.isDefinedOutsideOfLoop(other);
      uses.strides.insert(other);
    }
    for (Operation *user : product->getUsers()) {
      if (otherSummand(user, product) == k)
        uses.places.push_back({cast<arith::AddIOp>(user), product, x, position});
      else
        ok = false;
    }
  }

  ForOp loop;
  Value k, upper;
  Uses uses;
  bool ok = true;
};

/// The bounds of a loop from 0 in steps of 1.
bool isSimple(ForOp loop, unsigned axis) {
  return (loop.getLowerBounds().empty() || getConstantIntValue(loop.getLowerBounds()[axis]) == 0) &&
         (loop.getSteps().empty() || getConstantIntValue(loop.getSteps()[axis]) == 1);
}

/// The iterations of `axis` and the next one, at least 0, and of both together.
struct Counts {
  Value outer, both;

  Counts(OpBuilder &builder, ForOp loop, unsigned axis) {
    Location location = loop.getLoc();
    auto count = [&](Value bound) -> Value {
      Value zero = arith::ConstantIndexOp::create(builder, location, 0);
      return builder.createOrFold<arith::MaxSIOp>(location, bound, zero);
    };
    outer = count(loop.getUpperBounds()[axis]);
    Value inner = count(loop.getUpperBounds()[axis + 1]);
    both = builder.createOrFold<arith::MulIOp>(location, outer, inner, arith::IntegerOverflowFlags::nsw);
  }
};

/// Makes one variable of those of `axis` and the next one.
void collapse(ForOp loop, unsigned axis, ArrayRef<Use> uses) {
  Value upper = loop.getUpperBounds()[axis + 1];
  BlockArgument i = loop.getBody().getArgument(axis);
  OpBuilder builder(loop);
  Counts counts(builder, loop, axis);
  llvm::SmallSetVector<Operation *, 8> products, positions;
  for (Use use : uses) {
    Value flat = i;
    products.insert(use.product);
    if (use.x) {
      OpBuilder inside(use.sum);
      // x alone may be negative, so that its part of the sum wraps as an unsigned number where the whole did not.
      auto noWrap = use.product.getOverflowFlags() & use.sum.getOverflowFlags() & arith::IntegerOverflowFlags::nsw;
      Value offset = arith::MulIOp::create(inside, use.sum.getLoc(), use.x, upper, noWrap);
      flat = arith::AddIOp::create(inside, use.sum.getLoc(), offset, i, noWrap);
      positions.insert(use.position);
    }
    use.sum.replaceAllUsesWith(flat);
    use.sum.erase();
  }
  for (Operation *old : llvm::concat<Operation *const>(products, positions))
    if (old->use_empty())
      old->erase();
  loop.getUpperBoundsMutable().slice(axis, 1).assign(counts.both);
  loop.getUpperBoundsMutable().erase(axis + 1);
  if (!loop.getLowerBounds().empty())
    loop.getLowerBoundsMutable().erase(axis + 1);
  if (!loop.getSteps().empty())
    loop.getStepsMutable().erase(axis + 1);
  loop.getBody().front().eraseArgument(axis + 1);
}

/// Makes a single row of all where `strides` turn out to be the extent of the last axis: i is 0 then, and k the
/// position.
void joinRows(ForOp loop, ArrayRef<Value> strides) {
  unsigned axis = loop.getRank() - 2;
  Value upper = loop.getUpperBounds()[axis + 1];
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  Counts counts(builder, loop, axis);
  Value joined;
  for (Value stride : strides) {
    Value isEqual = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, stride, upper);
    joined = joined ? arith::AndIOp::create(builder, location, joined, isEqual) : isEqual;
  }
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  Value rows = arith::SelectOp::create(builder, location, joined, one, counts.outer);
  Value columns = arith::SelectOp::create(builder, location, joined, counts.both, upper);
  loop.getUpperBoundsMutable().slice(axis, 1).assign(rows);
  loop.getUpperBoundsMutable().slice(axis + 1, 1).assign(columns);
}

/// Collapses `axis` and the next one if their uses allow it. Returns false if both are still there.
bool tryCollapse(ForOp loop, unsigned axis) {
  if (!isSimple(loop, axis) || !isSimple(loop, axis + 1))
    return false;
  Value upper = loop.getUpperBounds()[axis + 1];
  BlockArgument i = loop.getBody().getArgument(axis), k = loop.getBody().getArgument(axis + 1);
  std::optional<Uses> uses = UseCollector(loop, i, k, upper).result();
  if (!uses)
    return false;
  if (uses->strides.empty()) {
    collapse(loop, axis, uses->places);
    return true;
  }
  // A constant number of columns is worth more to the loop along the row.
  if (axis + 2 == loop.getRank() && !getConstantIntValue(upper))
    joinRows(loop, uses->strides.getArrayRef());
  return false;
}

} // namespace

void qdc::qd::collapseLoops(TaskOp task) {
  ForOp loop = task.getParallelLoop();
  if (!loop || !loop.getBoundType().isIndex())
    return;
  for (unsigned axis = 0; axis + 1 < loop.getRank();)
    if (!tryCollapse(loop, axis))
      ++axis;
}

namespace {
struct CollapseLoops : qdc::qd::impl::CollapseLoopsBase<CollapseLoops> {
  void runOnOperation() override { collapseLoops(getOperation()); }
};
} // namespace
