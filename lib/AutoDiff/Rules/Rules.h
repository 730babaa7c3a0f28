//===- Rules.h - The derivative of each operation ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for both modes. A rule knows, for each operand that a result depends
// on, the product of a number with the derivative: of a tangent in forward mode,
// of an adjoint in reverse mode. docs/differentiation.md lists what rules give at
// kinks.
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

/// Builds arithmetic on floats of one type, in front of the builder's place.
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

/// An operation, with the values that it takes and gives where a derivative is built: floats in derivativeType(), null
/// where the rule does not use them.
struct Application {
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value, 3> operands;
  mlir::Value result;
};

/// `factor` times the derivative of the result with respect to one operand.
using Product = mlir::Value (*)(FloatBuilder &build, const Application &at, mlir::Value factor);

/// Bits of OperandRule::uses; an operand has the bit of its number.
inline constexpr unsigned kUsesResult = 1u << 7;

/// How the result depends on one operand.
struct OperandRule {
  unsigned operand;
  unsigned uses; // which values the product needs: bits of operands, kUsesResult
  /// Whether the product of 0 is 0 whatever the operands are. Where not, the product is not taken for 0: the
  /// derivative may be infinite or NaN there, and belong to a branch that was not taken.
  bool keepsZero;
  Product product;
};

/// The derivative of an operation. An operand without an OperandRule has the derivative 0 everywhere.
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

/// How the result of `op` depends on an operand; null: not at all, or no rule says so.
const OperandRule *findOperandRule(mlir::Operation *op, unsigned operand);

/// The product by a rule, and 0 where `factor` is: the product is dropped then, so that no check finds anything in it.
mlir::Value applyRule(mlir::OpBuilder &builder, const OperandRule &rule, const Application &at, mlir::Value factor);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_RULES_RULES_H
