//===- UnorderedUpdates.cpp - Atomics that depend on their order ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/UnorderedUpdates.h"
#include "qdc/Analysis/LinearIndex.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/KeptRows.h"

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
  if (!update)
    return false;
  switch (update.getKind()) {
  case AtomicRMWKind::addf:
  case AtomicRMWKind::mulf:
  case AtomicRMWKind::assign:
  case AtomicRMWKind::maxnumf: // of zeros of both signs, as of NaNs, the first stays
  case AtomicRMWKind::minnumf:
    return false;
  default:
    return true;
  }
}

namespace {

struct Update {
  ElementAccess access;
  std::optional<ArrayIdentity> array; // nullopt: any
  SmallVector<std::optional<LinearIndex>> indices;
};

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
  Update describe(ElementAccess access) {
    return {access, locations.identify(access.getArray()),
            llvm::map_to_vector(access.getIndices(), [&](Value index) { return linearizeIndex(index, loop); })};
  }
  bool mayMeet(const Update &first, const Update &second) const;

  qd::ForOp loop;
  MemoryLocations &locations;
  SmallVector<IterationDimension> range;
};

} // namespace

/// False if the two are of one element only where one iteration does both.
bool UpdateFinder::mayMeet(const Update &first, const Update &second) const {
  if (!first.array || !second.array)
    return true;
  if (first.array->memory != second.array->memory)
    return false;
  return first.array->array != second.array->array || !meetInOneIteration(first.indices, second.indices, range);
}

void UpdateFinder::run(SmallVector<UnorderedUpdate> &found) {
  SmallVector<Update> updates;
  loop.walk([&](ElementAccess access) {
    if (access.getAccessKind() == AccessKind::atomic && isShared(access))
      updates.push_back(describe(access));
  });
  for (const Update &update : updates) {
    ElementAccess access = update.access;
    const bool isOldValueUsed = !access->use_empty() && !access->hasAttr(qd::givesRowsAttr);
    if (!isOldValueUsed && commutes(access))
      continue;
    if (llvm::any_of(updates, [&](const Update &other) { return mayMeet(update, other); }))
      found.push_back({access, isOldValueUsed});
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
