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

using namespace mlir;

namespace qdc {

static bool isExpected(Operation *op) {
  if (isa<ModuleOp>(op) ||
      isa_and_present<arith::ArithDialect, func::FuncDialect, index::IndexDialect, math::MathDialect, scf::SCFDialect>(
          op->getDialect()))
    return true;
  // Accesses to elements, and where arrays come from.
  if (isa<qd::ElementAccess, qd::FlatLoadOp, qd::FlatStoreOp, memref::AllocaOp, memref::GlobalOp, memref::GetGlobalOp>(
          op))
    return true;
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return shuffle.getMode() == gpu::ShuffleMode::DOWN && shuffle.getValue().getType().isInteger(32);
  return isa<gpu::BlockIdOp, gpu::GridDimOp, gpu::ThreadIdOp, qd::AssertOp, qd::BlockAnyOp, qd::IterationOp,
             qd::PrintOp, qd::RandomOp, qd::UniformInSubgroupOp, qd::YieldOp>(op);
}

/// An array has one dimension, so that its index says which element it is.
static bool isFlat(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return !array || array.getRank() == 1;
}

/// An entry point hands parameters of its own to the bodies that it calls, and with them their slots.
static LogicalResult verifyEntry(func::FuncOp entry) {
  if (!launchShapeOf(entry) || !entry->hasAttr(entrySlotsAttr))
    return entry.emitOpError("is an entry point without '") << entryLaunchShapeAttr << "' or '" << entrySlotsAttr << "'";
  if (entry->getAttrOfType<ArrayAttr>(entrySlotsAttr).size() != entry.getNumArguments())
    return entry.emitOpError("needs one slot for each parameter");
  return success();
}

LogicalResult verifyGrid(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (!isExpected(op)) {
      op->emitOpError("cannot stand in a function of a grid; accepted: functions of 'arith', 'index', 'math' and 'scf', "
                      "accesses to elements, and operations among threads");
      return WalkResult::interrupt();
    }
    if (!llvm::all_of(op->getOperandTypes(), isFlat)) {
      op->emitOpError("uses an array of another rank than 1 in a function of a grid");
      return WalkResult::interrupt();
    }
    auto function = dyn_cast<func::FuncOp>(op);
    bool isEntry = function && !function.isPrivate();
    return isEntry && failed(verifyEntry(function)) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace qdc
