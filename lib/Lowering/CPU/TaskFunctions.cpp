//===- TaskFunctions.cpp - The two functions of a task --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TaskFunctions.h"

#include "MergeFunctions.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Lowering/CPU/TasksToCPU.h"
#include "qdc/Lowering/Common/Folds.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/TaskParameters.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

/// The type in which a parameter reaches the chunk.
Type chunkType(Type parameter) {
  return isa<MemRefType>(parameter) ? LLVM::LLVMPointerType::get(parameter.getContext()) : memoryType(parameter);
}

void bindArray(ChunkFunction::Facts &chunk, qd::SlotKind kind, Value array, Value address) {
  if (kind == qd::SlotKind::error_record)
    chunk.reports.errorRecord = array;
  else if (kind == qd::SlotKind::print_buffer)
    chunk.reports.printBuffer = array;
  else if (kind == qd::SlotKind::workspace)
    chunk.workspace = address;
}

/// Moves the body of `task` to the end of `entry`, the first block of `chunk.function`, and adds a return. `arguments`
/// are the values of the parameters: addresses, and scalars of `memoryType`. Fills in everything of `chunk` that a task
/// decides; the task is left without a body, to be erased.
void takeBody(ChunkFunction::Facts &chunk, qd::TaskOp task, Block *entry, ValueRange arguments) {
  Block *body = &task.getBody().front();
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  Location location = task.getLoc();
  for (auto [index, parameter] : llvm::enumerate(body->getArguments())) {
    Value argument = arguments[index];
    if (auto type = dyn_cast<MemRefType>(parameter.getType())) {
      Value array = arrayAt(builder, location, type, argument);
      parameter.replaceAllUsesWith(array);
      bindArray(chunk, task.getSlot(index).getKind(), array, argument);
      if (task.getArgAttr(index, privateKindAttr))
        chunk.privateCopies.insert(array);
    } else {
      parameter.replaceAllUsesWith(fromMemoryType(builder, location, argument, parameter.getType()));
    }
  }

  if (task.getPartials())
    chunk.partials.assign(task.getPartials()->begin(), task.getPartials()->end());
  body->getTerminator()->erase();
  entry->getOperations().splice(entry->end(), body->getOperations());
  builder.setInsertionPointToEnd(entry);
  func::ReturnOp::create(builder, location);
}

ChunkFunction createChunk(qd::TaskOp task, ArrayRef<arith::ConstantOp> constants, bool splitInterior,
                          SymbolTableCollection &symbols) {
  OpBuilder builder(task);
  SmallVector<Type> types = llvm::map_to_vector(task.getArgumentTypes(), chunkType);
  const size_t slots = types.size();
  for (arith::ConstantOp constant : constants)
    types.push_back(constant.getType());
  types.append(2, builder.getI64Type());

  const qd::ForOp loop = task.getParallelLoop();
  ChunkFunction::Facts chunk;
  chunk.splitInterior = splitInterior;
  chunk.function = func::FuncOp::create(builder, task.getLoc(), (task.getSymName() + ".chunk").str(),
                                        builder.getFunctionType(types, {}));
  chunk.function.setPrivate();
  markArguments(chunk.function, LLVM::LLVMDialect::getNoAliasAttrName(), [&](unsigned argument) {
    return isa<LLVM::LLVMPointerType>(types[argument]) && !qd::mayAlias(task, argument, symbols);
  });
  Block *entry = chunk.function.addEntryBlock();
  chunk.begin = entry->getArgument(types.size() - 2);
  chunk.end = entry->getArgument(types.size() - 1);
  takeBody(chunk, task, entry, entry->getArguments().take_front(slots));
  for (auto [constant, parameter] : llvm::zip_equal(constants, entry->getArguments().drop_front(slots).drop_back(2))) {
    constant->replaceAllUsesWith(ValueRange(parameter));
    constant->erase();
  }
  if (loop)
    chunk.accessGroup = LLVM::AccessGroupAttr::get(builder.getContext());
  return ChunkFunction(std::move(chunk), loop);
}

/// What the function of a private form says of it, whose task is `form`.
qd::PrivateFormAttr describeCopies(qd::TaskOp form, qd::PrivateFormAttr description) {
  SmallVector<qd::PrivateCopyAttr> copies;
  for (auto [index, parameter] : llvm::enumerate(form.getArgumentTypes())) {
    auto kindAttr = form.getArgAttrOfType<IntegerAttr>(index, privateKindAttr);
    if (!kindAttr)
      continue;
    auto kind = static_cast<arith::AtomicRMWKind>(kindAttr.getInt());
    Type element = cast<MemRefType>(parameter).getElementType();
    FlatSymbolRefAttr merge = mergeFunction(form->getParentOfType<ModuleOp>(), kind, element);
    copies.push_back(
        qd::PrivateCopyAttr::get(form.getContext(), index, merge, neutralBits(kind, element).getZExtValue()));
  }
  return qd::PrivateFormAttr::get(form.getContext(), description.getOf(), description.getAtomics(), copies);
}

/// `constants` are what the task has for parameters of the chunk that are no slots.
LLVM::LLVMFuncOp createEntry(qd::TaskOp task, func::FuncOp chunk, ArrayRef<TypedAttr> constants) {
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
  for (TypedAttr constant : constants)
    arguments.push_back(LLVM::ConstantOp::create(builder, location, constant.getType(), constant));
  arguments.append({block->getArgument(2), block->getArgument(3)});
  LLVM::CallOp::create(builder, location, TypeRange{}, FlatSymbolRefAttr::get(chunk.getSymNameAttr()), arguments);
  LLVM::ReturnOp::create(builder, location, ValueRange{});

  if (auto form = task->getAttrOfType<qd::PrivateFormAttr>(qd::privateFormAttr))
    entry->setAttr(qd::privateFormAttr, describeCopies(task, form));
  else
    describeEntry(entry, task);
  return entry;
}

} // namespace

static LogicalResult verifyCopies(qd::TaskOp task) {
  for (auto [index, type] : llvm::enumerate(task.getArgumentTypes())) {
    Attribute copy = task.getArgAttr(index, privateKindAttr);
    auto kind = dyn_cast_or_null<IntegerAttr>(copy);
    bool isKind = kind && kind.getType().isInteger(64) && arith::symbolizeAtomicRMWKind(kind.getInt());
    if (copy && (!isKind || !isa<MemRefType>(type)))
      return task.emitOpError("has parameter ")
             << index << " of type " << type << " with '" << privateKindAttr << " = " << copy
             << "'; accepted: at arrays, the number of a kind of 'memref.atomic_rmw', as 'qd-privatize-atomics' writes "
                "it";
  }
  return success();
}

FailureOr<ChunkFunction> createTaskFunctions(qd::TaskOp task, const SimilarTasks *similar, bool splitInterior,
                                             SymbolTableCollection &symbols) {
  if (failed(verifyExpanded(task)) || failed(verifyCopies(task)))
    return failure();
  SmallVector<arith::ConstantOp> constants;
  if (similar)
    constants = similar->constants;
  SmallVector<TypedAttr> values =
      llvm::map_to_vector(constants, [](arith::ConstantOp constant) { return constant.getValue(); });
  ChunkFunction chunk = createChunk(task, constants, splitInterior, symbols);
  createEntry(task, chunk.function(), values);
  task.erase();
  return chunk;
}

LogicalResult createSimilarEntries(const SimilarTasks &similar, func::FuncOp chunk) {
  for (const SimilarTasks::Other &other : similar.others) {
    qd::TaskOp task = other.task;
    if (failed(verifyExpanded(task)) || failed(verifyCopies(task)))
      return failure();
    createEntry(task, chunk, other.values);
    task.erase();
  }
  return success();
}

} // namespace qdc
