//===- VerifyGrid.cpp - What stands in a grid's functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/TasksToGrid/TasksToGrid.h"

#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// Reads of a thread's place, and shuffles, of which `gpu` has more kinds than lowerings need know.
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
  return isa<qd::BlockAnyOp, qd::UniformInSubgroupOp>(op);
}

static bool isExpected(Operation *op) {
  if (isa_and_present<arith::ArithDialect, func::FuncDialect, index::IndexDialect, math::MathDialect, scf::SCFDialect>(
          op->getDialect()))
    return true;
  bool isArray =
      isa<qd::ElementAccess, qd::FlatLoadOp, qd::FlatStoreOp, memref::AllocaOp, memref::GlobalOp, memref::GetGlobalOp>(
          op);
  return isArray || isThreadOperation(op) ||
         isa<ModuleOp, qd::AssertOp, qd::IterationEndOp, qd::IterationOp, qd::PrintOp, qd::RandomOp>(op);
}

/// An array has one dimension, so that its index says which element it is.
static bool isFlat(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return !array || array.getRank() == 1;
}

static LogicalResult verifyEntry(func::FuncOp entry) {
  auto slots = entry->getAttrOfType<ArrayAttr>(entrySlotsAttr);
  if (!launchShapeOf(entry) || !slots || !llvm::all_of(slots, llvm::IsaPred<qd::SlotAttr>))
    return entry.emitOpError("is an entry point without '")
           << entryLaunchShapeAttr << "' or '" << entrySlotsAttr << "', as 'convert-tasks-to-grid' writes them";
  if (slots.size() != entry.getNumArguments())
    return entry.emitOpError("needs one slot for each parameter");
  return success();
}

/// The parameters of an entry point that a body gets say where its own come from.
static LogicalResult verifyCallOfBody(func::CallOp call) {
  auto entry = call->getParentOfType<func::FuncOp>();
  if (entry.isPrivate())
    return call.emitOpError("calls a body from a body; only entry points call them");
  auto isParameter = [&](Value operand) {
    auto parameter = dyn_cast<BlockArgument>(operand);
    return parameter && parameter.getOwner() == &entry.getBody().front();
  };
  auto place = llvm::find_if_not(call.getOperands(), isParameter);
  if (std::none_of(place, call.getOperands().end(), isParameter))
    return success();
  return call.emitOpError("hands a parameter of the entry point to the body after a value that is none");
}

static LogicalResult verifyOperation(Operation *op, const SymbolTable &symbols,
                                     llvm::function_ref<bool(Operation *)> isLowered) {
  if (!isExpected(op) && !isLowered(op))
    return op->emitOpError("cannot stand in a function of a grid; accepted: functions of 'arith', 'index', 'math' and "
                           "'scf', accesses to elements, and operations among threads");
  auto function = dyn_cast<func::FuncOp>(op);
  bool usesFlat = llvm::all_of(op->getOperandTypes(), isFlat) && llvm::all_of(op->getResultTypes(), isFlat) &&
                  (!function || llvm::all_of(function.getArgumentTypes(), isFlat));
  if (!usesFlat)
    return op->emitOpError("uses an array of another rank than 1 in a function of a grid");
  if (auto call = dyn_cast<func::CallOp>(op))
    if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()); callee && !callee.isExternal())
      return verifyCallOfBody(call);
  return function && !function.isPrivate() ? verifyEntry(function) : success();
}

LogicalResult verifyGrid(ModuleOp module, llvm::function_ref<bool(Operation *)> isLowered) {
  SymbolTable symbols(module);
  WalkResult result = module.walk([&](Operation *op) {
    return failed(verifyOperation(op, symbols, isLowered)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace qdc
