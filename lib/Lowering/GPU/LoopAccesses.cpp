//===- LoopAccesses.cpp - What tasks of a loop must wait for --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace qdc {

/// Arrays that may overlap are one place.
static Attribute placeOf(qd::SlotAttr slot, bool mayAlias) {
  return mayAlias ? Attribute(UnitAttr::get(slot.getContext())) : slot;
}

LoopAccesses LoopAccesses::of(const GridBody &body) {
  LoopAccesses found;
  func::FuncOp function = body.function;
  for (auto [index, slot] : llvm::enumerate(body.slots)) {
    BlockArgument parameter = function.getArgument(index);
    if (!isa<MemRefType>(parameter.getType()) || parameter.use_empty())
      continue;
    bool isRecord = slot.getKind() == qd::SlotKind::error_record || slot.getKind() == qd::SlotKind::print_buffer;
    bool isRead = !isRecord && llvm::all_of(parameter.getUsers(),
                                            llvm::IsaPred<qd::FlatLoadOp, memref::ExtractAlignedPointerAsIndexOp>);
    Attribute place = placeOf(slot, function.getArgAttr(index, qd::mayAliasAttr) != nullptr);
    (isRead ? found.reads : found.writes).insert(place);
    found.mayFail |= slot.getKind() == qd::SlotKind::error_record;
  }
  return found;
}

bool LoopAccesses::writesWhatIsUsedBy(const LoopAccesses &other) const {
  return llvm::any_of(writes,
                      [&](Attribute place) { return other.reads.contains(place) || other.writes.contains(place); });
}

bool LoopAccesses::conflictsWith(const LoopAccesses &other) const {
  bool keepsOrder = (mayFail && !other.isEmpty()) || (other.mayFail && !isEmpty());
  return keepsOrder || writesWhatIsUsedBy(other) || other.writesWhatIsUsedBy(*this);
}

void LoopAccesses::addRead(qd::SlotAttr slot, bool mayAlias) { reads.insert(placeOf(slot, mayAlias)); }

void LoopAccesses::add(const LoopAccesses &other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
  mayFail |= other.mayFail;
}

void LoopAccesses::clear() { *this = {}; }

} // namespace qdc
