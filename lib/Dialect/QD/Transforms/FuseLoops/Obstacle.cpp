//===- Obstacle.cpp - Why two loops cannot be one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Obstacle.h"

#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Package/ManifestNames.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::fusion;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// The value at `axis`, as a constant if it is one; `otherwise` if the list was left out.
static OpFoldResult valueAt(ValueRange values, unsigned axis, ForOp loop, int64_t otherwise) {
  if (!values.empty())
    return getAsOpFoldResult(values[axis]);
  return IntegerAttr::get(loop.getBoundType(), otherwise);
}

static bool haveSameRange(ForOp first, ForOp second) {
  if (first.getRank() != second.getRank() || first.getBoundType() != second.getBoundType())
    return false;
  for (unsigned axis = 0; axis < first.getRank(); ++axis) {
    auto isSame = [&](auto values, int64_t otherwise) {
      return valueAt(values(first), axis, first, otherwise) == valueAt(values(second), axis, second, otherwise);
    };
    if (!isSame([](ForOp loop) { return loop.getUpperBounds(); }, 0) ||
        !isSame([](ForOp loop) { return loop.getLowerBounds(); }, 0) ||
        !isSame([](ForOp loop) { return loop.getSteps(); }, 1))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// True unless an iteration of one loop and another iteration of the other surely touch different elements, for two
/// accesses of memory that may overlap.
static bool mayMeet(const ArrayAccess &first, const ArrayAccess &second, ArrayRef<IterationDimension> range) {
  if (first.array != second.array)
    return true;
  if (first.hasOwnRows)
    return false;
  SmallVector<bool> isToldApart = llvm::map_to_vector(range, [](auto &dimension) { return dimension.isSingle; });
  for (auto [a, b] : llvm::zip_equal(first.indices, second.indices)) {
    if (!a || !b)
      continue;
    if (differEverywhere(*a, *b, range))
      return false;
    for (unsigned dimension = 0; dimension < range.size(); ++dimension)
      isToldApart[dimension] |= tellApart(*a, *b, range, dimension);
  }
  return !llvm::all_of(isToldApart, [](bool apart) { return apart; });
}

static bool isOneAtomic(const ArrayAccess &first, const ArrayAccess &second) {
  return first.array == second.array && first.unordered && first.unordered == second.unordered;
}

/// True for a pair of accesses that must keep their order. Atomics of an array do not mix with other accesses of it,
/// which would then neither be forwarded nor merged, and would wait for each of them.
static bool isOrdered(const ArrayAccess &first, const ArrayAccess &second, ArrayRef<IterationDimension> range) {
  if (first.kind == AccessKind::load && second.kind == AccessKind::load)
    return false;
  if (first.kind == AccessKind::atomic || second.kind == AccessKind::atomic)
    return !isOneAtomic(first, second);
  return mayMeet(first, second, range);
}

static Value arrayOf(const ArrayAccess &access) { return getAccessedArray(cast<ElementAccess>(access.op).getArray()); }

static const char *verb(const ArrayAccess &access) {
  return access.kind == AccessKind::load ? "reads" : access.kind == AccessKind::store ? "writes" : "updates";
}

static Obstacle describeMeeting(const ArrayAccess &first, const ArrayAccess &second) {
  bool isAtomic = first.kind == AccessKind::atomic || second.kind == AccessKind::atomic;
  Obstacle obstacle{isAtomic ? FusionObstacle::atomics : FusionObstacle::meeting,
                    {{first.op, std::string("the first loop ") + verb(first) + " it here"},
                     {second.op, std::string("the second loop ") + verb(second) + " it here"}}};
  obstacle.arrays = {arrayOf(first)};
  if (arrayOf(second) != arrayOf(first))
    obstacle.arrays.push_back(arrayOf(second));
  return obstacle;
}

static std::optional<Obstacle> findMeeting(const LoopEffects &first, const LoopEffects &second,
                                           ArrayRef<IterationDimension> range) {
  for (const auto &[memory, accesses] : second.accesses) {
    auto *found = first.accesses.find(memory);
    if (found == first.accesses.end())
      continue;
    for (const ArrayAccess &b : accesses)
      for (const ArrayAccess &a : found->second)
        if (isOrdered(a, b, range))
          return describeMeeting(a, b);
  }
  return std::nullopt;
}

static bool shareArray(const LoopEffects &first, const LoopEffects &second) {
  return llvm::any_of(second.accesses, [&](auto &entry) { return first.accesses.contains(entry.first); });
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

std::string Obstacle::text() const {
  std::vector<std::string> names;
  for (Value array : arrays)
    names.push_back(quotedArrayName(array));
  return obstacleText(reason, names) + (numbers.empty() ? "" : ": " + numbers);
}

Neighbour Obstacle::neighbour(ForOp first) const {
  Neighbour neighbour{enumName(reason), first.getLoc(), {}};
  for (Value array : arrays)
    if (auto argument = dyn_cast<BlockArgument>(array); argument && isa<KernelOp>(argument.getOwner()->getParentOp()))
      neighbour.arrays.push_back(argument.getArgNumber());
  // Two of which one has no name are told as none.
  if (neighbour.arrays.size() != arrays.size())
    neighbour.arrays.clear();
  return neighbour;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// What keeps a loop that holds it from being fused with any other one.
static std::optional<Obstacle> findInOne(const LoopEffects &effects) {
  if (effects.assertion)
    return Obstacle{FusionObstacle::assertion, {{effects.assertion, "this one"}}};
  if (effects.overflow)
    return Obstacle{FusionObstacle::overflow, {{effects.overflow, "this one"}}};
  if (effects.volatileLoad)
    return Obstacle{FusionObstacle::volatileLoad, {{effects.volatileLoad, "this one"}}};
  if (effects.unknown)
    return Obstacle{FusionObstacle::unknown, {{effects.unknown, "here"}}};
  return std::nullopt;
}

std::optional<Obstacle> fusion::findObstacle(ForOp first, const LoopEffects &firstEffects, ForOp second,
                                             const LoopEffects &secondEffects) {
  if (!haveSameRange(first, second))
    return Obstacle{FusionObstacle::range};
  std::optional<uint32_t> hint = first.getBlockDim(), otherHint = second.getBlockDim();
  if (hint && otherHint && *hint != *otherHint)
    return Obstacle{FusionObstacle::blockDim, {}, std::to_string(*hint) + " and " + std::to_string(*otherHint)};
  bool isMixed = firstEffects.isReduction != secondEffects.isReduction;
  unsigned maximum = isMixed ? kMaximumOperationsWithReduction : kMaximumFusedOperations;
  if (firstEffects.operations + secondEffects.operations > maximum)
    return Obstacle{FusionObstacle::operations, {}, "more than " + std::to_string(maximum)};
  for (const LoopEffects *effects : {&firstEffects, &secondEffects})
    if (std::optional<Obstacle> obstacle = findInOne(*effects))
      return obstacle;
  if (firstEffects.print && secondEffects.print)
    return Obstacle{FusionObstacle::prints,
                    {{firstEffects.print, "the first loop prints here"}, {secondEffects.print, "the second one here"}}};
  if (isMixed && !shareArray(firstEffects, secondEffects))
    return Obstacle{FusionObstacle::reduction};
  return findMeeting(firstEffects, secondEffects, describeRange(first));
}
