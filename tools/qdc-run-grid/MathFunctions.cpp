//===- MathFunctions.cpp - Functions of math, and all others --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/Philox.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using llvm::APFloat;

namespace qdc {

namespace {

/// A function in both precisions of the C library.
struct Function {
  double (*ofDoubles)(double, double);
  float (*ofFloats)(float, float);
};

template <typename Float>
Float roundedToEven(Float value) {
  return std::nearbyint(value);
}
template <typename Float>
Float inverseRoot(Float value) {
  return 1 / std::sqrt(value);
}

#define UNARY(NAME, FUNCTION)                                                                                          \
  {                                                                                                                    \
    #NAME, {                                                                                                           \
      [](double a, double) { return FUNCTION(a); }, [](float a, float) { return FUNCTION(a); }                         \
    }                                                                                                                  \
  }
#define BINARY(NAME, FUNCTION)                                                                                         \
  {                                                                                                                    \
    #NAME, {                                                                                                           \
      [](double a, double b) { return FUNCTION(a, b); }, [](float a, float b) { return FUNCTION(a, b); }               \
    }                                                                                                                  \
  }

std::optional<Function> functionOf(StringRef name) {
  static const llvm::StringMap<Function> functions = {
      UNARY(absf, std::fabs),
      UNARY(acos, std::acos),
      UNARY(acosh, std::acosh),
      UNARY(asin, std::asin),
      UNARY(asinh, std::asinh),
      UNARY(atan, std::atan),
      UNARY(atanh, std::atanh),
      UNARY(cbrt, std::cbrt),
      UNARY(ceil, std::ceil),
      UNARY(cos, std::cos),
      UNARY(cosh, std::cosh),
      UNARY(erf, std::erf),
      UNARY(erfc, std::erfc),
      UNARY(exp, std::exp),
      UNARY(exp2, std::exp2),
      UNARY(expm1, std::expm1),
      UNARY(floor, std::floor),
      UNARY(log, std::log),
      UNARY(log10, std::log10),
      UNARY(log1p, std::log1p),
      UNARY(log2, std::log2),
      UNARY(round, std::round),
      UNARY(sin, std::sin),
      UNARY(sinh, std::sinh),
      UNARY(sqrt, std::sqrt),
      UNARY(tan, std::tan),
      UNARY(tanh, std::tanh),
      UNARY(trunc, std::trunc),
      UNARY(roundeven, roundedToEven),
      UNARY(rsqrt, inverseRoot),
      BINARY(atan2, std::atan2),
      BINARY(copysign, std::copysign),
      BINARY(powf, std::pow),
  };
  auto known = functions.find(name);
  return known == functions.end() ? std::nullopt : std::optional(known->second);
}

APFloat converted(APFloat value, const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// One that gives a float for one or two of its type.
Compute libraryCompute(Operation *op) {
  std::optional<Function> function = functionOf(op->getName().stripDialect());
  Type type = op->getNumOperands() ? op->getOperand(0).getType() : Type();
  if (!function || !isa<FloatType>(type) || op->getNumOperands() > 2)
    return {};
  return [=, function = *function](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    auto operand = [&](size_t number) { return floatOf(in[number < in.size() ? number : 0], type); };
    if (type.isF64()) {
      double value = function.ofDoubles(operand(0).convertToDouble(), operand(1).convertToDouble());
      out[0] = bitsOf(APFloat(value));
    } else {
      auto single = [&](size_t n) { return converted(operand(n), APFloat::IEEEsingle()).convertToFloat(); };
      out[0] = bitsOf(APFloat(function.ofFloats(single(0), single(1))), type);
    }
    return nullptr;
  };
}

/// The product and sum with one rounding; those of narrow types round to f32 between.
Compute fusedCompute(Type type) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    const llvm::fltSemantics &semantics = type.isF64() ? APFloat::IEEEdouble() : APFloat::IEEEsingle();
    auto wide = [&](size_t number) { return converted(floatOf(in[number], type), semantics); };
    APFloat value = wide(0);
    value.fusedMultiplyAdd(wide(1), wide(2), APFloat::rmNearestTiesToEven);
    out[0] = bitsOf(value, type);
    return nullptr;
  };
}

Compute classCompute(Type type, bool (*holds)(const APFloat &)) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    out[0] = holds(floatOf(in[0], type));
    return nullptr;
  };
}

Compute randomCompute() {
  return [](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    llvm::copy(randomWords(in[0], in[1]), out.begin());
    return nullptr;
  };
}

Compute selectCompute() {
  return [](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    out[0] = in[0] ? in[1] : in[2];
    return nullptr;
  };
}

/// What the operation itself folds to for constants.
Compute foldedCompute(Operation *op) {
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  if (!isMemoryEffectFree(op) || op->getNumRegions() != 0 || !llvm::all_of(op->getOperandTypes(), isScalar))
    return {};
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    SmallVector<Attribute> constants;
    for (auto [bits, type] : llvm::zip_equal(in, op->getOperandTypes())) {
      if (isa<FloatType>(type))
        constants.push_back(FloatAttr::get(type, floatOf(bits, type)));
      else
        constants.push_back(IntegerAttr::get(type, llvm::APInt(widthOf(type), bits)));
    }
    // Folding may change the operation itself, which other threads have to run too.
    Operation *copy = op->clone();
    llvm::scope_exit destroy([&] { copy->destroy(); });
    SmallVector<OpFoldResult> folded;
    if (failed(copy->fold(constants, folded)) || folded.size() != out.size())
      return "has no value for these operands, or is not known to this tool";
    for (auto [result, bits] : llvm::zip_equal(folded, out)) {
      if (auto constant = dyn_cast<Attribute>(result))
        bits = bitsOf(constant);
      else
        bits = in[llvm::find(copy->getOperands(), cast<Value>(result)) - copy->operand_begin()];
    }
    return nullptr;
  };
}

} // namespace

Compute mathCompute(Operation *op) {
  if (Compute compute = libraryCompute(op))
    return compute;
  Type type = op->getNumOperands() ? op->getOperand(0).getType() : Type();
  return llvm::TypeSwitch<Operation *, Compute>(op)
      .Case([=](math::FmaOp) { return fusedCompute(type); })
      .Case([=](math::IsNaNOp) { return classCompute(type, [](const APFloat &value) { return value.isNaN(); }); })
      .Case([=](math::IsInfOp) { return classCompute(type, [](const APFloat &value) { return value.isInfinity(); }); })
      .Case([=](math::IsFiniteOp) { return classCompute(type, [](const APFloat &value) { return value.isFinite(); }); })
      .Case([=](math::IsNormalOp) { return classCompute(type, [](const APFloat &value) { return value.isNormal(); }); })
      .Default([](Operation *) { return Compute(); });
}

Compute computeOf(Operation *op) {
  if (isa<arith::SelectOp>(op))
    return selectCompute();
  if (isa<qd::RandomOp>(op))
    return randomCompute();
  for (auto find : {integerCompute, floatCompute, conversionCompute, mathCompute, foldedCompute})
    if (Compute compute = find(op))
      return compute;
  return {};
}

} // namespace qdc
