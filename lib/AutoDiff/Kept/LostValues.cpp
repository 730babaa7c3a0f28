//===- LostValues.cpp - Values that cannot be computed again --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/LostValues.h"
#include "AutoDiff/Analysis/LoopAccesses.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Package/ManifestNames.h"

#include <map>

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;
using qdc::qd::ElementAccess;

/// The operation around `op` at the top level of the kernel.
static Operation *topOf(qd::KernelOp kernel, Operation *op) {
  return kernel.getBody().front().findAncestorOpInBlock(*op);
}

using LoopMap = std::map<Operation *, LoopAccesses>;

/// Whether the write, to memory of the read's class, may change, after the read, what was read.
static bool mayOverwrite(qd::KernelOp kernel, memref::LoadOp load, ElementAccess write, LoopMap &loops) {
  auto read = cast<ElementAccess>(load.getOperation());
  Operation *first = topOf(kernel, load), *second = topOf(kernel, write);
  if (first != second)
    return first->isBeforeInBlock(second);
  auto loop = dyn_cast<qd::ForOp>(first);
  bool isOneArray = arrayKey(read.getArray()) == arrayKey(write.getArray());
  return !(loop && isOneArray && loops.try_emplace(loop, loop).first->second.areOfDifferentElements(read, write));
}

SmallVector<LostValue> qdc::autodiff::findLostValues(qd::KernelOp kernel, const NeededValues &needed) {
  const llvm::DenseSet<Operation *> &reads = needed.reads();
  MemoryLocations locations(kernel);
  llvm::DenseMap<MemoryClassId, SmallVector<ElementAccess>> writes;
  kernel.getBody().walk([&](ElementAccess access) {
    if (access.getAccessKind() == AccessKind::store || access.getAccessKind() == AccessKind::atomic)
      writes[locations.identify(access.getArray())->memory].push_back(access);
  });
  LoopMap loops;
  SmallVector<LostValue> lost;
  kernel.getBody().walk([&](Operation *op) {
    if (!reads.contains(op))
      return;
    auto load = dyn_cast<memref::LoadOp>(op);
    if (!load || isLocalArray(load.getMemRef())) {
      lost.push_back({op, nullptr});
      return;
    }
    SmallVector<ElementAccess> &candidates = writes[locations.identify(load.getMemRef())->memory];
    auto *found =
        llvm::find_if(candidates, [&](ElementAccess write) { return mayOverwrite(kernel, load, write, loops); });
    if (found != candidates.end())
      lost.push_back({op, *found});
  });
  return lost;
}

qd::KeptArray qdc::autodiff::describeKept(const LostValue &lost) {
  if (lost.write && lost.write != lost.read)
    return {enumName(KeptReason::overwritten), LocationAttr(lost.write->getLoc())};
  auto load = dyn_cast<memref::LoadOp>(lost.read);
  const bool isLocal = load && isLocalArray(load.getMemRef());
  return {enumName(isLocal ? KeptReason::local : KeptReason::unrepeatable), {}};
}

void qdc::autodiff::describe(InFlightDiagnostic &diagnostic, const LostValue &lost) {
  auto access = dyn_cast<ElementAccess>(lost.read);
  diagnostic << "'" << lost.read->getName() << "' op ";
  if (lost.write == lost.read)
    diagnostic << "updates " << describeArray(access.getArray()) << ", and the gradient needs what was there before";
  else if (lost.write)
    diagnostic << "reads " << describeArray(access.getArray())
               << ", and the gradient needs the value again when the kernel has overwritten it";
  else if (access && access.getAccessKind() == AccessKind::load)
    diagnostic << "reads a local array, and the gradient needs the value again";
  else if (isa<memref::AllocOp>(lost.read))
    diagnostic << "makes a temporary that the gradient needs";
  else
    diagnostic << "gives a value that the gradient needs, and would give another one when it ran again";
}

void qdc::autodiff::attachWrite(InFlightDiagnostic &diagnostic, const LostValue &lost) {
  if (lost.write && lost.write != lost.read)
    diagnostic.attachNote(lost.write->getLoc()) << "overwritten here";
}
