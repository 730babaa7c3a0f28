//===- TaskParameters.cpp - Slots that a task receives --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/TaskParameters.h"

#include "qdc/Dialect/QD/IR/EqualTasks.h"

using namespace mlir;

namespace qdc {

/// The kinds of slot that have an address in them.
LogicalResult verifyExpanded(qd::TaskOp task) {
  for (auto [index, type] : llvm::enumerate(task.getArgumentTypes())) {
    qd::SlotAttr slot = task.getSlot(index);
    auto memref = dyn_cast<MemRefType>(type);
    bool oneSlot = slot && slot.getKind() != qd::SlotKind::word && qd::isAddress(slot.getKind()) == bool(memref) &&
                   (!memref || (memref.getRank() == 1 && memref.getLayout().isIdentity()));
    if (!oneSlot)
      return task.emitOpError("has parameter ")
             << index << " of type " << type << ", which is not one slot: run 'qd-expand-task-parameters' first";
  }
  return success();
}

void describeEntry(Operation *entry, qd::TaskOp task, qd::LaunchAttr launch) {
  SmallVector<qd::SlotAttr> slots;
  for (unsigned index = 0; index < task.getNumArguments(); ++index)
    slots.push_back(task.getSlot(index));
  MLIRContext *context = task.getContext();
  auto source = task->getAttrOfType<qd::SourceTaskAttr>(qd::sourceTaskAttr);
  if (!source)
    source = qd::SourceTaskAttr::get(context, task.getSymNameAttr(), task.getKernelAttr().getAttr());
  entry->setAttr(qd::entryPointAttr, qd::EntryPointAttr::get(context, source, qd::LoopNodeAttr(), slots, launch));
  if (Attribute equal = task->getAttr(qd::equalTasksAttr))
    entry->setAttr(qd::equalTasksAttr, equal);
}

void markArguments(FunctionOpInterface function, StringRef name, llvm::function_ref<bool(unsigned)> isMarked) {
  Builder builder(function.getContext());
  DictionaryAttr none = builder.getDictionaryAttr({});
  DictionaryAttr mark = builder.getDictionaryAttr(builder.getNamedAttr(name, builder.getUnitAttr()));
  SmallVector<DictionaryAttr> attributes;
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument)
    attributes.push_back(isMarked(argument) ? mark : none);
  function.setAllArgAttrs(attributes);
}

} // namespace qdc
