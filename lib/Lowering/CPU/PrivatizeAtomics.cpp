//===- PrivatizeAtomics.cpp - Forms of tasks without atomics --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Lowering/CPU/PrivatizeAtomics.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Analysis/OperationCount.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/CPU/Passes.h"
#include "qdc/Lowering/CPU/TasksToCPU.h"
#include "qdc/Lowering/Common/FlatAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <optional>

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace qdc {
#define GEN_PASS_DEF_PRIVATIZEATOMICS
#include "qdc/Lowering/CPU/Passes.h.inc"
} // namespace qdc

namespace {

/// The kind by which the task folds into a parameter; nothing if it does anything else with it.
std::optional<arith::AtomicRMWKind> foldKind(Value parameter) {
  std::optional<arith::AtomicRMWKind> kind;
  for (OpOperand &use : parameter.getUses()) {
    auto atomic = dyn_cast<memref::AtomicRMWOp>(use.getOwner());
    if (!atomic || !atomic->use_empty() || (kind && *kind != atomic.getKind()))
      return std::nullopt;
    kind = atomic.getKind();
  }
  return kind;
}

/// True if values of the type may be folded by the kind in any grouping, with the same result up to rounding.
bool isRegroupable(arith::AtomicRMWKind kind, Type element) {
  return kind != arith::AtomicRMWKind::assign && kind != arith::AtomicRMWKind::mulf && !element.isInteger(1);
}

/// An array that overlaps no other while the task runs, under no other name.
bool isAlone(TaskOp task, KernelOp kernel, unsigned parameter) {
  SlotAttr slot = task.getSlot(parameter);
  if (!slot || slot.getKind() != qd::SlotKind::array || !kernel || slot.getIndex() >= kernel.getNumArguments() ||
      kernel.getArgAttr(slot.getIndex(), mayAliasAttr))
    return false;
  unsigned names = 0;
  for (unsigned other = 0; other < task.getNumArguments(); ++other)
    names += task.getSlot(other) == slot;
  return names == 1;
}

std::optional<arith::AtomicRMWKind> privateKind(TaskOp task, KernelOp kernel, unsigned parameter) {
  auto memref = dyn_cast<MemRefType>(task.getArgumentTypes()[parameter]);
  if (!memref || !isAlone(task, kernel, parameter))
    return std::nullopt;
  std::optional<arith::AtomicRMWKind> kind = foldKind(task.getBody().getArgument(parameter));
  return kind && isRegroupable(*kind, memref.getElementType()) ? kind : std::nullopt;
}

/// Estimate of the atomics on the array in one iteration of the task.
uint32_t countAtomics(Value array, ForOp loop) {
  uint32_t sum = 0;
  for (Operation *atomic : array.getUsers()) {
    uint32_t times = 1;
    for (Operation *around = atomic->getParentOp(); around != loop; around = around->getParentOp())
      times = llvm::SaturatingMultiply(times, estimateTripCount(around));
    sum = llvm::SaturatingAdd(sum, times);
  }
  return loop.isReduction() ? llvm::SaturatingMultiply<uint32_t>(sum, QDC_REDUCE_MINIMUM_BLOCK) : sum;
}

/// True if the body has at most so many operations; does not look at more.
bool isAtMost(TaskOp task, unsigned operations) {
  unsigned count = 0;
  WalkResult result =
      task.walk([&](Operation *) { return ++count > operations ? WalkResult::interrupt() : WalkResult::advance(); });
  return !result.wasInterrupted();
}

void addPrivateForm(TaskOp task, KernelOp kernel, SymbolTable &symbols) {
  ForOp loop = task.getParallelLoop();
  if (!loop || !isAtMost(task, largestPrivateForm))
    return;
  Builder builder(task.getContext());
  SmallVector<std::pair<unsigned, arith::AtomicRMWKind>> arrays;
  uint32_t atomics = 0;
  for (unsigned parameter = 0; parameter < task.getNumArguments(); ++parameter)
    if (std::optional<arith::AtomicRMWKind> kind = privateKind(task, kernel, parameter)) {
      arrays.emplace_back(parameter, *kind);
      atomics = llvm::SaturatingAdd(atomics, countAtomics(task.getBody().getArgument(parameter), loop));
    }
  if (arrays.empty())
    return;
  TaskOp form = task.clone();
  form.setSymName((task.getSymName() + ".private").str());
  atomics = std::max(atomics, 1U);
  form->setAttr(qd::privateFormAttr,
                PrivateFormAttr::get(task.getContext(), FlatSymbolRefAttr::get(task.getSymNameAttr()), atomics, {}));
  for (auto [parameter, kind] : arrays) {
    form.setArgAttr(parameter, privateKindAttr, builder.getI64IntegerAttr(static_cast<int64_t>(kind)));
    for (Operation *atomic : form.getBody().getArgument(parameter).getUsers())
      atomic->setAttr(privateFoldAttr, builder.getUnitAttr());
  }
  symbols.insert(form, std::next(task->getIterator()));
}

} // namespace

void qdc::privatizeAtomics(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto task : llvm::make_early_inc_range(module.getOps<TaskOp>()))
    addPrivateForm(task, symbols.lookup<KernelOp>(task.getKernel()), symbols);
}

namespace {
struct PrivatizeAtomics : qdc::impl::PrivatizeAtomicsBase<PrivatizeAtomics> {
  void runOnOperation() override { privatizeAtomics(getOperation()); }
};
} // namespace
