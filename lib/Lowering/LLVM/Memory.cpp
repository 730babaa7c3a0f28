//===- Memory.cpp - Elements of arrays ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/Memory.h"

#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace qdc {

Value elementAddress(OpBuilder &builder, Location location, Value pointer, Type element, Value index) {
  Value offset = I64Builder{builder, location}.fromInteger(index);
  return LLVM::GEPOp::create(builder, location, pointer.getType(), memoryType(element), pointer,
                             ArrayRef<LLVM::GEPArg>{offset}, LLVM::GEPNoWrapFlags::inbounds);
}

static void setGroup(Operation *access, LLVM::AccessGroupAttr group) {
  if (group)
    cast<LLVM::AccessGroupOpInterface>(access).setAccessGroups(ArrayAttr::get(access->getContext(), {group}));
}

Value loadElement(OpBuilder &builder, Location location, Type element, Value address, AccessOptions options) {
  auto load =
      LLVM::LoadOp::create(builder, location, memoryType(element), address, /*alignment=*/0, options.isVolatile);
  setGroup(load, options.group);
  return fromMemoryType(builder, location, load, element);
}

void storeElement(OpBuilder &builder, Location location, Value value, Value address, AccessOptions options) {
  auto store = LLVM::StoreOp::create(builder, location, toMemoryType(builder, location, value), address,
                                     /*alignment=*/0, options.isVolatile);
  setGroup(store, options.group);
}

Value stackArray(OpBuilder &builder, Location location, Type element, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *function = builder.getInsertionBlock()->getParentOp();
  if (!isa<func::FuncOp>(function))
    function = function->getParentOfType<func::FuncOp>();
  builder.setInsertionPointToStart(&cast<func::FuncOp>(function).getBody().front());
  Type array = LLVM::LLVMArrayType::get(memoryType(element), count);
  return LLVM::AllocaOp::create(builder, location, LLVM::LLVMPointerType::get(builder.getContext()), array,
                                I64Builder{builder, location}.constant(1), stackArrayAlignment);
}

/// Every array is a parameter or a local one, and used by nothing but accesses.
static LogicalResult verifyMemRefs(const ChunkFunction &chunk) {
  WalkResult result = chunk.function->walk([&](Operation *op) {
    auto isMemRef = [](Value value) { return isa<BaseMemRefType>(value.getType()); };
    bool isSource = isa<memref::AllocaOp, memref::GetGlobalOp, UnrealizedConversionCastOp>(op);
    bool isAccess = isa<qd::ElementAccess, qd::FlatLoadOp, qd::FlatStoreOp>(op);
    if (isSource || (isAccess && llvm::all_of(op->getOperands(), [&](Value operand) {
                       return !isMemRef(operand) || chunk.pointers.contains(operand);
                     })))
      return WalkResult::advance();
    if (llvm::none_of(op->getOperands(), isMemRef) && llvm::none_of(op->getResults(), isMemRef))
      return WalkResult::advance();
    op->emitError("'") << op->getName()
                       << "' cannot take an array here; accepted: 'memref.load', 'memref.store', "
                          "'memref.atomic_rmw', 'qd.atomic_cas', 'qd.volatile_load' on arguments, globals and "
                          "'memref.alloca'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult lowerMemory(ChunkFunction &chunk) {
  SmallVector<Operation *> accesses;
  llvm::DenseSet<Value> localArrays;
  chunk.function.walk([&](Operation *op) {
    if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
      OpBuilder builder(op);
      MemRefType type = alloca.getType();
      chunk.pointers[alloca] = stackArray(builder, op->getLoc(), type.getElementType(), type.getNumElements());
      localArrays.insert(alloca);
    } else if (isa<memref::LoadOp, memref::StoreOp, qd::VolatileLoadOp, qd::FlatLoadOp, qd::FlatStoreOp>(op)) {
      accesses.push_back(op);
    }
  });
  if (failed(verifyMemRefs(chunk)))
    return failure();

  auto group = [&](Operation *op, Value memref) {
    bool iteratesInParallel = chunk.loop && chunk.loop->isProperAncestor(op) && !localArrays.contains(memref);
    return iteratesInParallel ? chunk.accessGroup : LLVM::AccessGroupAttr();
  };
  for (Operation *op : accesses) {
    OpBuilder builder(op);
    Location location = op->getLoc();
    auto address = [&](Value memref, Value index) {
      return elementAddress(builder, location, chunk.pointers.at(memref),
                            cast<MemRefType>(memref.getType()).getElementType(), index);
    };
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      load.replaceAllUsesWith(loadElement(builder, location, load.getType(),
                                          address(load.getMemref(), load.getIndices().front()),
                                          {false, group(op, load.getMemref())}));
    } else if (auto load = dyn_cast<qd::VolatileLoadOp>(op)) {
      load.replaceAllUsesWith(loadElement(builder, location, load.getType(),
                                          address(load.getMemref(), load.getIndices().front()), {true, {}}));
    } else if (auto load = dyn_cast<qd::FlatLoadOp>(op)) {
      load.replaceAllUsesWith(loadElement(builder, location, load.getType(), address(load.getMemref(), load.getIndex()),
                                          {load.getIsVolatile(), {}}));
    } else if (auto store = dyn_cast<qd::FlatStoreOp>(op)) {
      storeElement(builder, location, store.getValue(), address(store.getMemref(), store.getIndex()));
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      storeElement(builder, location, store.getValue(), address(store.getMemref(), store.getIndices().front()),
                   {false, group(op, store.getMemref())});
    }
  }
  for (Operation *op : accesses)
    op->erase();
  return success();
}

void eraseMemRefs(func::FuncOp function) {
  SmallVector<Operation *> sources;
  function.walk([&](Operation *op) {
    if (isa<UnrealizedConversionCastOp, memref::AllocaOp, memref::GetGlobalOp>(op))
      sources.push_back(op);
  });
  for (Operation *op : sources)
    op->erase();
}

} // namespace qdc
