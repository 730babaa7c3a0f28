//===- LoopEffects.cpp - What a parallel loop does, for fusion ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEffects.h"
#include "qdc/Dialect/QD/IR/KeptRows.h"

#include <iterator>

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::fusion;

static void setFirst(Operation *&first, Operation *op) {
  if (!first)
    first = op;
}

/// The operation of an atomic that may change places with others of its kind.
static std::optional<arith::AtomicRMWKind> unorderedKind(Operation *op) {
  auto atomic = dyn_cast<memref::AtomicRMWOp>(op);
  if (!atomic || !atomic->use_empty() || atomic.getKind() == arith::AtomicRMWKind::assign)
    return std::nullopt;
  return atomic.getKind();
}

static bool hasOwnRows(Value array) {
  Operation *made = array.getDefiningOp();
  return made && made->hasAttr(hasOwnRowsAttr);
}

void LoopEffects::add(Operation *op, ForOp loop, MemoryLocations &locations) {
  if (isa<AdstackOverflowOp>(op))
    return setFirst(overflow, op);
  if (isa<AssertOp, CheckOp>(op))
    return setFirst(assertion, op);
  if (isa<PrintOp>(op))
    return setFirst(print, op);
  if (mayDoAnything(op))
    return setFirst(unknown, op);
  auto access = dyn_cast<ElementAccess>(op);
  if (!access)
    return;
  if (access.getAccessKind() == AccessKind::volatileLoad)
    return setFirst(volatileLoad, op);
  Value array = access.getArray();
  std::optional<ArrayIdentity> identity = locations.identify(array);
  if (!identity)
    return setFirst(unknown, op);
  if (!loop.isDefinedOutsideOfLoop(array) && array.getDefiningOp<memref::AllocaOp>())
    return;
  ArrayAccess described{op, identity->array, access.getAccessKind(), hasOwnRows(array), unorderedKind(op), {}};
  for (Value index : access.getIndices())
    described.indices.push_back(linearizeIndex(index, loop));
  accesses[identity->memory].push_back(std::move(described));
}

LoopEffects::LoopEffects(ForOp loop, MemoryLocations &locations) : isReduction(loop.isReduction()) {
  loop.getBody().walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    if (++operations > kMaximumFusedOperations)
      return WalkResult::interrupt();
    add(op, loop, locations);
    return WalkResult::advance();
  });
}

bool LoopEffects::writes(MemoryClassId memory) const {
  const auto *found = accesses.find(memory);
  return found != accesses.end() &&
         llvm::any_of(found->second, [](const ArrayAccess &access) { return access.kind != AccessKind::load; });
}

LoopEffects LoopEffects::part(llvm::function_ref<bool(Operation *)> isPart) const {
  LoopEffects found;
  found.operations = operations;
  for (const auto &[memory, all] : accesses)
    for (const ArrayAccess &access : all)
      if (isPart(access.op))
        found.accesses[memory].push_back(access);
  for (auto member : {&LoopEffects::assertion, &LoopEffects::overflow, &LoopEffects::print, &LoopEffects::volatileLoad,
                      &LoopEffects::unknown})
    if (this->*member && isPart(this->*member))
      found.*member = this->*member;
  return found;
}

void LoopEffects::append(LoopEffects &&other) {
  isReduction |= other.isReduction;
  operations += other.operations;
  for (auto &[memory, added] : other.accesses)
    llvm::append_range(accesses[memory], std::move(added));
  for (auto member : {&LoopEffects::assertion, &LoopEffects::overflow, &LoopEffects::print, &LoopEffects::volatileLoad,
                      &LoopEffects::unknown})
    setFirst(this->*member, other.*member);
}
