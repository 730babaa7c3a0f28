//===- LinearIndex.cpp - Indices as sums of induction variables -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/LinearIndex.h"
#include "qdc/Support/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace qdc;

static unsigned widthOf(Type type) { return type.isIndex() ? 64 : type.getIntOrFloatBitWidth(); }

static uint64_t lowBits(uint64_t value, unsigned width) { return value & llvm::maskTrailingOnes<uint64_t>(width); }

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

SmallVector<IterationDimension> qdc::describeRange(qd::ForOp loop) {
  SmallVector<IterationDimension> range;
  for (unsigned axis = 0; axis < loop.getRank(); ++axis) {
    IterationDimension &dimension = range.emplace_back();
    dimension.width = widthOf(loop.getBoundType());
    dimension.step = loop.getSteps().empty() ? 1 : getConstantIntValue(loop.getSteps()[axis]);
    std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBounds()[axis]), lower = 0;
    if (!loop.getLowerBounds().empty())
      lower = getConstantIntValue(loop.getLowerBounds()[axis]);
    if ((dimension.step && *dimension.step <= 0) || (upper && lower && *upper <= *lower))
      dimension.points = 0;
    else if (upper && lower && dimension.step)
      dimension.points = countTrips(*lower, *upper, *dimension.step);
    dimension.isSingle = dimension.points && *dimension.points <= 1;
  }
  return range;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

namespace {
class Linearizer {
public:
  explicit Linearizer(qd::ForOp loop) : loop(loop) {}

  std::optional<LinearIndex> visit(Value value);

private:
  std::optional<LinearIndex> visitOperation(Operation *op);
  std::optional<LinearIndex> visitSum(Operation *op, uint64_t factorOfSecond);
  std::optional<LinearIndex> visitProduct(Value value, Value factor, bool isShift);
  LinearIndex constantForm(uint64_t constant) {
    LinearIndex form;
    form.constant = constant;
    form.coefficients.resize(loop.getRank());
    return form;
  }

  qd::ForOp loop;
  unsigned budget = 32; // values to look at: a sum of sums of one value would take exponential time
};
} // namespace

/// first + factor * second
static LinearIndex combine(LinearIndex first, const LinearIndex &second, uint64_t factor) {
  first.width = std::min(first.width, second.width);
  first.constant += factor * second.constant;
  for (auto [sum, coefficient] : llvm::zip_equal(first.coefficients, second.coefficients))
    sum += factor * coefficient;
  for (auto [value, coefficient] : second.outside) {
    auto *same = llvm::find_if(first.outside, [&](auto &term) { return term.first == value; });
    if (same == first.outside.end())
      first.outside.push_back({value, factor * coefficient});
    else
      same->second += factor * coefficient;
  }
  return first;
}

std::optional<LinearIndex> Linearizer::visitSum(Operation *op, uint64_t factorOfSecond) {
  std::optional<LinearIndex> first = visit(op->getOperand(0)), second = visit(op->getOperand(1));
  if (!first || !second)
    return std::nullopt;
  return combine(std::move(*first), *second, factorOfSecond);
}

std::optional<LinearIndex> Linearizer::visitProduct(Value value, Value factor, bool isShift) {
  APInt constant;
  if (!matchPattern(factor, m_ConstantInt(&constant)))
    return std::nullopt;
  std::optional<LinearIndex> form = visit(value);
  if (!form || (isShift && constant.uge(constant.getBitWidth())))
    return std::nullopt;
  return combine(constantForm(0), *form, isShift ? uint64_t(1) << constant.getZExtValue() : constant.getSExtValue());
}

/// An operation in the loop. Each case is right as far as the width of the result tells.
std::optional<LinearIndex> Linearizer::visitOperation(Operation *op) {
  using Result = std::optional<LinearIndex>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](Operation *cast) { return visit(cast->getOperand(0)); })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>([&](Operation *cast) {
        // The bits above are 0, where those of the sum may not be.
        Result form = visit(cast->getOperand(0));
        if (form)
          form->width = std::min(form->width, widthOf(cast->getOperand(0).getType()));
        return form;
      })
      .Case([&](arith::AddIOp) { return visitSum(op, 1); })
      .Case([&](arith::SubIOp) { return visitSum(op, ~uint64_t(0)); })
      .Case([&](arith::MulIOp) {
        bool isFirst = matchPattern(op->getOperand(0), m_Constant());
        return visitProduct(op->getOperand(isFirst), op->getOperand(!isFirst), /*isShift=*/false);
      })
      .Case([&](arith::ShLIOp) { return visitProduct(op->getOperand(0), op->getOperand(1), /*isShift=*/true); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Constants, induction variables and values from outside are what they are as signed numbers, in all 64 bits.
std::optional<LinearIndex> Linearizer::visit(Value value) {
  if (budget == 0 || !value.getType().isIntOrIndex() || widthOf(value.getType()) > 64)
    return std::nullopt;
  --budget;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constantForm(constant.getSExtValue());
  auto argument = dyn_cast<BlockArgument>(value);
  LinearIndex leaf = constantForm(0);
  if (argument && argument.getOwner() == &loop.getBody().front()) {
    leaf.coefficients[argument.getArgNumber()] = 1;
    return leaf;
  }
  if (loop.isDefinedOutsideOfLoop(value)) {
    leaf.outside.push_back({value, 1});
    return leaf;
  }
  if (argument)
    return std::nullopt;
  Operation *op = value.getDefiningOp();
  std::optional<LinearIndex> form = visitOperation(op);
  bool isSame =
      isa<arith::IndexCastOp, arith::ExtSIOp>(op) && widthOf(value.getType()) >= widthOf(op->getOperand(0).getType());
  if (form && !isSame)
    form->width = std::min(form->width, widthOf(value.getType()));
  return form;
}

std::optional<LinearIndex> qdc::linearizeIndex(Value index, qd::ForOp loop) {
  std::optional<LinearIndex> form = Linearizer(loop).visit(index);
  if (!form)
    return std::nullopt;
  llvm::erase_if(form->outside, [](auto &term) { return term.second == 0; });
  llvm::sort(form->outside,
             [](auto &a, auto &b) { return a.first.getAsOpaquePointer() < b.first.getAsOpaquePointer(); });
  return form;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static bool isSmall(int64_t stride) { return -kMaximumStride <= stride && stride <= kMaximumStride; }

/// The step from point to point of what the dimension adds to an index, if it is small enough that sums cannot wrap.
static std::optional<int64_t> smallStride(const LinearIndex &form, ArrayRef<IterationDimension> range, unsigned axis) {
  int64_t coefficient = form.coefficients[axis];
  std::optional<int64_t> step = coefficient == 0 ? 0 : range[axis].step;
  if (form.width != 64 || !step || !isSmall(*step) || !isSmall(coefficient) || !isSmall(coefficient * *step))
    return std::nullopt;
  return std::abs(coefficient * *step);
}

/// The difference of the constants of two forms that are the same but for these; else nothing. `width` becomes that of
/// the comparison.
static std::optional<uint64_t> difference(const LinearIndex &first, const LinearIndex &second, unsigned &width) {
  width = std::min(first.width, second.width);
  if (first.coefficients != second.coefficients || first.outside != second.outside)
    return std::nullopt;
  return lowBits(second.constant - first.constant, width);
}

bool qdc::differEverywhere(const LinearIndex &first, const LinearIndex &second, ArrayRef<IterationDimension> range) {
  unsigned width;
  std::optional<uint64_t> distance = difference(first, second, width);
  if (!distance || *distance == 0)
    return false;
  // Points differ by a multiple of the divisor. Modulo a power of two, only the power of two in it tells.
  std::optional<uint64_t> divisor = 0;
  uint64_t bits = 0;
  for (unsigned axis = 0; axis < range.size(); ++axis) {
    std::optional<int64_t> stride = smallStride(first, range, axis);
    divisor = divisor && stride && width == 64 ? std::optional(std::gcd(*divisor, uint64_t(*stride))) : std::nullopt;
    bits |= first.coefficients[axis];
  }
  if (divisor)
    return *divisor == 0 || int64_t(*distance) % int64_t(*divisor) != 0;
  unsigned zeros = std::min<unsigned>(llvm::countr_zero(bits), width);
  return lowBits(*distance, zeros) != 0;
}

bool qdc::tellApart(const LinearIndex &first, const LinearIndex &second, ArrayRef<IterationDimension> range,
                    unsigned dimension) {
  unsigned width;
  if (difference(first, second, width) != 0)
    return false;
  for (unsigned axis = 0; axis < range.size(); ++axis)
    if ((first.coefficients[axis] != 0) != (axis == dimension))
      return false;
  bool isOdd = first.coefficients[dimension] & 1;
  bool cannotWrap = width == 64 && smallStride(first, range, dimension);
  return cannotWrap || (isOdd && range[dimension].width <= width);
}

bool qdc::meetInOneIteration(ArrayRef<std::optional<LinearIndex>> first, ArrayRef<std::optional<LinearIndex>> second,
                             ArrayRef<IterationDimension> range) {
  auto isAnyAxis = [&](llvm::function_ref<bool(const LinearIndex &, const LinearIndex &)> holds) {
    return llvm::any_of(llvm::zip_equal(first, second), [&](auto pair) {
      auto &[a, b] = pair;
      return a && b && holds(*a, *b);
    });
  };
  if (isAnyAxis([&](const LinearIndex &a, const LinearIndex &b) { return differEverywhere(a, b, range); }))
    return true;
  for (unsigned dimension = 0; dimension < range.size(); ++dimension)
    if (!range[dimension].isSingle &&
        !isAnyAxis([&](const LinearIndex &a, const LinearIndex &b) { return tellApart(a, b, range, dimension); }))
      return false;
  return true;
}

namespace {
/// How many points the second of two iterations lies after the first one in a dimension of the range.
struct PointDistance {
  bool isFree = true; // any
  int64_t points = 0;
};
} // namespace

/// The one dimension of the range that the form depends on, or the rank if there is none; nothing if there are several.
static std::optional<unsigned> onlyAxis(const LinearIndex &form) {
  unsigned axis = form.coefficients.size();
  for (auto [position, coefficient] : llvm::enumerate(form.coefficients)) {
    if (coefficient == 0)
      continue;
    if (axis != form.coefficients.size())
      return std::nullopt;
    axis = position;
  }
  return axis;
}

/// Finds how far apart iterations are whose indices are equal, as far as this pair tells. False if there are none, or
/// if that is not known.
static bool solve(const LinearIndex &first, const LinearIndex &second, ArrayRef<IterationDimension> range,
                  MutableArrayRef<PointDistance> distances) {
  // What is in bounds and equal in the lower 32 bits is equal.
  constexpr unsigned kLeastWidth = 32;
  unsigned width;
  std::optional<uint64_t> difference = ::difference(second, first, width);
  std::optional<unsigned> axis = onlyAxis(first);
  if (!difference || width < kLeastWidth || !axis)
    return false;
  int64_t sum = llvm::SignExtend64(*difference, width);
  if (*axis == range.size())
    return sum == 0;
  PointDistance found{/*isFree=*/false, 0};
  if (sum != 0) {
    int64_t coefficient = first.coefficients[*axis];
    std::optional<int64_t> step = range[*axis].step;
    if (!step || *step <= 0 || !llvm::isInt<31>(*step) || !llvm::isInt<31>(coefficient) || !llvm::isInt<62>(sum) ||
        sum % (coefficient * *step) != 0)
      return false;
    found.points = sum / (coefficient * *step);
  }
  PointDistance &known = distances[*axis];
  bool isRight = known.isFree || known.points == found.points;
  known = found;
  return isRight;
}

bool qdc::surelyMeet(ArrayRef<LinearIndex> first, ArrayRef<LinearIndex> second, ArrayRef<IterationDimension> range) {
  SmallVector<PointDistance> distances(range.size());
  for (auto [a, b] : llvm::zip_equal(first, second))
    if (!solve(a, b, range, distances))
      return false;
  bool areDifferent = false;
  for (auto [distance, dimension] : llvm::zip_equal(distances, range)) {
    uint64_t points = dimension.points.value_or(2);
    if (points == 0 || (!distance.isFree && uint64_t(std::abs(distance.points)) >= points))
      return false;
    areDifferent |= distance.isFree ? points > 1 : distance.points != 0;
  }
  return areDifferent;
}
