//===- VerifyGrid.cpp - What stands in a grid's functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace qdc {

/// Reads of a thread's place, shuffles and reductions, of which `gpu` has more kinds than lowerings need know.
static bool isThreadOperation(Operation *op) {
  if (auto thread = dyn_cast<gpu::ThreadIdOp>(op))
    return thread.getDimension() == gpu::Dimension::x;
  if (auto block = dyn_cast<gpu::BlockIdOp>(op))
    return block.getDimension() == gpu::Dimension::x;
  if (auto blocks = dyn_cast<gpu::GridDimOp>(op))
    return blocks.getDimension() == gpu::Dimension::x;
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return shuffle.getMode() == gpu::ShuffleMode::DOWN && shuffle.getValue().getType().isInteger(32) &&
           getConstantIntValue(shuffle.getWidth()) && shuffle.getValid().use_empty();
  if (auto reduction = dyn_cast<gpu::SubgroupReduceOp>(op))
    return reduction.getOp() == gpu::AllReduceOperation::MAXUI && reduction.getType().isInteger(32) &&
           !reduction.getUniform() && !reduction.getClusterSize();
  return isa<gpu::BarrierOp, qd::BlockAnyOp, qd::GridBarrierOp, qd::SetConditionOp, qd::UniformInSubgroupOp>(op);
}

static bool isExpected(Operation *op) {
  if (isa_and_present<arith::ArithDialect, index::IndexDialect, math::MathDialect, scf::SCFDialect>(op->getDialect()))
    return true;
  // Workgroup memory is all that tasks share without a slot.
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return global.isUninitialized() && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(global.getType());
  bool usesArrays = isa<qd::FlatAtomicCasOp, qd::FlatAtomicRMWOp, qd::FlatLoadOp, qd::FlatStoreOp, memref::AllocaOp,
                        memref::ExtractAlignedPointerAsIndexOp, memref::GetGlobalOp>(op);
  return usesArrays || isThreadOperation(op) ||
         isa<ModuleOp, func::CallOp, func::FuncOp, func::ReturnOp, qd::GridBarrierEndOp, qd::IterationEndOp,
             qd::IterationOp, qd::LeaveOp, qd::LeaveUnlessOp, qd::RandomOp>(op);
}

/// An array has one dimension, so that its index says which element it is.
static bool isFlat(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return !array || array.getRank() == 1;
}

/// The operand is a parameter of the entry point.
static bool isParameter(Value operand, func::FuncOp entry) {
  auto parameter = dyn_cast<BlockArgument>(operand);
  return parameter && parameter.getOwner() == &entry.getBody().front();
}

/// Each array is made in one way, so that its accesses find it: nothing chooses between arrays, or carries them along.
static LogicalResult verifyArrays(Operation *op, bool callsBody) {
  auto isArray = [](Type type) { return isa<BaseMemRefType>(type); };
  bool makesArray = llvm::any_of(op->getResultTypes(), isArray);
  bool takesArray = llvm::any_of(op->getOperandTypes(), isArray);
  auto alloca = dyn_cast<memref::AllocaOp>(op);
  bool mayMake = (alloca && alloca.getType().hasStaticShape()) || isa<memref::GetGlobalOp>(op);
  bool mayTake = callsBody || isa<qd::FlatAtomicCasOp, qd::FlatAtomicRMWOp, qd::FlatLoadOp, qd::FlatStoreOp,
                                  qd::GridBarrierOp, memref::ExtractAlignedPointerAsIndexOp>(op);
  if ((makesArray && !mayMake) || (takesArray && !mayTake))
    return op->emitOpError(
        "makes or takes an array; accepted: 'memref.alloca' of a constant size, 'memref.get_global', "
        "'memref.extract_aligned_pointer_as_index', flat accesses, and calls of bodies");
  return success();
}

static LogicalResult verifyEntry(func::FuncOp entry) {
  auto description = entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
  if (!description || !description.getLaunch())
    return entry.emitOpError("is an entry point without '")
           << qd::entryPointAttr << "', or without 'launch' in it, as 'convert-tasks-to-grid' writes them";
  if (entry.isPrivate())
    return entry.emitOpError("has '") << qd::entryPointAttr << "', but is private; accepted: on public functions, "
                                      << "which a launch can find";
  if (entry.getNumResults() != 0)
    return entry.emitOpError("is an entry point with results; entry points write to arrays");
  if (description.getSlots().size() != entry.getNumArguments())
    return entry.emitOpError("needs one slot for each parameter");
  for (auto [index, slot] : llvm::enumerate(description.getSlots()))
    if (Type type = entry.getArgumentTypes()[index]; qd::isAddress(slot.getKind()) != isa<MemRefType>(type))
      return entry.emitOpError("has parameter ")
             << index << " of type " << type << " in a slot of kind '" << qd::stringifySlotKind(slot.getKind())
             << "'; accepted: arrays in slots of addresses, scalars in others";
  return success();
}

/// The parameters of an entry point that a body gets say where its own come from, and whether they may overlap.
static LogicalResult verifyCallOfBody(func::CallOp call, func::FuncOp body) {
  auto entry = call->getParentOfType<func::FuncOp>();
  if (entry.isPrivate() || !body.isPrivate())
    return call.emitOpError("calls no body from an entry point");
  if (body.getNumResults() != 0)
    return call.emitOpError("calls a body with results; bodies write to arrays");
  unsigned parameters = 0;
  llvm::SmallDenseSet<Value> seen;
  for (auto [index, operand] : llvm::enumerate(call.getOperands())) {
    if (!isParameter(operand, entry)) {
      if (isa<MemRefType>(operand.getType()))
        return call.emitOpError("hands an array to the body that is no parameter of the entry point");
      continue;
    }
    auto parameter = cast<BlockArgument>(operand);
    if (parameters++ != index)
      return call.emitOpError("hands a parameter of the entry point to the body after a value that is none");
    bool mayAlias = entry.getArgAttr(parameter.getArgNumber(), qd::mayAliasAttr) != nullptr;
    if (mayAlias != (body.getArgAttr(index, qd::mayAliasAttr) != nullptr))
      return call.emitOpError("hands a parameter on that only one of entry point and body marks '")
             << qd::mayAliasAttr << "'";
    if (!mayAlias && isa<MemRefType>(operand.getType()) && !seen.insert(operand).second)
      return call.emitOpError("hands an array twice that is not marked '") << qd::mayAliasAttr << "'";
  }
  return success();
}

/// A body's parameters are of one kind, whoever calls it, so that it is lowered once.
static LogicalResult verifyCallers(ArrayRef<func::CallOp> calls) {
  auto kindsOf = [](func::CallOp call) {
    auto entry = call->getParentOfType<func::FuncOp>();
    ArrayRef<qd::SlotAttr> slots = entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr).getSlots();
    SmallVector<qd::SlotKind> kinds;
    for (Value operand : call.getOperands())
      if (isParameter(operand, entry))
        kinds.push_back(slots[cast<BlockArgument>(operand).getArgNumber()].getKind());
    return kinds;
  };
  SmallVector<qd::SlotKind> expected = kindsOf(calls.front());
  for (func::CallOp call : calls.drop_front())
    if (kindsOf(call) != expected)
      return call.emitOpError("hands parameters of other kinds to the body than another entry point");
  return success();
}

/// The threads of a subgroup vote which block runs the body of a barrier of several blocks.
static LogicalResult verifyGridBarrier(qd::GridBarrierOp barrier) {
  auto function = barrier->getParentOfType<func::FuncOp>();
  if (function.isPrivate())
    return barrier.emitOpError("stands in a body, which may be part of any entry point; accepted: in entry points");
  auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
  const bool hasNoWidth = entry && entry.getLaunch() && entry.getLaunch().getSubgroupWidth() == 0;
  const bool runsBody =
      barrier.getEnds() || barrier.getNumResults() != 0 || !llvm::hasSingleElement(barrier.getBody().front());
  if (barrier.getMemref() && runsBody && hasNoWidth)
    return barrier.emitOpError(
        "runs its body in one of several blocks, which a subgroup chooses, in an entry point that "
        "counts on no subgroup width; accepted there: barriers of one block, and barriers "
        "without a body");
  return success();
}

/// The calls of each body.
using Callers = llvm::MapVector<func::FuncOp, SmallVector<func::CallOp>>;

/// Adds a call of a body to `callers`.
static LogicalResult verifyOperation(Operation *op, const SymbolTable &symbols, Callers &callers,
                                     llvm::function_ref<bool(Operation *)> isLowered) {
  if (isa<ModuleOp>(op))
    return success();
  if (!isExpected(op) && !isLowered(op))
    return op->emitOpError("cannot stand in a function of a grid; accepted: functions of 'arith', 'index', 'math' and "
                           "'scf', flat accesses to arrays, and operations among threads");
  auto function = dyn_cast<func::FuncOp>(op);
  bool usesFlat = llvm::all_of(op->getOperandTypes(), isFlat) && llvm::all_of(op->getResultTypes(), isFlat) &&
                  (!function || llvm::all_of(function.getArgumentTypes(), isFlat));
  if (!usesFlat)
    return op->emitOpError("uses an array of another rank than 1 in a function of a grid");
  if (isa<ModuleOp>(op->getParentOp()) && !isa<func::FuncOp, memref::GlobalOp>(op))
    return op->emitOpError("stands in no function");
  auto call = dyn_cast<func::CallOp>(op);
  auto callee = call ? symbols.lookup<func::FuncOp>(call.getCallee()) : func::FuncOp();
  bool callsBody = callee && !callee.isExternal();
  if (failed(verifyArrays(op, callsBody)))
    return failure();
  if (callsBody) {
    callers[callee].push_back(call);
    return verifyCallOfBody(call, callee);
  }
  if (auto barrier = dyn_cast<qd::GridBarrierOp>(op))
    return verifyGridBarrier(barrier);
  bool isEntry = function && (!function.isPrivate() || function->hasAttr(qd::entryPointAttr));
  return isEntry ? verifyEntry(function) : success();
}

LogicalResult verifyGrid(ModuleOp module, llvm::function_ref<bool(Operation *)> isLowered) {
  SymbolTable symbols(module);
  Callers callers;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPrivate() && !function.isExternal())
      callers[function];
  WalkResult result = module.walk([&](Operation *op) {
    return failed(verifyOperation(op, symbols, callers, isLowered)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (auto &[body, calls] : callers) {
    if (calls.empty())
      return body.emitOpError("is a body that no entry point calls");
    if (failed(verifyCallers(calls)))
      return failure();
  }
  return success();
}

} // namespace qdc
