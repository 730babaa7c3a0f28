//===- IntegerArithmetic.cpp - Integers of up to 64 bits ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qdc {

unsigned widthOf(Type type) { return type.isIndex() ? 64 : type.getIntOrFloatBitWidth(); }

int64_t signedValue(uint64_t bits, unsigned width) { return llvm::SignExtend64(bits, width); }

uint64_t truncated(uint64_t bits, unsigned width) { return bits & llvm::maskTrailingOnes<uint64_t>(width); }

namespace {

constexpr const char *dividesByZero = "divides by zero";
constexpr const char *quotientWraps = "divides the smallest integer by -1";

/// One that cannot fail, of two operands, whose result is cut to `width` bits.
template <typename Function>
Compute total(unsigned width, Function function) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    out[0] = truncated(static_cast<uint64_t>(function(in[0], in[1])), width);
    return nullptr;
  };
}

template <typename Function>
Compute totalSigned(unsigned width, Function function) {
  return total(width, [=](uint64_t a, uint64_t b) { return function(signedValue(a, width), signedValue(b, width)); });
}

template <typename Function>
Compute unsignedDivision(unsigned width, Function function) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    if (in[1] == 0)
      return dividesByZero;
    out[0] = truncated(function(in[0], in[1]), width);
    return nullptr;
  };
}

template <typename Function>
Compute signedDivision(unsigned width, Function function) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    int64_t a = signedValue(in[0], width), b = signedValue(in[1], width);
    if (b == 0)
      return dividesByZero;
    if (a == llvm::minIntN(width) && b == -1)
      return quotientWraps;
    out[0] = truncated(static_cast<uint64_t>(function(a, b)), width);
    return nullptr;
  };
}

int64_t floorOf(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
int64_t ceilOf(int64_t a, int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

/// A shift by as many bits as there are, or more, has no value; what is given then is not to be relied on.
template <typename Function>
Compute shift(unsigned width, Function function) {
  return total(width, [=](uint64_t a, uint64_t b) { return b < width ? uint64_t(function(a, b)) : 0; });
}

/// Both halves of a product.
Compute wholeProduct(unsigned width, bool isSigned) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    auto wide = [&](uint64_t bits) {
      llvm::APInt value(width, bits);
      return isSigned ? value.sext(2 * width) : value.zext(2 * width);
    };
    llvm::APInt product = wide(in[0]) * wide(in[1]);
    out[0] = product.trunc(width).getZExtValue();
    out[1] = product.lshr(width).trunc(width).getZExtValue();
    return nullptr;
  };
}

Compute sumWithCarry(unsigned width) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    uint64_t sum = truncated(in[0] + in[1], width);
    out[1] = sum < in[0];
    out[0] = sum;
    return nullptr;
  };
}

} // namespace

Compute comparisonOf(arith::CmpIPredicate predicate, Type type) {
  unsigned width = widthOf(type);
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    out[0] = arith::applyCmpPredicate(predicate, llvm::APInt(width, in[0]), llvm::APInt(width, in[1]));
    return nullptr;
  };
}

Compute integerCompute(Operation *op) {
  if (op->getNumOperands() == 0 || !op->getOperand(0).getType().isIntOrIndex())
    return {};
  unsigned w = widthOf(op->getOperand(0).getType());
  return llvm::TypeSwitch<Operation *, Compute>(op)
      .Case([=](arith::AddIOp) { return total(w, std::plus<uint64_t>()); })
      .Case([=](arith::SubIOp) { return total(w, std::minus<uint64_t>()); })
      .Case([=](arith::MulIOp) { return total(w, std::multiplies<uint64_t>()); })
      .Case([=](arith::AndIOp) { return total(w, std::bit_and<uint64_t>()); })
      .Case([=](arith::OrIOp) { return total(w, std::bit_or<uint64_t>()); })
      .Case([=](arith::XOrIOp) { return total(w, std::bit_xor<uint64_t>()); })
      .Case([=](arith::MaxSIOp) { return totalSigned(w, [](int64_t a, int64_t b) { return std::max(a, b); }); })
      .Case([=](arith::MinSIOp) { return totalSigned(w, [](int64_t a, int64_t b) { return std::min(a, b); }); })
      .Case([=](arith::MaxUIOp) { return total(w, [](uint64_t a, uint64_t b) { return std::max(a, b); }); })
      .Case([=](arith::MinUIOp) { return total(w, [](uint64_t a, uint64_t b) { return std::min(a, b); }); })
      .Case([=](arith::DivUIOp) { return unsignedDivision(w, std::divides<uint64_t>()); })
      .Case([=](arith::RemUIOp) { return unsignedDivision(w, std::modulus<uint64_t>()); })
      .Case([=](arith::CeilDivUIOp) {
        return unsignedDivision(w, [](uint64_t a, uint64_t b) { return a / b + (a % b != 0); });
      })
      .Case([=](arith::DivSIOp) { return signedDivision(w, std::divides<int64_t>()); })
      .Case([=](arith::RemSIOp) { return signedDivision(w, std::modulus<int64_t>()); })
      .Case([=](arith::FloorDivSIOp) { return signedDivision(w, floorOf); })
      .Case([=](arith::CeilDivSIOp) { return signedDivision(w, ceilOf); })
      .Case([=](arith::ShLIOp) { return shift(w, [](uint64_t a, uint64_t b) { return a << b; }); })
      .Case([=](arith::ShRUIOp) { return shift(w, [](uint64_t a, uint64_t b) { return a >> b; }); })
      .Case([=](arith::ShRSIOp) { return shift(w, [=](uint64_t a, uint64_t b) { return signedValue(a, w) >> b; }); })
      .Case([=](arith::AddUIExtendedOp) { return sumWithCarry(w); })
      .Case([=](arith::MulSIExtendedOp) { return wholeProduct(w, /*isSigned=*/true); })
      .Case([=](arith::MulUIExtendedOp) { return wholeProduct(w, /*isSigned=*/false); })
      .Case([](arith::CmpIOp compare) { return comparisonOf(compare.getPredicate(), compare.getLhs().getType()); })
      .Default([](Operation *) { return Compute(); });
}

/// Folds of floats are those of `arith` by the same name.
static Compute floatFold(arith::AtomicRMWKind kind, Type type) {
  using Kind = arith::AtomicRMWKind;
  auto fold = [=](auto function) -> Compute {
    return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
      out[0] = bitsOf(function(floatOf(in[0], type), floatOf(in[1], type)));
      return nullptr;
    };
  };
  switch (kind) {
  case Kind::addf:
    return fold([](const llvm::APFloat &a, const llvm::APFloat &b) { return a + b; });
  case Kind::mulf:
    return fold([](const llvm::APFloat &a, const llvm::APFloat &b) { return a * b; });
  case Kind::maximumf:
    return fold([](const llvm::APFloat &a, const llvm::APFloat &b) { return llvm::maximum(a, b); });
  case Kind::minimumf:
    return fold([](const llvm::APFloat &a, const llvm::APFloat &b) { return llvm::minimum(a, b); });
  case Kind::maxnumf:
    return fold([](const llvm::APFloat &a, const llvm::APFloat &b) { return llvm::maxnum(a, b); });
  case Kind::minnumf:
    return fold([](const llvm::APFloat &a, const llvm::APFloat &b) { return llvm::minnum(a, b); });
  default:
    return {};
  }
}

Compute foldOf(arith::AtomicRMWKind kind, Type type) {
  using Kind = arith::AtomicRMWKind;
  unsigned w = widthOf(type);
  if (kind == Kind::assign)
    return total(w, [](uint64_t, uint64_t b) { return b; });
  if (isa<FloatType>(type))
    return floatFold(kind, type);
  switch (kind) {
  case Kind::addi:
    return total(w, std::plus<uint64_t>());
  case Kind::muli:
    return total(w, std::multiplies<uint64_t>());
  case Kind::andi:
    return total(w, std::bit_and<uint64_t>());
  case Kind::ori:
    return total(w, std::bit_or<uint64_t>());
  case Kind::xori:
    return total(w, std::bit_xor<uint64_t>());
  case Kind::maxs:
    return totalSigned(w, [](int64_t a, int64_t b) { return std::max(a, b); });
  case Kind::mins:
    return totalSigned(w, [](int64_t a, int64_t b) { return std::min(a, b); });
  case Kind::maxu:
    return total(w, [](uint64_t a, uint64_t b) { return std::max(a, b); });
  case Kind::minu:
    return total(w, [](uint64_t a, uint64_t b) { return std::min(a, b); });
  default:
    return {};
  }
}

} // namespace qdc
