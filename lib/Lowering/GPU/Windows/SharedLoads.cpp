//===- SharedLoads.cpp - What neighbouring iterations load ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SharedLoads.h"

#include "../Grid/StraightBody.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallSet.h"

#include <map>

using namespace mlir;

namespace qdc {

namespace {

/// A sum of products of values, which have numbers, with their factors. Where an index would wrap it tells the wrong
/// one, which costs time alone.
using Polynomial = std::map<SmallVector<unsigned>, int64_t>;

class Polynomials {
public:
  /// Nothing where it has too many terms.
  std::optional<Polynomial> of(Value value) {
    if (auto known = found.find(value); known != found.end())
      return known->second;
    std::optional<Polynomial> result = make(value);
    if (result && result->size() > mostTerms)
      result = std::nullopt;
    return found[value] = result;
  }

  /// With `variable`, which no product has twice, larger by `step`.
  std::optional<Polynomial> next(const Polynomial &polynomial, Value variable, int64_t step) {
    const unsigned number = numberOf(variable);
    Polynomial result = polynomial;
    for (const auto &[product, factor] : polynomial) {
      if (llvm::count(product, number) > 1)
        return std::nullopt;
      if (SmallVector<unsigned> rest = product; llvm::is_contained(product, number)) {
        rest.erase(llvm::find(rest, number));
        result[rest] += factor * step;
      }
    }
    return result;
  }

private:
  static constexpr unsigned mostTerms = 64;

  unsigned numberOf(Value value) { return numbers.try_emplace(value, numbers.size()).first->second; }

  std::optional<Polynomial> make(Value value) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return Polynomial{{{}, *constant}};
    Operation *op = value.getDefiningOp();
    if (op && isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      return of(op->getOperand(0));
    if (!op || !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return Polynomial{{{numberOf(value)}, 1}};
    const std::optional<Polynomial> lhs = of(op->getOperand(0)), rhs = of(op->getOperand(1));
    if (!lhs || !rhs)
      return std::nullopt;
    Polynomial result = isa<arith::MulIOp>(op) ? Polynomial() : *lhs;
    for (const auto &[right, factor] : *rhs)
      if (isa<arith::MulIOp>(op))
        addProducts(*lhs, right, factor, result);
      else
        result[right] += isa<arith::SubIOp>(op) ? -factor : factor;
    return result;
  }

  static void addProducts(const Polynomial &lhs, ArrayRef<unsigned> right, int64_t factor, Polynomial &sum) {
    for (const auto &[left, leftFactor] : lhs) {
      SmallVector<unsigned> both = left;
      llvm::append_range(both, right);
      llvm::sort(both);
      sum[both] += leftFactor * factor;
    }
  }

  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<Value, std::optional<Polynomial>> found;
};

/// Whether they differ by a constant of less than `width`.
bool areNear(const Polynomial &left, const Polynomial &right, int64_t width) {
  Polynomial difference = left;
  for (const auto &[product, factor] : right)
    difference[product] -= factor;
  return llvm::all_of(difference, [&](const auto &term) {
    return term.second == 0 || (term.first.empty() && std::abs(term.second) < width);
  });
}

struct Load {
  Value array;
  Polynomial index;
  bool isInLoop; // an inner one
  bool isStored; // the array
};

/// Those of memory that others see; nothing where iterations report, or have arrays of their own.
std::optional<SmallVector<Load>> findLoads(qd::ForOp loop, Polynomials &polynomials) {
  SmallVector<Load> loads;
  llvm::SmallDenseSet<Value> stored;
  auto add = [&](Operation *op) -> WalkResult {
    if (isa<qd::AssertOp, qd::CheckOp>(op))
      return WalkResult::interrupt();
    const PlainAccess access = PlainAccess::of(*op);
    if (!access)
      return WalkResult::advance();
    if (access.isLocal())
      return WalkResult::interrupt();
    if (isa<memref::StoreOp>(op))
      stored.insert(access.array);
    else if (std::optional<Polynomial> index = polynomials.of(cast<qd::ElementAccess>(op).getIndices().front()))
      loads.push_back({access.array, std::move(*index), op->getParentOp() != loop, /*isStored=*/false});
    else
      return WalkResult::interrupt();
    return WalkResult::advance();
  };
  if (loop.getBody().walk(add).wasInterrupted())
    return std::nullopt;
  for (Load &load : loads)
    load.isStored = stored.contains(load.array);
  return loads;
}

} // namespace

/// 0: nobody knows.
static int64_t stepOf(qd::ForOp loop, unsigned axis) {
  return loop.getSteps().empty() ? 1 : getConstantIntValue(loop.getSteps()[axis]).value_or(0);
}

std::optional<unsigned> findSharedDimension(qd::ForOp loop, int64_t width) {
  Polynomials polynomials;
  const std::optional<SmallVector<Load>> loads = findLoads(loop, polynomials);
  if (!loads || llvm::any_of(*loads, [](const Load &load) { return load.isStored; }))
    return std::nullopt;
  for (unsigned axis = 0; axis + 1 < loop.getRank(); ++axis)
    for (const Load &mine : *loads) {
      const std::optional<Polynomial> next =
          polynomials.next(mine.index, loop.getBody().getArgument(axis), stepOf(loop, axis));
      auto isNext = [&](const Load &other) {
        return &other != &mine && other.array == mine.array && areNear(*next, other.index, width);
      };
      if (next && !areNear(*next, mine.index, width) && llvm::any_of(*loads, isNext))
        return axis;
    }
  return std::nullopt;
}

std::optional<unsigned> findDimensionOfLoops(qd::ForOp loop) {
  Polynomials polynomials;
  const std::optional<SmallVector<Load>> loads = findLoads(loop, polynomials);
  if (!loads)
    return std::nullopt;
  for (unsigned axis = loop.getRank() - 1; axis-- > 0;) {
    Value variable = loop.getBody().getArgument(axis);
    auto isSame = [&](const Load &load) {
      const std::optional<Polynomial> next = polynomials.next(load.index, variable, /*step=*/1);
      return load.isInLoop && next && areNear(*next, load.index, /*width=*/1);
    };
    if (llvm::any_of(*loads, isSame))
      return axis;
  }
  return std::nullopt;
}

} // namespace qdc
