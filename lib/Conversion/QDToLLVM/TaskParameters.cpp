//===- TaskParameters.cpp - A task's body in its function -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TaskParameters.h"

#include "Memory.h"
#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"
#include "qdc/Dialect/QD/IR/SourceSymbols.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

/// The kinds of slot that have an address in them.
static bool isAddress(qd::SlotKind kind) {
  switch (kind) {
  case qd::SlotKind::array:
  case qd::SlotKind::global:
  case qd::SlotKind::workspace:
  case qd::SlotKind::error_record:
  case qd::SlotKind::print_buffer:
    return true;
  default:
    return false;
  }
}

LogicalResult verifyExpanded(qd::TaskOp task) {
  for (auto [index, type] : llvm::enumerate(task.getArgumentTypes())) {
    qd::SlotAttr slot = task.getSlot(index);
    auto memref = dyn_cast<MemRefType>(type);
    bool oneSlot = slot && slot.getKind() != qd::SlotKind::word && isAddress(slot.getKind()) == bool(memref) &&
                   (!memref || memref.getRank() == 1);
    if (!oneSlot)
      return task.emitOpError("has parameter ")
             << index << " of type " << type << ", which is not one slot: run 'qd-expand-task-parameters' first";
  }
  return success();
}

bool mayAlias(qd::TaskOp task, unsigned parameter, SymbolTableCollection &symbols) {
  qd::SlotAttr slot = task.getSlot(parameter);
  if (slot.getKind() != qd::SlotKind::array)
    return false;
  auto kernel = symbols.lookupNearestSymbolFrom<qd::KernelOp>(task, task.getKernelAttr());
  return kernel && slot.getIndex() < kernel.getNumArguments() &&
         bool(kernel.getArgAttr(slot.getIndex(), qd::mayAliasAttr));
}

SmallVector<DictionaryAttr> noAliasAttributes(qd::TaskOp task, SymbolTableCollection &symbols) {
  Builder builder(task.getContext());
  DictionaryAttr none = builder.getDictionaryAttr({});
  DictionaryAttr noAlias =
      builder.getDictionaryAttr(builder.getNamedAttr(LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr()));
  SmallVector<DictionaryAttr> attributes;
  for (auto [index, type] : llvm::enumerate(task.getArgumentTypes()))
    attributes.push_back(isa<MemRefType>(type) && !mayAlias(task, index, symbols) ? noAlias : none);
  return attributes;
}

void describeEntry(Operation *entry, qd::TaskOp task) {
  SmallVector<Attribute> slots;
  for (unsigned index = 0; index < task.getNumArguments(); ++index)
    slots.push_back(task.getSlot(index));
  MLIRContext *context = task.getContext();
  auto source = task->getAttrOfType<StringAttr>(qd::sourceTaskAttr);
  auto sourceKernel = task->getAttrOfType<StringAttr>(qd::sourceKernelAttr);
  entry->setAttr(qd::sourceTaskAttr, source ? source : task.getSymNameAttr());
  entry->setAttr(qd::sourceKernelAttr, sourceKernel ? sourceKernel : StringAttr::get(context, task.getKernel()));
  entry->setAttr(entrySlotsAttr, ArrayAttr::get(context, slots));
}

static void bindArray(ChunkFunction &chunk, qd::SlotKind kind, Value memref, Value address) {
  chunk.pointers[memref] = address;
  if (kind == qd::SlotKind::error_record)
    chunk.errorRecord = address;
  else if (kind == qd::SlotKind::print_buffer)
    chunk.printBuffer = address;
  else if (kind == qd::SlotKind::workspace)
    chunk.workspace = address;
}

void takeBody(ChunkFunction &chunk, qd::TaskOp task, Block *entry, ValueRange arguments) {
  Block *body = &task.getBody().front();
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  Location location = task.getLoc();
  for (auto [index, parameter] : llvm::enumerate(body->getArguments())) {
    Value argument = arguments[index];
    if (isa<MemRefType>(parameter.getType())) {
      // Keeps the body's uses valid until lowerMemory has replaced them all.
      Value memref = UnrealizedConversionCastOp::create(builder, location, parameter.getType(), argument).getResult(0);
      parameter.replaceAllUsesWith(memref);
      bindArray(chunk, task.getSlot(index).getKind(), memref, argument);
    } else {
      parameter.replaceAllUsesWith(fromMemoryType(builder, location, argument, parameter.getType()));
    }
  }

  chunk.loop = task.getParallelLoop();
  if (task.getPartials())
    chunk.partials.assign(task.getPartials()->begin(), task.getPartials()->end());
  body->getTerminator()->erase();
  entry->getOperations().splice(entry->end(), body->getOperations());
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, location);
}

} // namespace qdc
