//===- Obstacle.cpp - Why two loops cannot be one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Obstacle.h"

#include "qdc/Dialect/QD/IR/ArrayName.h"

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

static std::string quotedName(const ArrayAccess &access) {
  return quotedArrayName(getAccessedArray(cast<ElementAccess>(access.op).getArray()));
}

static const char *verb(const ArrayAccess &access) {
  return access.kind == AccessKind::load ? "reads" : access.kind == AccessKind::store ? "writes" : "updates";
}

static Obstacle describeMeeting(const ArrayAccess &first, const ArrayAccess &second) {
  std::string name = quotedName(first), other = quotedName(second);
  std::string arrays = name == other ? name : name + " and " + other + ", which may overlap";
  bool isAtomic = first.kind == AccessKind::atomic || second.kind == AccessKind::atomic;
  return {isAtomic ? "both touch " + arrays + "; only atomics of one kind whose old values are unused may change places"
                   : "different iterations may meet in an element of " + arrays,
          {{first.op, std::string("the first loop ") + verb(first) + " it here"},
           {second.op, std::string("the second loop ") + verb(second) + " it here"}}};
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
// All of it
//===----------------------------------------------------------------------===//

/// What keeps a loop that holds it from being fused with any other one.
static std::optional<Obstacle> findInOne(const LoopEffects &effects) {
  if (effects.assertion)
    return Obstacle{"later tasks do not run when an assert fails", {{effects.assertion, "this one"}}};
  if (effects.overflow)
    return Obstacle{"later tasks do not run when a push overflows its adstack", {{effects.overflow, "this one"}}};
  if (effects.volatileLoad)
    return Obstacle{"a volatile load waits for what others write", {{effects.volatileLoad, "this one"}}};
  if (effects.unknown)
    return Obstacle{"what is accessed is chosen at run time", {{effects.unknown, "here"}}};
  return std::nullopt;
}

std::optional<Obstacle> fusion::findObstacle(ForOp first, const LoopEffects &firstEffects, ForOp second,
                                             const LoopEffects &secondEffects) {
  if (!haveSameRange(first, second))
    return Obstacle{"their ranges are not known to be equal", {}};
  std::optional<uint32_t> hint = first.getBlockDim(), otherHint = second.getBlockDim();
  if (hint && otherHint && *hint != *otherHint)
    return Obstacle{"one has block_dim(" + std::to_string(*hint) + ") and the other one block_dim(" +
                        std::to_string(*otherHint) + ")",
                    {}};
  bool isMixed = firstEffects.isReduction != secondEffects.isReduction;
  unsigned maximum = isMixed ? kMaximumOperationsWithReduction : kMaximumFusedOperations;
  if (firstEffects.operations + secondEffects.operations > maximum)
    return Obstacle{"one loop would have more than " + std::to_string(maximum) + " operations", {}};
  for (const LoopEffects *effects : {&firstEffects, &secondEffects})
    if (std::optional<Obstacle> obstacle = findInOne(*effects))
      return obstacle;
  if (firstEffects.print && secondEffects.print)
    return Obstacle{"both print, and the lines of tasks have an order",
                    {{firstEffects.print, "the first loop prints here"}, {secondEffects.print, "the second one here"}}};
  if (isMixed && !shareArray(firstEffects, secondEffects))
    return Obstacle{"only one of them is a reduction, and they share no array", {}};
  return findMeeting(firstEffects, secondEffects, describeRange(first));
}
