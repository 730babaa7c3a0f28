//===- KernelFunction.cpp - A task on its way to a GPU kernel -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelFunction.h"

#include "../QDToLLVM/Memory.h"
#include "../QDToLLVM/TaskParameters.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Conversion/QDToGPU/QDToGPU.h"
#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qdc {

namespace {

/// Enough warps to hide latencies, and few enough threads for a body that takes 255 registers to run.
constexpr unsigned defaultBlockThreads = 256;

/// The type in which a slot arrives: an address or 64 bits.
Type slotType(Type parameter) {
  MLIRContext *context = parameter.getContext();
  if (isa<MemRefType>(parameter))
    return LLVM::LLVMPointerType::get(context, globalAddressSpace);
  return IntegerType::get(context, 64);
}

/// The scalar, of memoryType, in the low end of a slot.
Value unpackScalar(OpBuilder &builder, Location location, Value slot, Type parameter) {
  Type type = memoryType(parameter);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    slot = arith::TruncIOp::create(builder, location, builder.getIntegerType(width), slot);
  return isa<FloatType>(type) ? Value(arith::BitcastOp::create(builder, location, type, slot)) : slot;
}

LaunchShape chooseShape(qd::TaskOp task) {
  LaunchShape shape;
  if (task.getNumArguments() > QDC_GPU_MAXIMUM_PARAMETERS)
    shape.slotPassing = SlotPassing::memory;
  qd::ForOp loop = task.getParallelLoop();
  bool hasWarps = loop ? loop.isReduction() : !task.getBody().getOps<qd::CombinePartialsOp>().empty();
  shape.threadsPerIteration = hasWarps ? QDC_GPU_SUBGROUP : 1;
  unsigned wanted = loop ? loop.getBlockDim().value_or(defaultBlockThreads) : 1;
  shape.blockThreads = llvm::alignTo(wanted, shape.threadsPerIteration);
  return shape;
}

/// A warp works on the partials, and all of its threads come that way: only what they may repeat can stand in front.
LogicalResult verifyCombines(qd::TaskOp task) {
  bool hasEffect = false;
  WalkResult result = task.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<qd::CombinePartialsOp>(op) && (hasEffect || op->getParentOp() != task)) {
      op->emitOpError("stands after an operation with effects, or in a region; it must be among the first statements "
                      "of its task, as 'qd-offload' makes it");
      return WalkResult::interrupt();
    }
    bool mayRepeat = isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op) || op == task;
    hasEffect |= !mayRepeat;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// The function with one parameter for each slot that takes over the body.
void createBodyFunction(KernelFunction &kernel, qd::TaskOp task, const Twine &name, SymbolTableCollection &symbols) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  SmallVector<Type> types = llvm::map_to_vector(task.getArgumentTypes(), slotType);
  auto function = func::FuncOp::create(builder, location, name.str(), builder.getFunctionType(types, {}));
  function.setAllArgAttrs(noAliasAttributes(task, symbols));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  SmallVector<Value> arguments;
  for (auto [type, slot] : llvm::zip_equal(task.getArgumentTypes(), entry->getArguments()))
    arguments.push_back(isa<MemRefType>(type) ? slot : unpackScalar(builder, location, slot, type));
  kernel.chunk.function = function;
  takeBody(kernel.chunk, task, entry, arguments);
}

/// Leaves at the start where an iteration of the launch has failed.
void checkRecord(ChunkFunction &chunk) {
  Block *entry = &chunk.function.getBody().front();
  Location location = chunk.function.getLoc();
  Block *body = entry->splitBlock(entry->begin());
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  static_assert(offsetof(qd_error_record, code) == 0, "the code is read from the record's address");
  // Volatile rather than atomic: LLVM 22 cannot select an atomic load from memory that its function does not write.
  Value code = loadElement(builder, location, builder.getI32Type(), chunk.errorRecord, {/*isVolatile=*/true, {}});
  Value none = arith::ConstantIntOp::create(builder, location, QD_ERROR_NONE, 32);
  Value isFine = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, code, none);
  Block *leave = builder.createBlock(&chunk.function.getBody(), chunk.function.getBody().end());
  func::ReturnOp::create(builder, location);
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, location, isFine, body, leave);
}

/// The entry point that reads the slots at its one parameter and calls the body.
func::FuncOp createLoadingEntry(qd::TaskOp task, func::FuncOp body) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), globalAddressSpace);
  auto entry = func::FuncOp::create(builder, location, task.getSymName(), builder.getFunctionType({pointer}, {}));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  SmallVector<Value> slots;
  for (auto [index, type] : llvm::enumerate(body.getArgumentTypes())) {
    Value address = LLVM::GEPOp::create(builder, location, pointer, builder.getI64Type(), entry.getArgument(0),
                                        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    // The slots of a launch stay as they are until it is over.
    slots.push_back(LLVM::LoadOp::create(builder, location, type, address, /*alignment=*/sizeof(qd_slot),
                                         /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/true));
  }
  func::CallOp::create(builder, location, body, slots);
  func::ReturnOp::create(builder, location);
  return entry;
}

} // namespace

KernelFunction::Place KernelFunction::place(OpBuilder &builder, Location location) const {
  GPUBuilder gpu{builder, location, intrinsics};
  I64Builder i64{builder, location};
  uint32_t groupThreads = shape.threadsPerIteration;
  Value groupsPerBlock = i64.constant(shape.blockThreads / groupThreads);
  Value thread = gpu.threadIndex(), groupSize = i64.constant(groupThreads);
  Value group = groupThreads == 1 ? thread : i64.div(thread, groupSize);
  Value lane = groupThreads == 1 ? i64.constant(0) : i64.rem(thread, groupSize);
  return {i64.add(i64.mul(gpu.blockIndex(), groupsPerBlock), group), i64.mul(gpu.blockCount(), groupsPerBlock), lane};
}

void leaveAsBlocks(KernelFunction &kernel) {
  auto branch = cast<LLVM::CondBrOp>(kernel.chunk.function.getBody().front().getTerminator());
  OpBuilder builder(branch);
  Location location = branch.getLoc();
  Value yes = arith::ConstantIntOp::create(builder, location, 1, 1);
  Value hasFailed = arith::XOrIOp::create(builder, location, branch.getCondition(), yes);
  Value anyFailed = kernel.gpu(builder, location).blockOr(hasFailed);
  branch.getConditionMutable().assign(arith::XOrIOp::create(builder, location, anyFailed, yes));
}

qd::CombinePartialsOp lastCombine(func::FuncOp function) {
  qd::CombinePartialsOp last;
  function.walk([&](qd::CombinePartialsOp op) { last = op; });
  return last;
}

FailureOr<KernelFunction> createKernelFunction(qd::TaskOp task, SymbolTableCollection &symbols,
                                               const GPUIntrinsics &intrinsics) {
  if (failed(verifyExpanded(task)) || failed(verifyCombines(task)))
    return failure();
  KernelFunction kernel{ChunkFunction(), {}, chooseShape(task), intrinsics};
  kernel.chunk.atomicScope = intrinsics.deviceScope;
  kernel.chunk.addsFloatsAtomically = true;
  if (kernel.shape.slotPassing == SlotPassing::memory) {
    createBodyFunction(kernel, task, task.getSymName() + ".body", symbols);
    kernel.chunk.function.setPrivate();
    kernel.entry = createLoadingEntry(task, kernel.chunk.function);
  } else {
    createBodyFunction(kernel, task, task.getSymName(), symbols);
    kernel.entry = kernel.chunk.function;
  }
  if (kernel.chunk.errorRecord)
    checkRecord(kernel.chunk);
  describeEntry(kernel.entry, task);
  task.erase();
  return kernel;
}

} // namespace qdc
