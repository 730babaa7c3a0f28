//===- MemoryOps.cpp - The flat form of memory ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;
using namespace qdc::qd;

/// `value` is of a type that values have in memory (MemoryTypes.h), or, where that is said, a bf16.
static LogicalResult verifyAccess(Operation *op, Value array, Type value, bool mayBeBF16 = false) {
  bool isWhole = llvm::is_contained({8U, 16U, 32U, 64U}, value.getIntOrFloatBitWidth());
  if (!isWhole || (value.isBF16() && !mayBeBF16))
    return op->emitOpError() << "accesses a value of type " << value
                             << "; accepted: integers of 8, 16, 32 and 64 bits, f16, f32 and f64";
  if (Attribute attribute = op->getAttr(alignmentAttr)) {
    auto alignment = dyn_cast<IntegerAttr>(attribute);
    const int64_t bytes = value.getIntOrFloatBitWidth() / 8;
    if (!alignment || !alignment.getType().isInteger(64) || alignment.getInt() < bytes ||
        !llvm::isPowerOf2_64(alignment.getInt()))
      return op->emitOpError() << "has '" << alignmentAttr << "' = " << attribute
                               << "; accepted: a power of two of at least " << bytes << ", an i64";
  }
  auto type = cast<MemRefType>(array.getType());
  if (type.getRank() == 1 && type.getLayout().isIdentity())
    return success();
  return op->emitOpError() << "accesses " << type << "; accepted: an array of rank 1 without a layout";
}

//===----------------------------------------------------------------------===//
// FlatLoadOp, FlatStoreOp
//===----------------------------------------------------------------------===//

/// A volatile or atomic load keeps its place among others, as if it wrote.
void FlatLoadOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getMemrefMutable());
  if (getIsVolatile() || getScope())
    effects.emplace_back(MemoryEffects::Write::get(), &getMemrefMutable());
}

LogicalResult FlatLoadOp::verify() {
  if (getIsInvariant() && (getIsVolatile() || getScope()))
    return emitOpError("is invariant, and volatile or atomic; what nothing writes needs neither");
  return verifyAccess(*this, getMemref(), getType());
}

LogicalResult FlatStoreOp::verify() { return verifyAccess(*this, getMemref(), getValue().getType()); }

//===----------------------------------------------------------------------===//
// FlatAtomicRMWOp, FlatAtomicCasOp
//===----------------------------------------------------------------------===//

static bool foldsFloats(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  return llvm::is_contained({Kind::addf, Kind::mulf, Kind::maximumf, Kind::minimumf, Kind::maxnumf, Kind::minnumf},
                            kind);
}

LogicalResult FlatAtomicRMWOp::verify() {
  if (foldsFloats(getKind()) != isa<FloatType>(getValue().getType()))
    return emitOpError("folds ") << getValue().getType() << " by '" << arith::stringifyAtomicRMWKind(getKind())
                                 << "'; accepted: floats by kinds of floats, integers by others";
  return verifyAccess(*this, getMemref(), getValue().getType(), /*mayBeBF16=*/true);
}

LogicalResult FlatAtomicCasOp::verify() { return verifyAccess(*this, getMemref(), getExpected().getType()); }
