//===- WidenFloats.cpp - Compute in f64 whatever is floats ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/AutoDiff/WidenFloats.h"
#include "qdc/AutoDiff/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace qdc {
#define GEN_PASS_DEF_WIDENFLOATS
#include "qdc/AutoDiff/Passes.h.inc"
} // namespace qdc

using namespace mlir;
using namespace qdc;

static bool isNarrow(Type type) { return type.isF16() || type.isBF16() || type.isF32(); }

static APFloat widened(APFloat value) {
  bool ignored = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &ignored);
  return value;
}

/// Replaces types, and the numbers that have them, wherever they stand.
static AttrTypeReplacer makeReplacer(MLIRContext *context) {
  Type wide = Float64Type::get(context);
  AttrTypeReplacer replacer;
  replacer.addReplacement([wide](FloatType type) -> Type { return isNarrow(type) ? wide : type; });
  // A number is never looked into: its type and its bits change together.
  replacer.addReplacement([wide](FloatAttr number) -> std::optional<std::pair<Attribute, WalkResult>> {
    if (!isNarrow(number.getType()))
      return std::pair<Attribute, WalkResult>(number, WalkResult::skip());
    return std::pair<Attribute, WalkResult>(FloatAttr::get(wide, widened(number.getValue())), WalkResult::skip());
  });
  replacer.addReplacement([wide](DenseFPElementsAttr numbers) -> std::optional<std::pair<Attribute, WalkResult>> {
    if (!isNarrow(numbers.getElementType()))
      return std::pair<Attribute, WalkResult>(numbers, WalkResult::skip());
    DenseElementsAttr wider =
        numbers.mapValues(wide, [](const APFloat &value) { return widened(value).bitcastToAPInt(); });
    return std::pair<Attribute, WalkResult>(wider, WalkResult::skip());
  });
  return replacer;
}

namespace {
/// A bit cast with the types that it had.
struct BitCast {
  arith::BitcastOp op;
  Type from, to;
};
} // namespace

static void restoreBits(BitCast cast) {
  OpBuilder builder(cast.op);
  Location location = cast.op.getLoc();
  Value bits = cast.op.getIn();
  if (isNarrow(cast.from))
    bits = arith::TruncFOp::create(builder, location, cast.from, bits);
  Value result = arith::BitcastOp::create(builder, location, cast.to, bits);
  if (isNarrow(cast.to))
    result = arith::ExtFOp::create(builder, location, Float64Type::get(builder.getContext()), result);
  cast.op.getResult().replaceAllUsesWith(result);
  cast.op.erase();
}

void qdc::widenFloats(ModuleOp module) {
  SmallVector<Operation *> casts;
  SmallVector<BitCast> bitCasts;
  module.walk([&](Operation *op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      casts.push_back(op);
    else if (auto cast = dyn_cast<arith::BitcastOp>(op);
             cast && (isNarrow(cast.getIn().getType()) || isNarrow(cast.getType())))
      bitCasts.push_back({cast, cast.getIn().getType(), cast.getType()});
  });
  makeReplacer(module.getContext())
      .recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false, /*replaceTypes=*/true);
  for (Operation *cast : casts) {
    cast->getResult(0).replaceAllUsesWith(cast->getOperand(0));
    cast->erase();
  }
  for (BitCast cast : bitCasts)
    restoreBits(cast);
}

namespace {
struct WidenFloats : qdc::impl::WidenFloatsBase<WidenFloats> {
  void runOnOperation() override { widenFloats(getOperation()); }
};
} // namespace
