//===- Accumulations.cpp - How shadows are added to -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/Accumulations.h"
#include "AutoDiff/Analysis/Arrays.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Package/ManifestNames.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

void Accumulations::add(AccumulationKind kind, Value shadow, Location location) {
  if (isLocalArray(shadow))
    return;
  shadows.insert(shadow);
  Builder builder(shadow.getContext());
  NamedAttrList entry;
  entry.set("kind", builder.getStringAttr(enumName(kind)));
  entry.set("location", LocationAttr(location));
  if (auto argument = dyn_cast<BlockArgument>(shadow)) {
    auto kernel = cast<qd::KernelOp>(argument.getOwner()->getParentOp());
    entry.set("shadow", builder.getStringAttr(kernel.getArgumentName(argument.getArgNumber())));
  } else if (auto global = shadow.getDefiningOp<memref::GetGlobalOp>()) {
    entry.set("shadow", global.getNameAttr());
  }
  all.insert(entry.getDictionary(builder.getContext()));
}

void Accumulations::store(qd::KernelOp derivative) const {
  derivative->setAttr(qd::accumulationsAttr, ArrayAttr::get(derivative.getContext(), all.getArrayRef()));
}
