//===- Gathers.cpp - Loads at neighbours, backwards -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/Gathers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

unsigned Gather::axisOf(unsigned variable) const {
  return llvm::find_if(axes, [&](const Axis &axis) { return axis == Axis(variable); }) - axes.begin();
}

llvm::ArrayRef<Gather> Gathers::in(qd::ForOp loop) const {
  auto found = loops.find(loop);
  return found == loops.end() ? ArrayRef<Gather>() : ArrayRef<Gather>(found->second);
}

namespace {

/// An index in a loop: along which axis of the array it lies, and by how far.
struct Place {
  Gather::Axis axis;
  int64_t offset = 0; // from the variable
};

/// Finds the gathers of one loop.
class LoopGathers {
public:
  LoopGathers(qd::ForOp loop, const Activity &activity) : loop(loop), activity(activity) {}

  /// Whether the body can be run for one load alone.
  bool canRepeat();
  std::optional<Gather> find(ArrayRef<memref::LoadOp> loads);

private:
  bool hasUnitSteps();
  /// Whether the store may put its value where an earlier write of the same iteration put one. That one's adjoint is
  /// 0 then, which only a sweep that leaves 0 after the store would find.
  bool overwrites(memref::StoreOp store, ArrayRef<qd::ElementAccess> earlier);
  std::optional<Place> placeOf(Value index);
  bool add(Gather &gather, memref::LoadOp load);

  qd::ForOp loop;
  const Activity &activity;
  unsigned operations = 0;
};

} // namespace

bool LoopGathers::hasUnitSteps() {
  return loop.getBoundType().isIndex() &&
         llvm::all_of(describeRange(loop), [](const IterationDimension &range) { return range.step == 1; });
}

bool LoopGathers::overwrites(memref::StoreOp store, ArrayRef<qd::ElementAccess> earlier) {
  LoopAccesses accesses(loop);
  auto later = cast<qd::ElementAccess>(store.getOperation());
  return llvm::any_of(earlier, [&](qd::ElementAccess write) {
    return !insideMutuallyExclusiveRegions(write, store) && !accesses.areOfDifferentElements(write, later);
  });
}

bool LoopGathers::canRepeat() {
  llvm::DenseSet<ArrayKey> read;
  llvm::MapVector<ArrayKey, SmallVector<qd::ElementAccess>> written;
  WalkResult result = loop.getBody().walk([&](Operation *op) {
    ++operations;
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && activity.isActive(load))
      read.insert(arrayKey(load.getMemRef()));
    if (isa<memref::StoreOp>(op) || isAtomicAddition(op)) {
      auto access = cast<qd::ElementAccess>(op);
      SmallVector<qd::ElementAccess> &writes = written[arrayKey(access.getArray())];
      auto store = dyn_cast<memref::StoreOp>(op);
      if (store && activity.hasShadow(store.getMemRef()) && overwrites(store, writes))
        return WalkResult::interrupt();
      writes.push_back(access);
    } else if (!load && !isa<scf::IfOp, scf::YieldOp, qd::YieldOp>(op) && (op->getNumRegions() != 0 || !isPure(op))) {
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !result.wasInterrupted() && hasUnitSteps() &&
         llvm::none_of(written, [&](const auto &entry) { return read.contains(entry.first); });
}

std::optional<Place> LoopGathers::placeOf(Value index) {
  std::optional<LinearIndex> form = linearizeIndex(index, loop);
  if (!form || form->width != 64)
    return std::nullopt;
  std::optional<unsigned> variable;
  for (auto [number, coefficient] : llvm::enumerate(form->coefficients)) {
    if (coefficient == 0)
      continue;
    if (coefficient != 1 || variable)
      return std::nullopt;
    variable = number;
  }
  auto constant = static_cast<int64_t>(form->constant);
  if (variable)
    return form->outside.empty() ? std::optional(Place{*variable, constant}) : std::nullopt;
  if (form->outside.empty())
    return Place{constant};
  return loop.isDefinedOutsideOfLoop(index) ? std::optional(Place{index}) : std::nullopt;
}

/// False if the load reads in another way than those that are there. The first one says how.
bool LoopGathers::add(Gather &gather, memref::LoadOp load) {
  SmallVector<Gather::Axis> axes;
  SmallVector<int64_t> offsets(loop.getRank());
  llvm::SmallBitVector counted(loop.getRank());
  for (Value index : load.getIndices()) {
    std::optional<Place> place = placeOf(index);
    if (!place)
      return false;
    axes.push_back(place->axis);
    if (const auto *variable = std::get_if<unsigned>(&place->axis)) {
      // Small enough that sums of them with indices of elements cannot wrap.
      constexpr int64_t furthest = int64_t(1) << 40;
      if (counted.test(*variable) || place->offset < -furthest || place->offset > furthest)
        return false;
      counted.set(*variable);
      offsets[*variable] = place->offset;
    }
  }
  if (!counted.all() || (!gather.loads.empty() && axes != gather.axes))
    return false;
  gather.axes = std::move(axes);
  gather.loads.push_back({load, std::move(offsets)});
  return true;
}

std::optional<Gather> LoopGathers::find(ArrayRef<memref::LoadOp> loads) {
  Gather gather;
  memref::LoadOp first = loads.front();
  gather.array = first.getMemRef();
  if (operations * loads.size() > kMaximumGatheredOperations)
    return std::nullopt;
  for (memref::LoadOp load : loads)
    if (load.getMemRef() != gather.array || !loop.isDefinedOutsideOfLoop(gather.array) || !add(gather, load))
      return std::nullopt;
  return gather;
}

Gathers::Gathers(qd::KernelOp kernel, const Activity &activity, const llvm::DenseSet<Operation *> &others) {
  kernel.getBody().walk([&](qd::ForOp loop) {
    llvm::MapVector<ArrayKey, SmallVector<memref::LoadOp>> loads;
    loop.getBody().walk([&](memref::LoadOp load) {
      if (activity.isActive(load) && !others.contains(load))
        loads[arrayKey(load.getMemRef())].push_back(load);
    });
    LoopGathers finder(loop, activity);
    if (loads.empty() || !finder.canRepeat())
      return;
    for (auto &[array, list] : loads)
      if (std::optional<Gather> gather = finder.find(list)) {
        gathered.insert_range(list);
        loops[loop].push_back(*std::move(gather));
      }
  });
}
