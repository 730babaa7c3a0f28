//===- TaskFunctions.cpp - The two functions of a task --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TaskFunctions.h"

#include "Memory.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

/// The type in which a parameter reaches the chunk.
Type chunkType(Type parameter) {
  return isa<MemRefType>(parameter) ? LLVM::LLVMPointerType::get(parameter.getContext()) : memoryType(parameter);
}

/// The kinds of slot that have an address in them.
bool isAddress(qd::SlotKind kind) {
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
             << index << " of type " << type
             << ", which is not one slot: run 'qd-expand-task-parameters' before 'convert-qd-to-llvm'";
  }
  return success();
}

/// Only arrays that the kernel's user may let overlap can: globals and the workspace are ours.
bool mayAlias(qd::KernelOp kernel, qd::SlotAttr slot) {
  if (slot.getKind() != qd::SlotKind::array)
    return false;
  return kernel && slot.getIndex() < kernel.getNumArguments() &&
         bool(kernel.getArgAttr(slot.getIndex(), qd::mayAliasAttr));
}

/// Creates the chunk's signature, and moves the body behind conversions of its parameters.
ChunkFunction createChunk(qd::TaskOp task, qd::KernelOp kernel) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  SmallVector<Type> types = llvm::map_to_vector(task.getArgumentTypes(), chunkType);
  types.append(2, builder.getI64Type());

  ChunkFunction chunk;
  chunk.function =
      func::FuncOp::create(builder, location, (task.getSymName() + ".chunk").str(), builder.getFunctionType(types, {}));
  chunk.function.setPrivate();
  Block *entry = chunk.function.addEntryBlock();
  chunk.begin = entry->getArgument(types.size() - 2);
  chunk.end = entry->getArgument(types.size() - 1);

  Block *body = &task.getBody().front();
  builder.setInsertionPointToEnd(entry);
  for (auto [index, parameter] : llvm::enumerate(body->getArguments())) {
    BlockArgument argument = entry->getArgument(index);
    qd::SlotAttr slot = task.getSlot(index);
    if (isa<MemRefType>(parameter.getType())) {
      if (!mayAlias(kernel, slot))
        chunk.function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
      // Keeps the body's uses valid until lowerMemory has replaced them all.
      Value memref = UnrealizedConversionCastOp::create(builder, location, parameter.getType(), argument).getResult(0);
      parameter.replaceAllUsesWith(memref);
      chunk.pointers[memref] = argument;
      if (slot.getKind() == qd::SlotKind::error_record)
        chunk.errorRecord = argument;
      else if (slot.getKind() == qd::SlotKind::print_buffer)
        chunk.printBuffer = argument;
      else if (slot.getKind() == qd::SlotKind::workspace)
        chunk.workspace = argument;
    } else {
      parameter.replaceAllUsesWith(fromMemoryType(builder, location, argument, parameter.getType()));
    }
  }

  chunk.loop = task.getParallelLoop();
  if (chunk.loop)
    chunk.accessGroup = LLVM::AccessGroupAttr::get(builder.getContext());
  if (task.getPartials())
    chunk.partials.assign(task.getPartials()->begin(), task.getPartials()->end());
  body->getTerminator()->erase();
  entry->getOperations().splice(entry->end(), body->getOperations());
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, location);
  return chunk;
}

LLVM::LLVMFuncOp createEntry(qd::TaskOp task, func::FuncOp chunk) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  MLIRContext *context = builder.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = builder.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), {pointer, pointer, i64, i64});
  auto entry = LLVM::LLVMFuncOp::create(builder, location, task.getSymName(), type);
  Block *block = entry.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);

  SmallVector<Value> arguments;
  SmallVector<Attribute> slots;
  for (auto [index, parameter] : llvm::enumerate(task.getArgumentTypes())) {
    Value address = LLVM::GEPOp::create(builder, location, pointer, i64, block->getArgument(0),
                                        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    arguments.push_back(loadElement(builder, location, chunkType(parameter), address));
    slots.push_back(task.getSlot(index));
  }
  arguments.append({block->getArgument(2), block->getArgument(3)});
  LLVM::CallOp::create(builder, location, TypeRange{}, FlatSymbolRefAttr::get(chunk.getSymNameAttr()), arguments);
  LLVM::ReturnOp::create(builder, location, ValueRange{});

  entry->setAttr(entryTaskAttr, task.getSymNameAttr());
  entry->setAttr(entryKernelAttr, builder.getStringAttr(task.getKernel()));
  entry->setAttr(entrySlotsAttr, builder.getArrayAttr(slots));
  return entry;
}

} // namespace

FailureOr<ChunkFunction> createTaskFunctions(qd::TaskOp task, SymbolTableCollection &symbols) {
  if (failed(verifyExpanded(task)))
    return failure();
  auto kernel = symbols.lookupNearestSymbolFrom<qd::KernelOp>(task, task.getKernelAttr());
  ChunkFunction chunk = createChunk(task, kernel);
  createEntry(task, chunk.function);
  task.erase();
  return chunk;
}

} // namespace qdc
