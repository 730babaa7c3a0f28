//===- UnorderedUpdates.cpp - Updates whose order changes what is left ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/UnorderedUpdates.h"
#include "qdc/Analysis/LinearIndex.h"
#include "qdc/Analysis/MemoryLocations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;
using arith::AtomicRMWKind;
using qdc::qd::AccessKind;
using qdc::qd::ElementAccess;

/// Whether updates of this kind leave the same in whatever order.
static bool commutes(Operation *op) {
  auto update = dyn_cast<memref::AtomicRMWOp>(op);
  return update && update.getKind() != AtomicRMWKind::addf && update.getKind() != AtomicRMWKind::mulf &&
         update.getKind() != AtomicRMWKind::assign;
}

namespace {

/// Looks at one parallel loop.
class UpdateFinder {
public:
  UpdateFinder(qd::ForOp loop, MemoryLocations &locations)
      : loop(loop), locations(locations), range(describeRange(loop)) {}

  void run(SmallVector<UnorderedUpdate> &found);

private:
  bool isShared(ElementAccess access) const {
    Value array = getAccessedArray(access.getArray());
    return !array || !array.getDefiningOp<memref::AllocaOp>();
  }
  SmallVector<std::optional<LinearIndex>> formsOf(ElementAccess access) const {
    return llvm::map_to_vector(access.getIndices(), [&](Value index) { return linearizeIndex(index, loop); });
  }
  bool mayMeet(ElementAccess first, ElementAccess second);

  qd::ForOp loop;
  MemoryLocations &locations;
  SmallVector<IterationDimension> range;
};

} // namespace

/// False if the two are of one element only where one iteration does both.
bool UpdateFinder::mayMeet(ElementAccess first, ElementAccess second) {
  std::optional<ArrayIdentity> one = locations.identify(first.getArray()),
                               other = locations.identify(second.getArray());
  if (!one || !other)
    return true;
  if (one->memory != other->memory)
    return false;
  return one->array != other->array || !meetInOneIteration(formsOf(first), formsOf(second), range);
}

void UpdateFinder::run(SmallVector<UnorderedUpdate> &found) {
  SmallVector<ElementAccess> updates;
  loop.walk([&](ElementAccess access) {
    if (access.getAccessKind() == AccessKind::atomic && isShared(access))
      updates.push_back(access);
  });
  for (ElementAccess update : updates) {
    const bool isOldValueUsed = !update->use_empty();
    if (!isOldValueUsed && commutes(update))
      continue;
    if (llvm::any_of(updates, [&](ElementAccess other) { return mayMeet(update, other); }))
      found.push_back({update, isOldValueUsed});
  }
}

SmallVector<UnorderedUpdate> qdc::findUnorderedUpdates(qd::KernelOp kernel) {
  SmallVector<UnorderedUpdate> found;
  MemoryLocations locations(kernel);
  kernel.walk<WalkOrder::PreOrder>([&](qd::ForOp loop) {
    UpdateFinder(loop, locations).run(found);
    return WalkResult::skip();
  });
  return found;
}
