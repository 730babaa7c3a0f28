//===- KernelFunction.cpp - An entry point as a kernel --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelFunction.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/TaskParameters.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace qdc {

namespace {

/// The type in which a slot arrives: an address or 64 bits.
Type slotType(Type parameter, unsigned addressSpace) {
  MLIRContext *context = parameter.getContext();
  if (isa<MemRefType>(parameter))
    return LLVM::LLVMPointerType::get(context, addressSpace);
  return IntegerType::get(context, 64);
}

/// The scalar in the low end of a slot.
Value unpackScalar(OpBuilder &builder, Location location, Value slot, Type parameter) {
  Type type = memoryType(parameter);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    slot = arith::TruncIOp::create(builder, location, builder.getIntegerType(width), slot);
  if (isa<FloatType>(type))
    slot = arith::BitcastOp::create(builder, location, type, slot);
  return fromMemoryType(builder, location, slot, parameter);
}

/// The calls of an entry point, with the bodies that they call.
using BodyCalls = llvm::MapVector<Operation *, func::FuncOp>;

/// Puts parameters of slots, which `sources` says, in the place of the function's first ones.
class SlotParameters {
public:
  /// `calls` are those of the function, if it is an entry point.
  SlotParameters(func::FuncOp function, ArrayRef<qd::SlotAttr> sources, const BodyCalls &calls, unsigned addressSpace)
      : function(function), sources(sources), calls(calls), addressSpace(addressSpace),
        entry(function.getBody().front()), builder(OpBuilder::atBlockBegin(&entry)) {}

  /// Nothing overlaps an array while the function runs, and so LLVM is told, if it is the body or has `isOnly` one:
  /// what one body writes another may read, of which the entry point must promise nothing.
  void passByValue(bool isOnly) {
    unsigned count = entry.getNumArguments();
    std::vector<Type> types = function.getArgumentTypes().vec();
    for (unsigned index = 0; index < count; ++index) {
      BlockArgument before = entry.getArgument(index);
      bool isSlot = index < sources.size();
      if (isSlot)
        types[index] = slotType(types[index], addressSpace);
      BlockArgument parameter = entry.addArgument(types[index], function.getLoc());
      if (isSlot)
        bind(before, parameter);
      else
        before.replaceAllUsesWith(parameter);
    }
    entry.eraseArguments(0, count);
    setAliasAttributes(isOnly);
    function.setFunctionType(builder.getFunctionType(types, {}));
  }

  void passInMemory() {
    Location location = function.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), addressSpace);
    unsigned count = entry.getNumArguments();
    BlockArgument slots = entry.addArgument(pointer, location);
    for (unsigned index = 0; index < count; ++index) {
      BlockArgument before = entry.getArgument(index);
      Value address = LLVM::GEPOp::create(builder, location, pointer, builder.getI64Type(), slots,
                                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
      // The slots of a launch stay as they are until it is over.
      Value slot = LLVM::LoadOp::create(builder, location, slotType(before.getType(), addressSpace), address,
                                        /*alignment=*/sizeof(qd_slot), /*isVolatile=*/false, /*isNonTemporal=*/false,
                                        /*isInvariant=*/true);
      bind(before, slot);
    }
    entry.eraseArguments(0, count);
    function.removeArgAttrsAttr();
    function.setFunctionType(builder.getFunctionType({pointer}, {}));
  }

private:
  /// Calls of bodies pass the slot on; all else uses the value.
  void bind(BlockArgument parameter, Value slot) {
    Location location = function.getLoc();
    parameter.replaceUsesWithIf(slot, [&](OpOperand &use) { return calls.contains(use.getOwner()); });
    auto type = dyn_cast<MemRefType>(parameter.getType());
    parameter.replaceAllUsesWith(type ? arrayAt(builder, location, type, slot)
                                      : unpackScalar(builder, location, slot, parameter.getType()));
  }

  /// Says what nothing overlaps.
  void setAliasAttributes(bool isOnly) {
    markArguments(function, LLVM::LLVMDialect::getNoAliasAttrName(), [&](unsigned index) {
      return isOnly && index < sources.size() && isa<LLVM::LLVMPointerType>(entry.getArgument(index).getType()) &&
             !function.getArgAttr(index, qd::mayAliasAttr);
    });
  }

  func::FuncOp function;
  ArrayRef<qd::SlotAttr> sources;
  const BodyCalls &calls;
  unsigned addressSpace;
  Block &entry;
  OpBuilder builder;
};

/// Moves `op` to its first use: what is known early takes a register for long.
void sink(Operation *op) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers())
    if (Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
        ancestor && (!first || ancestor->isBeforeInBlock(first)))
      first = ancestor;
  if (first)
    op->moveBefore(first);
}

/// Moves the statements of `body`, which only `call` calls, to the call's place.
void takeOver(func::CallOp call, func::FuncOp body) {
  Block &statements = body.getBody().front();
  SmallVector<Value> operands(call.getOperands());
  for (auto [argument, operand] : llvm::zip_equal(statements.getArguments(), operands))
    argument.replaceAllUsesWith(operand);
  statements.getTerminator()->erase();
  call->getBlock()->getOperations().splice(call->getIterator(), statements.getOperations());
  call.erase();
  body.erase();
  // The thread's place, as an i64 and as an index.
  for (Value operand : operands)
    if (auto cast = operand.getDefiningOp<arith::IndexCastOp>()) {
      sink(cast);
      if (Operation *place = cast.getIn().getDefiningOp(); place && isMemoryEffectFree(place))
        sink(place);
    }
}

/// The sources of the parameters of a body, which are parameters of the entry point.
SmallVector<qd::SlotAttr> sourcesOfBody(func::CallOp call, ArrayRef<qd::SlotAttr> sources, func::FuncOp entry) {
  SmallVector<qd::SlotAttr> found;
  for (Value operand : call.getOperands())
    if (auto parameter = dyn_cast<BlockArgument>(operand);
        parameter && parameter.getOwner() == &entry.getBody().front())
      found.push_back(sources[parameter.getArgNumber()]);
  return found;
}

} // namespace

SmallVector<KernelFunction> createKernelFunctions(ModuleOp module, unsigned addressSpace) {
  SymbolTable symbols(module);
  SmallVector<std::pair<func::FuncOp, BodyCalls>> entries;
  llvm::DenseMap<func::FuncOp, unsigned> callsOfBodies;
  for (auto entry : module.getOps<func::FuncOp>()) {
    if (!entry->hasAttr(qd::entryPointAttr))
      continue;
    BodyCalls calls;
    entry.walk([&](func::CallOp call) {
      // Math functions have no statements here.
      if (auto body = symbols.lookup<func::FuncOp>(call.getCallee()); body && !body.isExternal()) {
        calls.insert({call, body});
        ++callsOfBodies[body];
      }
    });
    entries.push_back({entry, std::move(calls)});
  }
  SmallVector<KernelFunction> functions;
  llvm::DenseSet<func::FuncOp> created;
  for (auto &[entry, calls] : entries) {
    auto description = entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
    ArrayRef<qd::SlotAttr> sources = description.getSlots();
    bool isInMemory = description.getLaunch().getSlotPassing() == qd::SlotPassing::memory;
    // Across a barrier, loads from an array of which the entry point promises something could move.
    bool hasBarrier = entry.walk([](qd::GridBarrierOp) { return WalkResult::interrupt(); }).wasInterrupted();
    bool isOnly = calls.size() == 1 && !hasBarrier;
    bool isAlone = isOnly && callsOfBodies.at(calls.front().second) == 1;
    if (isAlone && !isInMemory) {
      auto [call, body] = calls.front();
      calls.clear();
      takeOver(cast<func::CallOp>(call), body);
    }
    for (auto [call, body] : calls)
      if (created.insert(body).second) {
        SlotParameters(body, sourcesOfBody(cast<func::CallOp>(call), sources, entry), {}, addressSpace)
            .passByValue(/*isOnly=*/true);
        functions.push_back({body, isAlone});
      }
    SlotParameters parameters(entry, sources, calls, addressSpace);
    if (isInMemory)
      parameters.passInMemory();
    else
      parameters.passByValue(isOnly);
    functions.push_back({entry, isOnly});
  }
  return functions;
}

} // namespace qdc
