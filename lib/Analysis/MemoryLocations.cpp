//===- MemoryLocations.cpp - Which accesses may touch the same element ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/AddedConstants.h"
#include "qdc/Dialect/QD/IR/Arithmetic.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace qdc;
using qdc::qd::AccessKind;
using qdc::qd::ElementAccess;

bool qdc::hasNoMemoryEffect(Operation *op) { return qd::isArithmetic(op) || isMemoryEffectFree(op); }

bool qdc::mayDoAnything(Operation *op) {
  if (qd::isArithmetic(op))
    return false;
  // Failures, printed lines and a loop's flag have no place in arrays that a pass could change.
  bool isKnown = isa<qd::AdstackOverflowOp, qd::AssertOp, qd::CheckOp, qd::PrintOp, qd::DoWhileOp, memref::AllocaOp,
                     memref::AllocOp>(op) ||
                 isa<ElementAccess>(op) || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isMemoryEffectFree(op);
  return !isKnown;
}

Value qdc::getAccessedArray(Value memref) {
  if (auto argument = dyn_cast<BlockArgument>(memref)) {
    Block *block = argument.getOwner();
    bool isParameter = block->isEntryBlock() && isa<FunctionOpInterface>(block->getParentOp());
    return isParameter ? memref : Value();
  }
  return isa<memref::AllocaOp, memref::AllocOp, memref::GetGlobalOp, qd::TemporaryOp>(memref.getDefiningOp()) ? memref
                                                                                                              : Value();
}

std::optional<ArrayIdentity> MemoryLocations::identify(Value memref) {
  Value array = getAccessedArray(memref);
  if (!array)
    return std::nullopt;
  auto global = array.getDefiningOp<memref::GetGlobalOp>();
  const void *id = global ? global.getNameAttr().getAsOpaquePointer() : array.getAsOpaquePointer();

  auto [entry, isNew] = classOfArray.try_emplace(id, numClasses);
  if (isNew) {
    auto argument = dyn_cast<BlockArgument>(array);
    bool mayAlias = argument && function.getArgAttr(argument.getArgNumber(), qd::mayAliasAttr);
    if (mayAlias && mayAliasClass)
      entry->second = *mayAliasClass;
    else
      ++numClasses;
    if (mayAlias)
      mayAliasClass = entry->second;
  }
  return ArrayIdentity{entry->second, id};
}

MemoryLocations::Sequence MemoryLocations::append(Sequence before, uint64_t word) {
  return sequences.try_emplace({before, word}, sequences.size() + 1).first->second;
}

std::optional<LocationId> MemoryLocations::getLocation(ElementAccess access) {
  std::optional<ArrayIdentity> identity = identify(access.getArray());
  if (!identity)
    return std::nullopt;
  SmallVector<Value, 2> bases;
  SmallVector<int64_t, 2> offsets;
  Sequence name = append(0, reinterpret_cast<uintptr_t>(identity->array));
  for (Value index : access.getIndices()) {
    auto [base, offset] = qd::splitOffset(index);
    bases.push_back(base);
    offsets.push_back(offset);
    name = append(name, reinterpret_cast<uintptr_t>(base.getAsOpaquePointer()));
  }
  auto [group, isNewGroup] = groupIds.try_emplace(name, groups.size());
  if (isNewGroup)
    groups.push_back({*identity, bases});
  for (int64_t offset : offsets)
    name = append(name, offset);
  auto [location, isNew] = locationIds.try_emplace(name, locations.size());
  if (isNew)
    locations.push_back({group->second, offsets});
  return location->second;
}

bool MemoryLocations::mayOverlap(LocationId lhs, LocationId rhs) const {
  if (lhs == rhs)
    return true;
  const Group &lhsGroup = groups[locations[lhs].group], &rhsGroup = groups[locations[rhs].group];
  if (lhsGroup.identity.memory != rhsGroup.identity.memory)
    return false;
  if (lhsGroup.identity.array != rhsGroup.identity.array)
    return true;
  for (auto [dimension, base] : llvm::enumerate(lhsGroup.bases))
    if (base == rhsGroup.bases[dimension] && locations[lhs].offsets[dimension] != locations[rhs].offsets[dimension])
      return false;
  return true;
}

bool MemoryLocations::isSafeToSpeculate(ElementAccess access) const {
  auto type = cast<MemRefType>(access.getArray().getType());
  if (!getAccessedArray(access.getArray()))
    return false;
  return llvm::all_of(llvm::zip_equal(access.getIndices(), type.getShape()), [](auto indexAndExtent) {
    auto [index, extent] = indexAndExtent;
    APInt constant;
    return matchPattern(index, m_ConstantInt(&constant)) && !constant.isNegative() && !ShapedType::isDynamic(extent) &&
           constant.getSExtValue() < extent;
  });
}

static void insert(llvm::BitVector &set, MemoryClassId memory) {
  if (memory >= set.size())
    set.resize(memory + 1);
  set.set(memory);
}

void MemoryLocations::addOwnEffects(Operation *op, MemorySummary &summary) {
  if (qd::isArithmetic(op))
    return;
  summary.holdsParallelLoop |= isa<qd::ForOp>(op);
  summary.mayEnd |= isa<qd::AssertOp, qd::CheckOp, qd::DoWhileOp, scf::WhileOp>(op);
  if (auto doWhile = dyn_cast<qd::DoWhileOp>(op)) {
    if (std::optional<ArrayIdentity> flag = identify(doWhile.getFlag()))
      insert(summary.reads, flag->memory);
    else
      summary.readsAnything = true;
    return;
  }
  if (auto access = dyn_cast<ElementAccess>(op)) {
    AccessKind kind = access.getAccessKind();
    bool reads = kind != AccessKind::store, writes = kind != AccessKind::load;
    std::optional<ArrayIdentity> identity = identify(access.getArray());
    if (!identity) {
      summary.readsAnything |= reads;
      summary.writesAnything |= writes;
      return;
    }
    if (reads)
      insert(summary.reads, identity->memory);
    if (writes)
      insert(summary.writes, identity->memory);
    if (kind == AccessKind::atomic || kind == AccessKind::volatileLoad)
      insert(summary.atomics, identity->memory);
    return;
  }
  if (mayDoAnything(op))
    summary.readsAnything = summary.writesAnything = summary.mayEnd = true;
}

const MemorySummary &MemoryLocations::summarize(Operation *op) {
  auto found = summaries.find(op);
  if (found != summaries.end())
    return *found->second;
  auto summary = std::make_unique<MemorySummary>();
  addOwnEffects(op, *summary);
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps()) {
      if (nested.getNumRegions() == 0) {
        addOwnEffects(&nested, *summary);
        continue;
      }
      const MemorySummary &inner = summarize(&nested);
      summary->reads |= inner.reads;
      summary->writes |= inner.writes;
      summary->atomics |= inner.atomics;
      summary->readsAnything |= inner.readsAnything;
      summary->writesAnything |= inner.writesAnything;
      summary->mayEnd |= inner.mayEnd;
      summary->holdsParallelLoop |= inner.holdsParallelLoop;
    }
  return *(summaries[op] = std::move(summary));
}
