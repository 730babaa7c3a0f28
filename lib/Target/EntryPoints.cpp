//===- EntryPoints.cpp - Entry points of a lowered module -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/EntryPoints.h"

#include "qdc/Dialect/QD/IR/PrivateForm.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/IR/SourceSymbols.h"
#include "qdc/Lowering/CPU/TasksToCPU.h"
#include "qdc/Lowering/Common/TaskParameters.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace qdc {

static std::optional<SlotKind> manifestKind(qd::SlotKind kind) {
  switch (kind) {
  case qd::SlotKind::array:
    return SlotKind::array;
  case qd::SlotKind::dim:
    return SlotKind::dim;
  case qd::SlotKind::scalar:
    return SlotKind::scalar;
  case qd::SlotKind::global:
    return SlotKind::global;
  case qd::SlotKind::workspace:
    return SlotKind::workspace;
  case qd::SlotKind::error_record:
    return SlotKind::errorRecord;
  case qd::SlotKind::print_buffer:
    return SlotKind::printBuffer;
  case qd::SlotKind::seed:
    return SlotKind::seed;
  case qd::SlotKind::launch_ordinal:
    return SlotKind::launchOrdinal;
  case qd::SlotKind::word:
    return std::nullopt; // tasks load words from the workspace
  }
  return std::nullopt;
}

/// Slot sources of the attribute `qd.slots`.
static Result<std::vector<SlotSource>> slotSources(mlir::ArrayAttr slots) {
  std::vector<SlotSource> sources;
  for (mlir::Attribute attribute : slots) {
    auto slot = llvm::dyn_cast<qd::SlotAttr>(attribute);
    std::optional<SlotKind> kind = slot ? manifestKind(slot.getKind()) : std::nullopt;
    if (!kind)
      return Error{ErrorCode::internal, "slot " + std::to_string(sources.size()) + " of an entry point has no source"};
    sources.push_back({*kind, slot.getIndex(), slot.getAxis(), slot.getOffset()});
  }
  return sources;
}

/// What the lowering wrote at a private form.
static PrivateForm privateFormOf(mlir::LLVM::LLVMFuncOp function) {
  PrivateForm form;
  form.symbol = function.getSymName().str();
  form.atomics = static_cast<uint32_t>(function->getAttrOfType<mlir::IntegerAttr>(qd::privateAtomicsAttr).getInt());
  for (auto copy : function->getAttrOfType<mlir::ArrayAttr>(privateArraysAttr).getAsRange<mlir::ArrayAttr>())
    form.arrays.push_back({static_cast<uint32_t>(llvm::cast<mlir::IntegerAttr>(copy[0]).getInt()),
                           llvm::cast<mlir::FlatSymbolRefAttr>(copy[1]).getValue().str(),
                           static_cast<uint64_t>(llvm::cast<mlir::IntegerAttr>(copy[2]).getInt())});
  return form;
}

Result<std::vector<CompiledEntryPoint>> collectEntryPoints(mlir::ModuleOp module) {
  std::vector<CompiledEntryPoint> entryPoints;
  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    auto task = function->getAttrOfType<mlir::StringAttr>(qd::sourceTaskAttr);
    if (!task)
      continue;
    auto kernel = function->getAttrOfType<mlir::StringAttr>(qd::sourceKernelAttr);
    auto slots = function->getAttrOfType<mlir::ArrayAttr>(entrySlotsAttr);
    if (!kernel || !slots)
      return Error{ErrorCode::internal, "entry point '" + function.getSymName().str() + "' has no kernel or no slots"};
    Result<std::vector<SlotSource>> sources = slotSources(slots);
    if (!sources)
      return sources.error();
    entryPoints.push_back(
        {function.getSymName().str(), kernel.str(), {task.str()}, *std::move(sources), launchShapeOf(function), {}});
  }
  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>())
    if (auto of = function->getAttrOfType<mlir::FlatSymbolRefAttr>(qd::privateFormAttr))
      for (CompiledEntryPoint &entryPoint : entryPoints)
        if (entryPoint.symbol == of.getValue())
          entryPoint.privateForm = privateFormOf(function);
  return entryPoints;
}

} // namespace qdc
