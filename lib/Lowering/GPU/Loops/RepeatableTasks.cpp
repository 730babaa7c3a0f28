//===- RepeatableTasks.cpp - Serial tasks for each block ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RepeatableTasks.h"

#include "TaskAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

namespace {

/// The elements that some tasks use, all of them or one after the other.
class Elements {
public:
  void add(const LoopBody &body, Value array, Value index) { elements.push_back(elementOf(body, array, index)); }
  /// Whether one of them may be this one.
  bool mayHave(const LoopBody &body, Value array, Value index) const {
    return llvm::any_of(elements, [own = elementOf(body, array, index)](const Element &other) {
      return own.place == other.place && (!own.index || !other.index || *own.index == *other.index);
    });
  }

private:
  struct Element {
    Attribute place;
    std::optional<int64_t> index; // none: any
  };
  static Element elementOf(const LoopBody &body, Value array, Value index) {
    Attribute place = TaskAccesses::placeOf(body, cast<BlockArgument>(array));
    // Of arrays that may overlap, different indices may be one element.
    return {place, isa<UnitAttr>(place) ? std::nullopt : getConstantIntValue(index)};
  }

  SmallVector<Element> elements;
};

} // namespace

/// An array of the thread's own, which it alone uses.
static bool isLocal(Value array) { return array.getDefiningOp<memref::AllocaOp>() != nullptr; }

/// Partials have indices that are computed, and no serial task stores to them.
static bool isPartial(const LoopBody &body, qd::FlatLoadOp load) {
  return load.getMemref() == body.workspace() && !getConstantIntValue(load.getIndex());
}

static bool isRepeatable(Operation *op, const LoopBody &body, Elements &loaded, Elements &stored) {
  if (auto load = dyn_cast<qd::FlatLoadOp>(op)) {
    if (!isLocal(load.getMemref()) && !isPartial(body, load))
      loaded.add(body, load.getMemref(), load.getIndex());
    return !load.getIsVolatile() && !load.getScope();
  }
  auto store = dyn_cast<qd::FlatStoreOp>(op);
  if (!store || isLocal(store.getMemref()))
    return !isa<qd::FlatAtomicRMWOp, qd::FlatAtomicCasOp>(op);
  const bool isAgain = op->getParentOfType<scf::WhileOp>() || op->getParentOfType<scf::ForOp>() ||
                       stored.mayHave(body, store.getMemref(), store.getIndex());
  stored.add(body, store.getMemref(), store.getIndex());
  return !isAgain;
}

bool areRepeatable(ArrayRef<const LoopBody *> tasks) {
  Elements loaded, stored;
  auto everyOperation = [&](llvm::function_ref<bool(const LoopBody &body, Operation *op)> isFine) {
    return llvm::all_of(tasks, [&](const LoopBody *body) {
      func::FuncOp function = body->function();
      return !function
                  .walk([&](Operation *op) {
                    return isFine(*body, op) ? WalkResult::advance() : WalkResult::interrupt();
                  })
                  .wasInterrupted();
    });
  };
  return everyOperation([&](const LoopBody &body, Operation *op) { return isRepeatable(op, body, loaded, stored); }) &&
         everyOperation([&](const LoopBody &body, Operation *op) {
           auto store = dyn_cast<qd::FlatStoreOp>(op);
           return !store || isLocal(store.getMemref()) || !loaded.mayHave(body, store.getMemref(), store.getIndex());
         });
}

} // namespace qdc
