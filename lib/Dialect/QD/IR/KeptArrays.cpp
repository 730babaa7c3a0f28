//===- KeptArrays.cpp - Arrays that keep values, and why ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/KeptArrays.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace qdc::qd;

static constexpr StringLiteral reasonKey = "qd.kept", writeKey = "qd.write";

Location qdc::qd::withKeptArray(Location location, const KeptArray &kept) {
  MLIRContext *context = location.getContext();
  NamedAttrList entries;
  entries.set(reasonKey, StringAttr::get(context, kept.reason));
  if (kept.write)
    entries.set(writeKey, kept.write);
  return FusedLoc::get(context, ArrayRef<Location>(location), entries.getDictionary(context));
}

std::optional<KeptArray> qdc::qd::readKeptArray(Location location) {
  auto fused = dyn_cast<FusedLocWith<DictionaryAttr>>(LocationAttr(location));
  auto reason = fused ? fused.getMetadata().getAs<StringAttr>(reasonKey) : StringAttr();
  if (!reason)
    return std::nullopt;
  return KeptArray{reason.getValue(), fused.getMetadata().getAs<LocationAttr>(writeKey)};
}
