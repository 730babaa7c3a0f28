//===- TaskFunctions.cpp - The two functions of a task --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TaskFunctions.h"

#include "Memory.h"
#include "MergeFunctions.h"
#include "TaskParameters.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"
#include "qdc/Dialect/QD/IR/PrivateForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

/// The type in which a parameter reaches the chunk.
Type chunkType(Type parameter) {
  return isa<MemRefType>(parameter) ? LLVM::LLVMPointerType::get(parameter.getContext()) : memoryType(parameter);
}

/// Creates the chunk's signature, and moves the body after conversions of its parameters.
ChunkFunction createChunk(qd::TaskOp task, SymbolTableCollection &symbols) {
  OpBuilder builder(task);
  SmallVector<Type> types = llvm::map_to_vector(task.getArgumentTypes(), chunkType);
  types.append(2, builder.getI64Type());

  ChunkFunction chunk;
  chunk.function = func::FuncOp::create(builder, task.getLoc(), (task.getSymName() + ".chunk").str(),
                                        builder.getFunctionType(types, {}));
  chunk.function.setPrivate();
  SmallVector<DictionaryAttr> attributes = noAliasAttributes(task, symbols);
  attributes.append(2, builder.getDictionaryAttr({}));
  chunk.function.setAllArgAttrs(attributes);
  Block *entry = chunk.function.addEntryBlock();
  chunk.begin = entry->getArgument(types.size() - 2);
  chunk.end = entry->getArgument(types.size() - 1);
  takeBody(chunk, task, entry, entry->getArguments().drop_back(2));
  if (chunk.loop)
    chunk.accessGroup = LLVM::AccessGroupAttr::get(builder.getContext());
  return chunk;
}

/// The value of privateArraysAttr.
ArrayAttr describeCopies(qd::TaskOp form) {
  Builder builder(form.getContext());
  SmallVector<Attribute> copies;
  for (auto [index, parameter] : llvm::enumerate(form.getArgumentTypes())) {
    auto kindAttr = form.getArgAttrOfType<IntegerAttr>(index, privateCopyAttr);
    if (!kindAttr)
      continue;
    auto kind = static_cast<arith::AtomicRMWKind>(kindAttr.getInt());
    Type element = cast<MemRefType>(parameter).getElementType();
    SymbolRefAttr merge = mergeFunction(form->getParentOfType<ModuleOp>(), kind, element);
    int64_t neutral = neutralBits(kind, element).getSExtValue();
    copies.push_back(
        builder.getArrayAttr({builder.getI32IntegerAttr(index), merge, builder.getI64IntegerAttr(neutral)}));
  }
  return builder.getArrayAttr(copies);
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
  for (auto [index, parameter] : llvm::enumerate(task.getArgumentTypes())) {
    Value address = LLVM::GEPOp::create(builder, location, pointer, i64, block->getArgument(0),
                                        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    arguments.push_back(loadElement(builder, location, chunkType(parameter), address));
  }
  arguments.append({block->getArgument(2), block->getArgument(3)});
  LLVM::CallOp::create(builder, location, TypeRange{}, FlatSymbolRefAttr::get(chunk.getSymNameAttr()), arguments);
  LLVM::ReturnOp::create(builder, location, ValueRange{});

  if (auto of = task->getAttrOfType<FlatSymbolRefAttr>(qd::privateFormAttr)) {
    entry->setAttr(qd::privateFormAttr, of);
    entry->setAttr(qd::privateAtomicsAttr, task->getAttr(qd::privateAtomicsAttr));
    entry->setAttr(privateArraysAttr, describeCopies(task));
    return entry;
  }
  describeEntry(entry, task);
  return entry;
}

} // namespace

FailureOr<ChunkFunction> createTaskFunctions(qd::TaskOp task, SymbolTableCollection &symbols) {
  if (failed(verifyExpanded(task)))
    return failure();
  ChunkFunction chunk = createChunk(task, symbols);
  createEntry(task, chunk.function);
  task.erase();
  return chunk;
}

} // namespace qdc
