//===- ExplainSize.cpp - Why the host cannot know a size ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Analysis/ExplainSize.h"

#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qdc;

/// What `value` is made of that no launch's arguments tell; null where all that it is made of is known, so that it is
/// the way in which this is done that the loader does not follow.
static Value findUnknown(Value value) {
  llvm::SmallSetVector<Value, 16> made;
  made.insert(value);
  for (size_t at = 0; at < made.size(); ++at) {
    Value part = made[at];
    if (sizeExprFromValue(part))
      continue;
    Operation *definition = part.getDefiningOp();
    if (!definition)
      return part;
    if (isa<qd::ElementAccess>(definition) || definition->getNumRegions() != 0 || definition->getNumOperands() == 0)
      return part;
    made.insert_range(definition->getOperands());
  }
  return {};
}

/// What is wrong with a value, as findUnknown() gives it.
static std::string explain(Value unknown) {
  Operation *definition = unknown.getDefiningOp();
  if (!definition)
    return isa<qd::KernelOp>(unknown.getParentBlock()->getParentOp())
               ? "this argument is no scalar of type index, i32 or i64"
               : "this changes from iteration to iteration";
  std::string text = ("'" + definition->getName().getStringRef() + "' gives this on the device").str();
  return isa<qd::ElementAccess>(definition) ? text + ", from memory that may change until then" : text;
}

void qdc::explainSize(InFlightDiagnostic &error, Value size) {
  if (Value unknown = findUnknown(size))
    error.attachNote(unknown.getLoc()) << explain(unknown);
  else
    error.attachNote(size.getLoc()) << "it is computed in a way that the loader does not follow; it takes constants, "
                                       "arguments of type index, i32 and i64, memref.dim, + - *, signed minimum and "
                                       "maximum, division by a positive constant, and "
                                    << kMaximumSizeExprNodes << " of these at most";
}
