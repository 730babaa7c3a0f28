//===- Rules.h - The derivative of each operation ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for both modes. For each operand, a rule builds the product of a factor
// with the partial derivative of the result: the factor is a tangent in forward
// mode, an adjoint in reverse mode. docs/differentiation.md lists the values at
// points where a function has no derivative.
//
// Everything is computed in derivativeType(): f32 for f16 and bf16, else the
// type itself.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_RULES_RULES_H
#define QDC_LIB_AUTODIFF_RULES_RULES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace qdc::autodiff {

/// The type that tangents and adjoints of a float type are computed in.
mlir::Type derivativeType(mlir::Type type);

/// `value` as a value of another float type; itself where that is its type.
mlir::Value convertFloat(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value, mlir::Type type);

/// Builds arithmetic on floats of one type at the builder's insertion point.
class FloatBuilder {
public:
  FloatBuilder(mlir::OpBuilder &builder, mlir::Location location) : builder(builder), location(location) {}

  mlir::Value constant(mlir::Type type, double value);
  /// A constant of the type of `like`.
  mlir::Value constant(mlir::Value like, double value) { return constant(like.getType(), value); }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, mlir::Value b);
  mlir::Value divide(mlir::Value a, mlir::Value b);
  mlir::Value negate(mlir::Value a);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  /// Ordered comparisons: false where an operand is NaN.
  mlir::Value isLess(mlir::Value a, mlir::Value b);
  mlir::Value isEqual(mlir::Value a, mlir::Value b);
  /// An operation of `math` with one result of the type of its first operand.
  template <typename MathOp, typename... Operands>
  mlir::Value call(Operands... operands) {
    return MathOp::create(builder, location, operands...);
  }

private:
  mlir::OpBuilder &builder;
  mlir::Location location;
};

/// An operation with the values of its operands and its result at the place where a derivative is built: floats in
/// derivativeType(), null where the rule does not use them.
struct Application {
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value, 3> operands;
  mlir::Value result;
};

/// Builds `factor` times the partial derivative of the result with respect to one operand.
using Product = mlir::Value (*)(FloatBuilder &build, const Application &at, mlir::Value factor);

/// Bits of OperandRule::uses; an operand has the bit of its number.
inline constexpr unsigned kUsesResult = 1u << 7;

/// The partial derivative with respect to one operand.
struct OperandRule {
  unsigned operand;
  unsigned uses; // which values the product needs: bits of operands, kUsesResult
  /// Whether the product is 0 where the factor is, for all operands. If not, the derivative may be infinite or NaN, and
  /// belong to a branch that was not taken: then the product is not used where the factor is 0.
  bool keepsZero;
  Product product;
};

/// The derivative of an operation. Operands without an OperandRule have the partial derivative 0 everywhere.
struct Rule {
  llvm::StringLiteral name; // of the operation
  llvm::SmallVector<OperandRule, 3> operands;
};

/// The groups of the table, one file each.
llvm::ArrayRef<Rule> arithmeticRules();
llvm::ArrayRef<Rule> choiceRules();
llvm::ArrayRef<Rule> powerRules();
llvm::ArrayRef<Rule> trigonometricRules();

/// The rule of an operation; null: there is none.
const Rule *findRule(mlir::Operation *op);

/// The rule of one operand of `op`; null: its partial derivative is 0, or `op` has no rule.
const OperandRule *findOperandRule(mlir::Operation *op, unsigned operand);

/// Builds the product by a rule; 0 where `factor` is. What is computed for such a product is not used, so that checks
/// do not report it.
mlir::Value applyRule(mlir::OpBuilder &builder, const OperandRule &rule, const Application &at, mlir::Value factor);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_RULES_RULES_H
