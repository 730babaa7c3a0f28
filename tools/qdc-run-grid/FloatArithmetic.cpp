//===- FloatArithmetic.cpp - Floats of up to 64 bits ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using llvm::APFloat;

namespace qdc {

APFloat floatOf(uint64_t bits, Type type) {
  return {cast<FloatType>(type).getFloatSemantics(), llvm::APInt(type.getIntOrFloatBitWidth(), bits)};
}

uint64_t bitsOf(const APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }

uint64_t bitsOf(APFloat value, Type type) {
  bool losesInfo;
  value.convert(cast<FloatType>(type).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return bitsOf(value);
}

uint64_t bitsOf(Attribute constant) {
  if (auto number = dyn_cast<FloatAttr>(constant))
    return bitsOf(number.getValue());
  return cast<IntegerAttr>(constant).getValue().getZExtValue();
}

namespace {

template <typename Function>
Compute ofTwo(Type type, Function function) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    out[0] = bitsOf(function(floatOf(in[0], type), floatOf(in[1], type)));
    return nullptr;
  };
}

template <typename Function>
Compute ofOne(Function function) {
  return [=](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) -> const char * {
    out[0] = function(in[0]);
    return nullptr;
  };
}

APFloat remainder(APFloat a, const APFloat &b) {
  a.mod(b);
  return a;
}

Compute toInteger(Type from, Type to, bool isSigned) {
  return ofOne([=](uint64_t bits) {
    llvm::APSInt value(widthOf(to), /*isUnsigned=*/!isSigned);
    bool isExact;
    floatOf(bits, from).convertToInteger(value, APFloat::rmTowardZero, &isExact); // saturates; of a NaN 0
    return value.getZExtValue();
  });
}

Compute toFloat(Type from, Type to, bool isSigned) {
  return ofOne([=](uint64_t bits) {
    APFloat value(cast<FloatType>(to).getFloatSemantics());
    value.convertFromAPInt(llvm::APInt(widthOf(from), bits), isSigned, APFloat::rmNearestTiesToEven);
    return bitsOf(value);
  });
}

} // namespace

Compute floatCompute(Operation *op) {
  if (op->getNumOperands() == 0 || !isa<FloatType>(op->getOperand(0).getType()))
    return {};
  Type type = op->getOperand(0).getType();
  return llvm::TypeSwitch<Operation *, Compute>(op)
      .Case([=](arith::AddFOp) { return foldOf(arith::AtomicRMWKind::addf, type); })
      .Case([=](arith::MulFOp) { return foldOf(arith::AtomicRMWKind::mulf, type); })
      .Case([=](arith::MaximumFOp) { return foldOf(arith::AtomicRMWKind::maximumf, type); })
      .Case([=](arith::MinimumFOp) { return foldOf(arith::AtomicRMWKind::minimumf, type); })
      .Case([=](arith::MaxNumFOp) { return foldOf(arith::AtomicRMWKind::maxnumf, type); })
      .Case([=](arith::MinNumFOp) { return foldOf(arith::AtomicRMWKind::minnumf, type); })
      .Case([=](arith::SubFOp) { return ofTwo(type, [](const APFloat &a, const APFloat &b) { return a - b; }); })
      .Case([=](arith::DivFOp) { return ofTwo(type, [](const APFloat &a, const APFloat &b) { return a / b; }); })
      .Case([=](arith::RemFOp) { return ofTwo(type, remainder); })
      .Case([=](arith::NegFOp) { return ofOne([=](uint64_t bits) { return bitsOf(-floatOf(bits, type)); }); })
      .Case([=](arith::CmpFOp compare) -> Compute {
        return [=, predicate = compare.getPredicate()](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) {
          out[0] = arith::applyCmpPredicate(predicate, floatOf(in[0], type), floatOf(in[1], type));
          return nullptr;
        };
      })
      .Default([](Operation *) { return Compute(); });
}

Compute conversionCompute(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return {};
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  auto signExtended = [=] {
    return ofOne([=](uint64_t bits) { return truncated(signedValue(bits, widthOf(from)), widthOf(to)); });
  };
  auto cut = [=] { return ofOne([=](uint64_t bits) { return truncated(bits, widthOf(to)); }); };
  auto rounded = [=] { return ofOne([=](uint64_t bits) { return bitsOf(floatOf(bits, from), to); }); };
  return llvm::TypeSwitch<Operation *, Compute>(op)
      .Case<arith::ExtSIOp, arith::IndexCastOp>([=](auto) { return signExtended(); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp, arith::BitcastOp>([=](auto) { return cut(); })
      .Case<arith::ExtFOp, arith::TruncFOp>([=](auto) { return rounded(); })
      .Case([=](arith::FPToSIOp) { return toInteger(from, to, /*isSigned=*/true); })
      .Case([=](arith::FPToUIOp) { return toInteger(from, to, /*isSigned=*/false); })
      .Case([=](arith::SIToFPOp) { return toFloat(from, to, /*isSigned=*/true); })
      .Case([=](arith::UIToFPOp) { return toFloat(from, to, /*isSigned=*/false); })
      .Default([](Operation *) { return Compute(); });
}

} // namespace qdc
