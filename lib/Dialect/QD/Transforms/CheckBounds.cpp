//===- CheckBounds.cpp - Indices inside of their arrays -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayExtents.h"
#include "qdc/Analysis/IndexBounds.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Support/CheckText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {
#define GEN_PASS_DEF_CHECKBOUNDS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
/// A size that the indices of an access may be proven to be inside of.
struct Bound {
  SizeExpr size;
  Value value; // index; stands ahead of all loops, or is an operand of the loop in question
};

/// An access that needs a check.
struct Unproven {
  ElementAccess access;
  /// Whether an index is inside where isWhole of the loop around holds.
  SmallVector<bool, 4> followsFromLoop;
};

class BoundsChecker {
public:
  explicit BoundsChecker(KernelOp kernel) : kernel(kernel), arrays(kernel) {}

  CheckCounts run();

private:
  Value extentOf(OpBuilder &builder, Location location, Value array, unsigned axis);
  void findBoundsOfArguments();
  ArrayRef<Bound> boundsOfLoop(ForOp loop);
  bool compareAheadOfLoop(ElementAccess access, unsigned axis, ForOp loop);
  Unproven lookAt(ElementAccess access);
  void check(const Unproven &unproven);

  KernelOp kernel;
  ArrayExtents arrays;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> extents; // of arguments
  SmallVector<Bound> boundsOfArguments;
  llvm::DenseMap<Operation *, SmallVector<Bound>> bounds; // by parallel loop
  llvm::DenseMap<Operation *, Value> isWhole; // by parallel loop: all its extents are as large as its bounds need
  llvm::DenseSet<std::tuple<Operation *, Value, Value>> compared; // a loop, and which bound is in which extent
};

struct CheckBounds : qdc::qd::impl::CheckBoundsBase<CheckBounds> {
  void runOnOperation() override { addCounts(getOperation(), checkBounds(getOperation())); }
};
} // namespace

Value BoundsChecker::extentOf(OpBuilder &builder, Location location, Value array, unsigned axis) {
  auto type = cast<MemRefType>(array.getType());
  if (!type.isDynamicDim(axis))
    return arith::ConstantIndexOp::create(builder, location, type.getDimSize(axis));
  if (!isa<BlockArgument>(array))
    return memref::DimOp::create(builder, location, array, axis);
  Value &known = extents[{array, axis}];
  if (!known) {
    OpBuilder atStart = OpBuilder::atBlockBegin(&kernel.getBody().front());
    known = memref::DimOp::create(atStart, kernel.getLoc(), array, axis);
  }
  return known;
}

/// Extents of arguments, each expression once.
void BoundsChecker::findBoundsOfArguments() {
  constexpr size_t maximumBounds = 16;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    for (unsigned axis = 0; type && axis < type.getRank() && boundsOfArguments.size() < maximumBounds; ++axis) {
      std::optional<SizeExpr> size = arrays.known(argument, axis);
      auto isSame = [&](const Bound &bound) { return bound.size == *size; };
      if (type.isDynamicDim(axis) && size && !size->isConstant() && llvm::none_of(boundsOfArguments, isSame)) {
        OpBuilder builder(kernel);
        boundsOfArguments.push_back({*size, extentOf(builder, kernel.getLoc(), argument, axis)});
      }
    }
  }
}

/// What the host can compute of a loop's upper bounds, and the extents of arguments.
ArrayRef<Bound> BoundsChecker::boundsOfLoop(ForOp loop) {
  auto [place, isNew] = bounds.try_emplace(loop);
  if (!isNew)
    return place->second;
  OpBuilder builder(loop);
  for (Value upper : loop.getUpperBounds()) {
    std::optional<SizeExpr> size = sizeExprFromValue(upper);
    if (!size || size->readsWord())
      continue;
    if (!upper.getType().isIndex())
      upper = arith::IndexCastOp::create(builder, loop.getLoc(), builder.getIndexType(), upper);
    place->second.push_back({*size, upper});
  }
  llvm::append_range(place->second, boundsOfArguments);
  return place->second;
}

/// Looks for a bound that the index is surely inside of, and compares it with the extent once, ahead of the loop: where
/// it is no larger, the access needs no look at its index. So a loop over one array needs no checks of another one that
/// is as large, though nothing in the source says so.
bool BoundsChecker::compareAheadOfLoop(ElementAccess access, unsigned axis, ForOp loop) {
  Value array = access.getArray();
  if (loop->isAncestor(array.getParentBlock()->getParentOp()))
    return false; // an array of the iteration's own
  const Value index = access.getIndices()[axis];
  for (const Bound &bound : boundsOfLoop(loop)) {
    if (!IndexBounds(access, bound.size).isInside(index, bound.size))
      continue;
    OpBuilder builder(loop);
    Location location = loop.getLoc();
    Value extent = extentOf(builder, location, array, axis);
    if (compared.insert({loop, bound.value, extent}).second) {
      // Of a negative bound there is no iteration.
      Value fits = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ule, bound.value, extent);
      Value &whole = isWhole[loop];
      whole = whole ? arith::AndIOp::create(builder, location, whole, fits).getResult() : fits;
    }
    return true;
  }
  return false;
}

Unproven BoundsChecker::lookAt(ElementAccess access) {
  Unproven unproven = {access, SmallVector<bool, 4>(access.getIndices().size(), false)};
  if (auto loop = access->getParentOfType<ForOp>())
    for (unsigned axis = 0; axis < unproven.followsFromLoop.size(); ++axis)
      unproven.followsFromLoop[axis] = compareAheadOfLoop(access, axis, loop);
  return unproven;
}

/// "({}, {})", or "{}" for one.
static std::string placeholders(size_t count) {
  std::string text = "{}";
  for (size_t value = 1; value < count; ++value)
    text += ", {}";
  return count == 1 ? text : "(" + text + ")";
}

static std::string nameInMessage(Value memref) {
  Value array = getAccessedArray(memref);
  return escapeCheckText(array ? quotedArrayName(array) : "the array");
}

void BoundsChecker::check(const Unproven &unproven) {
  ElementAccess access = unproven.access;
  OpBuilder builder(access);
  Location location = access.getLoc();
  Value inLoop, alone; // what follows from the loop, and what does not
  SmallVector<Value> reported(access.getIndices());
  for (auto [axis, index] : llvm::enumerate(access.getIndices())) {
    Value extent = extentOf(builder, location, access.getArray(), axis);
    reported.push_back(extent);
    Value fits = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, index, extent);
    Value &all = unproven.followsFromLoop[axis] ? inLoop : alone;
    all = all ? arith::AndIOp::create(builder, location, all, fits).getResult() : fits;
  }
  if (inLoop)
    inLoop = arith::OrIOp::create(builder, location, isWhole.lookup(access->getParentOfType<ForOp>()), inLoop);
  Value isInside = inLoop && alone ? arith::AndIOp::create(builder, location, inLoop, alone).getResult()
                   : inLoop        ? inLoop
                                   : alone;
  size_t rank = access.getIndices().size();
  std::string message = "index " + placeholders(rank) + " is outside of " + nameInMessage(access.getArray()) +
                        (rank == 1 ? ", whose extent is " : ", whose extents are ") + placeholders(rank);
  createCheck(builder, location, isInside, std::move(message), reported);
}

CheckCounts BoundsChecker::run() {
  SmallVector<ElementAccess> accesses;
  kernel.walk([&](ElementAccess access) { accesses.push_back(access); });
  findBoundsOfArguments();
  CheckCounts counts;
  std::vector<Unproven> unproven;
  for (ElementAccess access : accesses) {
    if (arrays.isInside(access, access))
      ++counts.proven;
    else
      unproven.push_back(lookAt(access));
  }
  for (const Unproven &each : unproven)
    check(each);
  counts.checks = unproven.size();
  return counts;
}

CheckCounts qdc::qd::checkBounds(KernelOp kernel) { return BoundsChecker(kernel).run(); }
