//===- SizeExpr.cpp - Symbolic sizes: nodes, folding, evaluation ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SizeExprNode.h"

#include "qdc/Support/CheckedArithmetic.h"
#include "qdc/Support/TripCount.h"

#include <algorithm>
#include <bit>
#include <limits>

using namespace qdc;

static constexpr int64_t kMinimum = std::numeric_limits<int64_t>::min();
static constexpr int64_t kMaximum = std::numeric_limits<int64_t>::max();

SizeExpr::SizeExpr() : SizeExpr(constant(0)) {}
SizeExpr::SizeExpr(std::shared_ptr<const Node> node) : node(std::move(node)) {}

SizeExpr SizeExpr::makeLeaf(SizeExprKind kind, int64_t number, uint32_t axis) {
  auto leaf = std::make_shared<Node>();
  leaf->kind = kind;
  leaf->readsWord = kind == SizeExprKind::word;
  leaf->number = number;
  leaf->axis = axis;
  SizeExpr expression(leaf);
  leaf->textBytes = static_cast<uint32_t>(expression.str().size());
  return expression;
}

SizeExpr SizeExpr::makeBinary(SizeExprKind kind, const SizeExpr &lhs, const SizeExpr &rhs) {
  auto binary = std::make_shared<Node>();
  binary->kind = kind;
  binary->readsWord = lhs.readsWord() || rhs.readsWord();
  binary->depth = checkedAdd(std::max(lhs.node->depth, rhs.node->depth), 1).value_or(UINT32_MAX);
  uint64_t textBytes = binarySizeExprName(kind).size() + 4 + uint64_t{lhs.node->textBytes} + rhs.node->textBytes;
  binary->textBytes = static_cast<uint32_t>(std::min<uint64_t>(textBytes, UINT32_MAX));
  binary->lhs = lhs;
  binary->rhs = rhs;
  return SizeExpr(std::move(binary));
}

SizeExpr SizeExpr::constant(int64_t value) { return makeLeaf(SizeExprKind::constant, value); }
SizeExpr SizeExpr::scalar(uint32_t argument) { return makeLeaf(SizeExprKind::scalar, argument); }
SizeExpr SizeExpr::dim(uint32_t argument, uint32_t axis) { return makeLeaf(SizeExprKind::dim, argument, axis); }
SizeExpr SizeExpr::word(uint64_t offset) { return makeLeaf(SizeExprKind::word, std::bit_cast<int64_t>(offset)); }

SizeExprKind SizeExpr::kind() const { return node->kind; }
int64_t SizeExpr::value() const { return assert(isConstant()), node->number; }
uint32_t SizeExpr::argument() const {
  assert(kind() == SizeExprKind::scalar || kind() == SizeExprKind::dim);
  return static_cast<uint32_t>(node->number);
}
uint32_t SizeExpr::axis() const { return assert(kind() == SizeExprKind::dim), node->axis; }
uint64_t SizeExpr::offset() const {
  return assert(kind() == SizeExprKind::word), std::bit_cast<uint64_t>(node->number);
}
const SizeExpr &SizeExpr::lhs() const { return assert(node->lhs.node), node->lhs; }
const SizeExpr &SizeExpr::rhs() const { return assert(node->rhs.node), node->rhs; }
bool SizeExpr::readsWord() const { return node->readsWord; }
bool SizeExpr::isWithinLimits() const { return node->depth <= kMaximumDepth && node->textBytes <= kMaximumTextBytes; }

std::strong_ordering SizeExpr::compare(const SizeExpr &other) const {
  if (node == other.node)
    return std::strong_ordering::equal;
  const Node &a = *node, &b = *other.node;
  // Constants come last, so that a constant operand is always on the right.
  if (auto order = isConstant() <=> other.isConstant(); order != 0)
    return order;
  if (auto order = a.kind <=> b.kind; order != 0)
    return order;
  if (auto order = a.number <=> b.number; order != 0)
    return order;
  if (auto order = a.axis <=> b.axis; order != 0)
    return order;
  // Equal expressions have equal text; this settles most others without a walk.
  if (auto order = a.textBytes <=> b.textBytes; order != 0 || !a.lhs.node)
    return order;
  if (auto order = a.lhs.compare(b.lhs); order != 0)
    return order;
  return a.rhs.compare(b.rhs);
}

bool SizeExpr::operator==(const SizeExpr &other) const { return compare(other) == 0; }

std::optional<int64_t> qdc::applySizeExpr(SizeExprKind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case SizeExprKind::add:
    return checkedAdd(lhs, rhs);
  case SizeExprKind::sub:
    return checkedSubtract(lhs, rhs);
  case SizeExprKind::mul:
    return checkedMultiply(lhs, rhs);
  case SizeExprKind::min:
    return std::min(lhs, rhs);
  case SizeExprKind::max:
    return std::max(lhs, rhs);
  case SizeExprKind::floorDiv:
    return checkedFloorDivide(lhs, rhs);
  case SizeExprKind::constant:
  case SizeExprKind::scalar:
  case SizeExprKind::dim:
  case SizeExprKind::word:
    break;
  }
  assert(false && "not a binary kind");
  return std::nullopt;
}

/// The constant c for which (x `kind` inner) `kind` outer = x `kind` c for every
/// x, failures included. An intermediate value that overflows must make the
/// result overflow too, hence the conditions on signs.
static std::optional<int64_t> mergeConstants(SizeExprKind kind, int64_t inner, int64_t outer) {
  switch (kind) {
  case SizeExprKind::add:
    return (inner < 0) == (outer < 0) ? checkedAdd(inner, outer) : std::nullopt;
  case SizeExprKind::mul:
    return outer > 0 ? checkedMultiply(inner, outer) : std::nullopt;
  case SizeExprKind::floorDiv:
    return inner > 0 && outer > 0 ? checkedMultiply(inner, outer) : std::nullopt;
  case SizeExprKind::min:
    return std::min(inner, outer);
  case SizeExprKind::max:
    return std::max(inner, outer);
  default:
    return std::nullopt;
  }
}

/// What x `kind` constant simplifies to without a new node of that kind: x
/// itself, or a constant where x does not matter.
static std::optional<SizeExpr> foldConstantOperand(SizeExprKind kind, const SizeExpr &x, int64_t constant) {
  switch (kind) {
  case SizeExprKind::add:
    return constant == 0 ? std::optional(x) : std::nullopt;
  case SizeExprKind::mul:
    if (constant == 0)
      return SizeExpr::constant(0);
    return constant == 1 ? std::optional(x) : std::nullopt;
  case SizeExprKind::floorDiv:
    return constant == 1 ? std::optional(x) : std::nullopt;
  case SizeExprKind::min:
  case SizeExprKind::max: {
    int64_t neutral = kind == SizeExprKind::min ? kMaximum : kMinimum;
    int64_t absorbing = kind == SizeExprKind::min ? kMinimum : kMaximum;
    if (constant == absorbing)
      return SizeExpr::constant(absorbing);
    return constant == neutral ? std::optional(x) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

SizeExpr SizeExpr::binary(SizeExprKind kind, const SizeExpr &lhs, const SizeExpr &rhs) {
  if (lhs.isConstant() && rhs.isConstant())
    if (std::optional<int64_t> folded = applySizeExpr(kind, lhs.value(), rhs.value()))
      return constant(*folded);

  bool isCommutative = kind != SizeExprKind::sub && kind != SizeExprKind::floorDiv;
  if (isCommutative && rhs.compare(lhs) < 0)
    return binary(kind, rhs, lhs);

  if (kind == SizeExprKind::sub && lhs == rhs)
    return constant(0);
  if ((kind == SizeExprKind::min || kind == SizeExprKind::max) && lhs == rhs)
    return lhs;
  if (!rhs.isConstant() || lhs.isConstant())
    return makeBinary(kind, lhs, rhs);

  int64_t right = rhs.value();
  if (kind == SizeExprKind::sub && right != kMinimum)
    return binary(SizeExprKind::add, lhs, constant(-right));
  if (std::optional<SizeExpr> folded = foldConstantOperand(kind, lhs, right))
    return *folded;
  if (lhs.kind() == kind && lhs.rhs().isConstant() && !lhs.lhs().isConstant())
    if (std::optional<int64_t> merged = mergeConstants(kind, lhs.rhs().value(), right))
      return binary(kind, lhs.lhs(), constant(*merged));
  return makeBinary(kind, lhs, rhs);
}

SizeExpr SizeExpr::ceilDiv(const SizeExpr &value, const SizeExpr &divisor) {
  const SizeExpr one = constant(1);
  if (divisor == one)
    return value;
  return binary(SizeExprKind::add, binary(SizeExprKind::floorDiv, binary(SizeExprKind::sub, value, one), divisor), one);
}

/// Whether what does not fit is too large, else it is too small.
static bool isTooLarge(SizeExprKind kind, int64_t left, int64_t right) {
  switch (kind) {
  case SizeExprKind::mul:
    return (left < 0) == (right < 0);
  case SizeExprKind::floorDiv: // of the least number by -1
    return true;
  default: // the operands of a sum have one sign, those of a difference have two
    return left >= 0;
  }
}

/// Of operands with values.
static Status whyNoValue(const SizeExpr &size, int64_t left, int64_t right) {
  std::string operands = formatText("({}, {})", left, right);
  if (size.kind() == SizeExprKind::floorDiv && right == 0)
    return makeError(ErrorCode::invalidArgument, "division by zero in the size '{}': floordiv{}", size.str(), operands);
  return makeError(ErrorCode::invalidArgument, "the size '{}' does not fit in 64 bits: {}{} must be {}", size.str(),
                   binarySizeExprName(size.kind()), operands,
                   isTooLarge(size.kind(), left, right) ? "below 2^63" : "at least -2^63");
}

/// Multiplies the factors of `size`, which are what is no product itself. Sets `isZero` if one is 0, and `overflow`
/// where a product does not fit: then the result means nothing.
static Result<int64_t> multiplyFactors(const SizeExpr &size, const SizeExprBindings &bindings, bool &isZero,
                                       Status &overflow) {
  if (size.kind() != SizeExprKind::mul) {
    Result<int64_t> factor = size.evaluate(bindings);
    isZero |= factor && *factor == 0;
    return factor;
  }
  Result<int64_t> left = multiplyFactors(size.lhs(), bindings, isZero, overflow);
  if (!left)
    return left;
  Result<int64_t> right = multiplyFactors(size.rhs(), bindings, isZero, overflow);
  if (!right || !overflow)
    return right;
  if (std::optional<int64_t> product = applySizeExpr(SizeExprKind::mul, *left, *right))
    return *product;
  overflow = whyNoValue(size, *left, *right);
  return 0;
}

static Result<int64_t> evaluateProduct(const SizeExpr &size, const SizeExprBindings &bindings) {
  bool isZero = false;
  Status overflow;
  Result<int64_t> product = multiplyFactors(size, bindings, isZero, overflow);
  if (!product || isZero)
    return product ? Result<int64_t>(0) : product;
  return overflow ? product : Result<int64_t>(std::move(overflow));
}

Result<int64_t> SizeExpr::evaluate(const SizeExprBindings &bindings) const {
  switch (kind()) {
  case SizeExprKind::constant:
    return value();
  case SizeExprKind::scalar:
    return bindings.scalar(argument());
  case SizeExprKind::dim:
    return bindings.dim(argument(), axis());
  case SizeExprKind::word:
    return bindings.word(offset());
  default:
    break;
  }
  if (kind() == SizeExprKind::mul)
    return evaluateProduct(*this, bindings);
  Result<int64_t> left = lhs().evaluate(bindings);
  if (!left)
    return left;
  Result<int64_t> right = rhs().evaluate(bindings);
  if (!right)
    return right;
  if (std::optional<int64_t> value = applySizeExpr(kind(), *left, *right))
    return *value;
  return whyNoValue(*this, *left, *right);
}

std::optional<uint64_t> qdc::constantIterations(const SizeExpr &lower, const SizeExpr &upper, const SizeExpr &step) {
  if (!lower.isConstant() || !upper.isConstant() || !step.isConstant() || step.value() < 1)
    return {};
  return countTrips(lower.value(), upper.value(), step.value());
}
