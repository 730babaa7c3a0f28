//===- SizeExpr.h - Symbolic sizes ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A SizeExpr is the symbolic size of a launch or of memory: what the compiler
// writes into a package and the loader evaluates at each launch. Values are
// exact signed 64-bit integers: arithmetic that leaves that range fails instead
// of wrapping.
//
// A SizeExpr is an immutable value handle to a shared node; copying it costs a
// reference count, and any thread may read it. The factory functions fold
// constants and identities and put commutative operands into one order, so
// that expressions which print alike are equal and the other way round. They
// rewrite only where the value and the reasons to fail stay the same.
//
// Text form, the only one (IR attribute, manifest, tests, messages):
//   expr ::= integer | "scalar(" n ")" | "dim(" n ", " axis ")" | "word(" offset ")"
//          | ("add"|"sub"|"mul"|"min"|"max"|"floordiv") "(" expr ", " expr ")"
// scalar and dim count the kernel's arguments from 0; word reads 64 bits at a
// byte offset of the instance's workspace, so it is known on the device only.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SIZEEXPR_SIZEEXPR_H
#define QDC_SIZEEXPR_SIZEEXPR_H

#include "qdc/Support/Result.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace qdc {

enum class SizeExprKind : uint8_t { constant, scalar, dim, word, add, sub, mul, min, max, floorDiv };

/// What a SizeExpr's leaves mean in one launch. Every lookup may fail with a
/// message that names the leaf.
class SizeExprBindings {
public:
  virtual ~SizeExprBindings() = default;
  virtual Result<int64_t> scalar(uint32_t argument) const = 0;
  virtual Result<int64_t> dim(uint32_t argument, uint32_t axis) const = 0;
  virtual Result<int64_t> word(uint64_t offset) const = 0;
};

class SizeExpr {
public:
  /// The constant 0.
  SizeExpr();

  static SizeExpr constant(int64_t value);
  static SizeExpr scalar(uint32_t argument);
  static SizeExpr dim(uint32_t argument, uint32_t axis);
  static SizeExpr word(uint64_t offset);
  /// `kind` is one of add, sub, mul, min, max, floorDiv. Folding never changes
  /// whether evaluation fails, except that a subexpression whose value does not
  /// matter may vanish.
  static SizeExpr binary(SizeExprKind kind, const SizeExpr &lhs, const SizeExpr &rhs);
  /// floordiv(value - 1, divisor) + 1, for a divisor that is positive in each launch: the quotient rounded up. It fails
  /// for no value but the smallest, however large the divisor is.
  static SizeExpr ceilDiv(const SizeExpr &value, const SizeExpr &divisor);

  /// Nesting and length of the text form that parse accepts.
  static constexpr uint32_t kMaximumDepth = 64;
  static constexpr uint32_t kMaximumTextBytes = 64 * 1024;

  /// Reads the text form; blanks may stand between its tokens. The error tells
  /// the column and what was expected.
  static Result<SizeExpr> parse(std::string_view text);
  std::string str() const;
  /// True if parse accepts str(). Shared subexpressions count each time, so
  /// who builds an expression from user code asks this after each step and
  /// takes another way (a word) once it is false. Costs nothing.
  bool isWithinLimits() const;

  SizeExprKind kind() const;
  bool isConstant() const { return kind() == SizeExprKind::constant; }
  /// Of a constant.
  int64_t value() const;
  /// Of a scalar or dim: the argument.
  uint32_t argument() const;
  /// Of a dim.
  uint32_t axis() const;
  /// Of a word.
  uint64_t offset() const;
  /// Of a binary kind.
  const SizeExpr &lhs() const;
  const SizeExpr &rhs() const;

  /// True if some leaf is a word, so that only the device knows the value
  /// before the tasks ahead have run.
  bool readsWord() const;

  /// The exact value, or the reason why there is none: overflow, division by
  /// zero, or a binding that failed. A product of which a factor is 0 is 0,
  /// whether or not that of the others fits: their order does not matter.
  Result<int64_t> evaluate(const SizeExprBindings &bindings) const;

  bool operator==(const SizeExpr &other) const;

private:
  struct Node;
  explicit SizeExpr(std::shared_ptr<const Node> node);
  static SizeExpr makeLeaf(SizeExprKind kind, int64_t number, uint32_t axis = 0);
  static SizeExpr makeBinary(SizeExprKind kind, const SizeExpr &lhs, const SizeExpr &rhs);
  /// A total order that depends on the text alone.
  std::strong_ordering compare(const SizeExpr &other) const;
  std::shared_ptr<const Node> node;
};

/// How many iterations a counted loop has where constants tell; none: they don't, or the step is below 1.
std::optional<uint64_t> constantIterations(const SizeExpr &lower, const SizeExpr &upper, const SizeExpr &step);

} // namespace qdc

#endif // QDC_SIZEEXPR_SIZEEXPR_H
