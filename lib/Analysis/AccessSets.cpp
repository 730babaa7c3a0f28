//===- AccessSets.cpp - What a task reads and writes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/AccessSets.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qdc;

namespace {

class AccessCollector {
public:
  AccessCollector(qd::TaskOp task, const GlobalNumbers &globals) : task(task), globals(globals) {}

  void visit(Operation *op);
  AccessSet set;

private:
  void addAccess(Value array, bool reads, bool writes);
  void addBase(Value base, bool reads, bool writes);

  qd::TaskOp task;
  const GlobalNumbers &globals;
};

} // namespace

void AccessCollector::addBase(Value base, bool reads, bool writes) {
  if (auto parameter = dyn_cast<BlockArgument>(base)) {
    if (parameter.getOwner() != &task.getBody().front())
      return;
    qd::SlotAttr slot = task.getSlot(parameter.getArgNumber());
    bool isGlobal = slot && slot.getKind() == qd::SlotKind::global;
    if (!slot || (!isGlobal && slot.getKind() != qd::SlotKind::array))
      return;
    if (reads)
      (isGlobal ? set.readGlobals : set.readArguments).insert(slot.getIndex());
    if (writes)
      (isGlobal ? set.writtenGlobals : set.writtenArguments).insert(slot.getIndex());
    return;
  }
  if (auto temporary = base.getDefiningOp<qd::TemporaryOp>()) {
    if (reads)
      set.readRegions.insert(temporary.getRegion());
    if (writes)
      set.writtenRegions.insert(temporary.getRegion());
    return;
  }
  if (auto global = base.getDefiningOp<memref::GetGlobalOp>()) {
    auto number = globals.find(global.getNameAttr().getAttr());
    if (number == globals.end())
      return;
    if (reads)
      set.readGlobals.insert(number->second);
    if (writes)
      set.writtenGlobals.insert(number->second);
  }
}

/// Follows an array through everything that may pass it on: operands of the operation that made it and, where that has
/// regions, what their terminators hand out.
void AccessCollector::addAccess(Value array, bool reads, bool writes) {
  llvm::SmallSetVector<Value, 4> worklist;
  worklist.insert(array);
  for (size_t position = 0; position < worklist.size(); ++position) {
    Value value = worklist[position];
    addBase(value, reads, writes);
    Operation *source = value.getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner()->getParentOp() != task)
      source = argument.getOwner()->getParentOp();
    if (!source)
      continue;
    auto follow = [&](Operation *op) {
      for (Value operand : op->getOperands())
        if (isa<BaseMemRefType>(operand.getType()))
          worklist.insert(operand);
    };
    follow(source);
    for (Region &region : source->getRegions())
      for (Block &block : region)
        if (!block.empty())
          follow(&block.back());
  }
}

void AccessCollector::visit(Operation *op) {
  if (auto access = dyn_cast<qd::ElementAccess>(op)) {
    qd::AccessKind kind = access.getAccessKind();
    bool writes = kind == qd::AccessKind::store || kind == qd::AccessKind::atomic;
    return addAccess(access.getArray(), /*reads=*/kind != qd::AccessKind::store, writes);
  }
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const MemoryEffects::EffectInstance &instance : instances) {
      bool reads = isa<MemoryEffects::Read>(instance.getEffect());
      bool writes = isa<MemoryEffects::Write>(instance.getEffect());
      if (instance.getValue() && (reads || writes))
        addAccess(instance.getValue(), reads, writes);
    }
    return;
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || op->hasTrait<OpTrait::IsTerminator>())
    return;
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()))
      addAccess(operand, /*reads=*/true, /*writes=*/true);
}

AccessSet qdc::computeAccessSet(qd::TaskOp task, const GlobalNumbers &globals) {
  AccessCollector collector(task, globals);
  task.getBody().walk([&](Operation *op) { collector.visit(op); });
  return std::move(collector.set);
}
