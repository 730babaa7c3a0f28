//===- TaskAccesses.cpp - What tasks read and write -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TaskAccesses.h"

#include "LoopWords.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace qdc {

/// Arrays that may overlap are one place.
static Attribute placeOf(qd::SlotAttr slot, bool mayAlias) {
  return mayAlias ? Attribute(UnitAttr::get(slot.getContext())) : slot;
}

Attribute TaskAccesses::placeOf(const GridBody &body, BlockArgument parameter) {
  func::FuncOp function = body.function();
  const unsigned index = parameter.getArgNumber();
  return qdc::placeOf(body.slots()[index], function.getArgAttr(index, qd::mayAliasAttr) != nullptr);
}

/// A word, or the partials that begin there.
static Attribute placeOfWord(MLIRContext *context, uint64_t offset) {
  return IntegerAttr::get(IntegerType::get(context, 64), static_cast<int64_t>(offset));
}

void TaskAccesses::addWords(const GridBody &body) {
  MLIRContext *context = body.workspace().getContext();
  SmallVector<int64_t> areas(body.partials());
  llvm::append_range(areas, body.combined());
  for (Operation *user : body.workspace().getUsers()) {
    auto load = dyn_cast<qd::FlatLoadOp>(user);
    auto store = dyn_cast<qd::FlatStoreOp>(user);
    assert((load || store) && "words are loaded and stored");
    std::optional<uint64_t> word =
        wordAt(body.workspace(), load ? load.getIndex() : store.getIndex(), body.workspace());
    if (word && llvm::all_of(areas, [&](int64_t area) { return *word < static_cast<uint64_t>(area); }))
      (load ? reads : writes).insert(placeOfWord(context, *word));
  }
  for (int64_t area : body.partials())
    writes.insert(placeOfWord(context, area));
  for (int64_t area : body.combined())
    reads.insert(placeOfWord(context, area));
}

TaskAccesses TaskAccesses::of(const GridBody &body) {
  TaskAccesses found;
  func::FuncOp function = body.function();
  for (auto [index, slot] : llvm::enumerate(body.slots())) {
    BlockArgument parameter = function.getArgument(index);
    if (!isa<MemRefType>(parameter.getType()) || parameter.use_empty())
      continue;
    if (parameter == body.workspace()) {
      found.addWords(body);
      continue;
    }
    bool isRecord = slot.getKind() == qd::SlotKind::error_record || slot.getKind() == qd::SlotKind::print_buffer;
    bool isRead = !isRecord && llvm::all_of(parameter.getUsers(),
                                            llvm::IsaPred<qd::FlatLoadOp, memref::ExtractAlignedPointerAsIndexOp>);
    Attribute place = placeOf(body, parameter);
    (isRead ? found.reads : found.writes).insert(place);
    found.mayFail |= slot.getKind() == qd::SlotKind::error_record;
  }
  return found;
}

bool TaskAccesses::writesWhatIsUsedBy(const TaskAccesses &other) const {
  return llvm::any_of(writes,
                      [&](Attribute place) { return other.reads.contains(place) || other.writes.contains(place); });
}

bool TaskAccesses::conflictsWith(const TaskAccesses &other) const {
  bool keepsOrder = (mayFail && !other.isEmpty()) || (other.mayFail && !isEmpty());
  return keepsOrder || writesWhatIsUsedBy(other) || other.writesWhatIsUsedBy(*this);
}

void TaskAccesses::addAsRead(const TaskAccesses &other) {
  reads.insert(other.reads.begin(), other.reads.end());
  reads.insert(other.writes.begin(), other.writes.end());
}

void TaskAccesses::addRead(qd::SlotAttr slot, bool mayAlias) { reads.insert(qdc::placeOf(slot, mayAlias)); }

void TaskAccesses::addWrittenWord(MLIRContext *context, uint64_t word) { writes.insert(placeOfWord(context, word)); }

void TaskAccesses::add(const TaskAccesses &other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
  mayFail |= other.mayFail;
}

void TaskAccesses::clear() { *this = {}; }

} // namespace qdc
