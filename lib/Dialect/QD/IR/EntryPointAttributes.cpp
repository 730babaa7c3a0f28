//===- EntryPointAttributes.cpp - What holds of described functions -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers of the attributes that passes put on tasks and on the functions
// that tasks become.
//
//===----------------------------------------------------------------------===//

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;
using namespace qdc::qd;

LogicalResult LaunchAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, uint32_t blockThreads,
                                 uint32_t subgroupWidth, uint32_t threadsPerIteration, uint32_t iterationsPerThread,
                                 SlotPassing, GridSize) {
  if (!qd_is_subgroup_width(subgroupWidth))
    return emitError() << "'subgroup_width' is " << subgroupWidth << "; accepted: 0 (none is guaranteed), "
                       << QDC_REDUCE_LANES / 2 << ", " << QDC_REDUCE_LANES;
  uint32_t group = qd_reducing_threads(subgroupWidth);
  if (threadsPerIteration != 1 && threadsPerIteration != group && threadsPerIteration != blockThreads)
    return emitError() << "'threads_per_iteration' is " << threadsPerIteration << "; accepted: 1, " << group
                       << " where 'subgroup_width' is " << subgroupWidth << ", and 'block_threads', which is "
                       << blockThreads;
  uint32_t unit = threadsPerIteration == 1 ? 1 : group;
  if (blockThreads == 0 || blockThreads > QDC_GPU_MAXIMUM_BLOCK || blockThreads % unit != 0)
    return emitError() << "'block_threads' is " << blockThreads << "; accepted: multiples of " << unit
                       << " where 'threads_per_iteration' is " << threadsPerIteration << ", up to "
                       << QDC_GPU_MAXIMUM_BLOCK;
  if (subgroupWidth == 0 && threadsPerIteration > 1 && blockThreads != threadsPerIteration)
    return emitError() << "'block_threads' is " << blockThreads << "; accepted: " << threadsPerIteration
                       << ", which is 'threads_per_iteration', since 'subgroup_width' is 0";
  if (iterationsPerThread == 0 || (iterationsPerThread > 1 && threadsPerIteration > 1))
    return emitError() << "'iterations_per_thread' is " << iterationsPerThread
                       << "; accepted: 1, and more where 'threads_per_iteration' is 1";
  return success();
}

LogicalResult LoopNodeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, uint32_t, StringAttr,
                                   LoopStrategy strategy, uint32_t last) {
  if ((strategy == LoopStrategy::graph) == (last != 0))
    return success();
  return emitError() << "'last' is " << last
                     << "; accepted: 1 or more, the tasks at the end of an iteration, as 'graph', "
                     << "and 0 as 'block' and 'grid', which run all";
}

LogicalResult EntryPointAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, SourceTaskAttr task,
                                     LoopNodeAttr loop, ArrayRef<SlotAttr> slots, LaunchAttr) {
  if (!task == !loop)
    return emitError() << "an entry point runs one 'task' or one 'loop', not " << (task ? "both" : "neither");
  for (auto [index, slot] : llvm::enumerate(slots))
    if (slot.getKind() == SlotKind::word)
      return emitError() << "slot " << index << " of an entry point is a word, which a launch does not pass; its code "
                         << "loads words from the workspace";
  return success();
}

LogicalResult PrivateFormAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError, FlatSymbolRefAttr,
                                      uint32_t atomics, ArrayRef<PrivateCopyAttr> copies) {
  if (atomics == 0)
    return emitError() << "a private form saves 1 atomic or more, but 'atomics' is 0";
  for (unsigned index = 1; index < copies.size(); ++index)
    if (copies[index].getSlot() <= copies[index - 1].getSlot())
      return emitError() << "'copies' are not in ascending order of slots: " << copies[index].getSlot()
                         << " stands after " << copies[index - 1].getSlot();
  return success();
}

/// Fails if an attribute of a task or function holds something else than `Attribute`, which reads `spelling`.
template <typename Attribute>
static LogicalResult verifyKind(Operation *op, NamedAttribute attribute, StringRef spelling) {
  if (isa<Attribute>(attribute.getValue()))
    return success();
  return op->emitOpError() << "has '" << attribute.getName().getValue() << "' with another value than '" << spelling
                           << "', which passes write";
}

/// A task says at its parameters which of them are copies, a function in the attribute.
static LogicalResult verifyPrivateForm(Operation *op, PrivateFormAttr form) {
  if (isa<TaskOp>(op) && !form.getCopies().empty())
    return op->emitOpError() << "has '" << privateFormAttr << "' with 'copies', which only functions have";
  if (!isa<TaskOp>(op) && form.getCopies().empty())
    return op->emitOpError() << "has '" << privateFormAttr << "' without 'copies'; a private form has one or more";
  return success();
}

/// Each has a slot for each parameter of the code that it shares.
static LogicalResult verifyEqualTasks(Operation *op, Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  auto isDescribed = [](Attribute equal) {
    auto description = dyn_cast<EntryPointAttr>(equal);
    return description && description.getTask() && !description.getLaunch();
  };
  if (!list || !llvm::all_of(list, isDescribed))
    return op->emitOpError() << "has '" << equalTasksAttr
                             << "' with another value than '[#qd.entry_point<task = ..., slots = ...>]', which passes "
                                "write";
  auto own = op->getAttrOfType<EntryPointAttr>(entryPointAttr);
  size_t slots = own ? own.getSlots().size() : cast<FunctionOpInterface>(op).getNumArguments();
  for (auto equal : list.getAsRange<EntryPointAttr>())
    if (equal.getSlots().size() != slots)
      return op->emitOpError() << "has '" << equalTasksAttr << "' with " << equal.getSlots().size() << " slots for "
                               << equal.getTask().getTask() << ", but " << slots << " of its own";
  return success();
}

LogicalResult QDDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  // What passes leave is verified here. Other operations must not have these attributes at all (AttributeOwners.h).
  if (!isa<FunctionOpInterface>(op) || isa<KernelOp>(op))
    return success();
  StringRef name = attribute.getName().getValue();
  if (name == sourceTaskAttr)
    return verifyKind<SourceTaskAttr>(op, attribute, "#qd.source_task<...>");
  if (name == entryPointAttr)
    return verifyKind<EntryPointAttr>(op, attribute, "#qd.entry_point<...>");
  if (name == equalTasksAttr)
    return verifyEqualTasks(op, attribute.getValue());
  if (name != privateFormAttr)
    return success();
  if (failed(verifyKind<PrivateFormAttr>(op, attribute, "#qd.private_form<...>")))
    return failure();
  return verifyPrivateForm(op, cast<PrivateFormAttr>(attribute.getValue()));
}
