//===- ReverseMode.cpp - Adjoints, from the end to the start --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseMode.h"
#include "AutoDiff/Analysis/Refusals.h"
#include "AutoDiff/Kept/StoreKeptValues.h"
#include "AutoDiff/Kept/TripCounters.h"
#include "AutoDiff/Reverse/ReverseRefusals.h"
#include "AutoDiff/Reverse/ReverseSweep.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

/// What the reverse sweep needs and cannot compute again; of that, `kept` gets what is needed when the rest is kept.
static SmallVector<LostValue> chooseKept(qd::KernelOp kernel, const Activity &activity, KeptValues &kept) {
  ReversePlan plan(kernel, activity, kept, /*hasForward=*/true);
  SmallVector<LostValue> lost = findLostValues(kernel, plan.needed());
  for (const LostValue &value : lost)
    kept.add(value.read);
  ReversePlan withKept(kernel, activity, kept, /*hasForward=*/true);
  kept.keepOnly([&](Operation *op) { return withKept.needed().contains(op->getResult(0)); });
  return lost;
}

/// Gives loops around what is kept counters, from which slots are told. False: they had them all.
static bool addTripCounters(ArrayRef<LostValue> lost, const KeptValues &kept) {
  llvm::SetVector<Operation *> loops;
  for (const LostValue &value : lost)
    if (kept.contains(value.read))
      for (auto loop = value.read->getParentOfType<scf::WhileOp>(); loop; loop = loop->getParentOfType<scf::WhileOp>())
        if (!findTripCounter(loop))
          loops.insert(loop);
  for (Operation *loop : loops)
    addTripCounter(cast<scf::WhileOp>(loop));
  return !loops.empty();
}

/// Whether there can be a kernel of the reverse sweep alone. Else says why.
static bool canStandAlone(qd::KernelOp reverse, qd::KernelOp gradient, const ReversePlan &plan,
                          const Activity &activity, const ExtremeUpdates &updates) {
  SmallVector<LostValue> lost = findLostValues(gradient, plan.needed());
  for (auto temporary : gradient.getBody().getOps<memref::AllocOp>())
    if (activity.hasShadow(temporary))
      lost.push_back({temporary, nullptr});
  if (Operation *update = updates.first())
    lost.push_back({update, update});
  if (lost.empty())
    return true;
  InFlightDiagnostic remark = mlir::emitRemark(lost.front().read->getLoc());
  remark << "kernel '" << reverse.getSymName() << "' is not made: ";
  describe(remark, lost.front());
  remark << "; '" << gradient.getSymName() << "' has it";
  attachWrite(remark, lost.front());
  return false;
}

/// Leaves of a copy of a kernel its arguments.
static void clear(qd::KernelOp kernel) {
  Block &body = kernel.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    op.erase();
  llvm::BitVector all(kernel.getNumResults(), true);
  LogicalResult erased = kernel.eraseResults(all);
  assert(succeeded(erased) && "the type of a kernel can be made anew");
  (void)erased;
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  qd::ReturnOp::create(builder, kernel.getLoc());
}

/// Adds the reverse sweep of `kernel` to `derivative`, which is that kernel, or a copy with its arguments alone.
static void addSweep(qd::KernelOp kernel, qd::KernelOp derivative, const Activity &activity, const ReversePlan &plan,
                     const ExtremeUpdates &updates, ArrayRef<Type> resultTypes, uint32_t adstackCapacity) {
  IRMapping values;
  Block::BlockArgListType primal = kernel.getArguments();
  SmallVector<BlockArgument> arguments(primal.begin(), primal.end());
  for (BlockArgument argument : arguments)
    values.map(argument, derivative.getArgument(argument.getArgNumber()));
  Signature signature(derivative, kernel.getArguments(), activity, kShadow);
  signature.addSeeds(resultTypes);
  OpBuilder builder(derivative.getBody().front().getTerminator());
  ReverseSweep(kernel, activity, plan, updates, signature, builder, values, adstackCapacity).run(arguments);
}

LogicalResult qdc::autodiff::addAdjoints(qd::KernelOp gradient, qd::KernelOp reverse,
                                         const qd::DerivativeRequest &request, uint32_t adstackCapacity) {
  std::optional<Activity> found(std::in_place, gradient, request);
  if (failed(verifyReached(gradient, *found, request)) ||
      failed(verifyDifferentiable(gradient, *found, qd::DerivativeMode::reverse)) ||
      failed(verifyNames(gradient, *found, kShadow)))
    return failure();
  KeptValues kept, none;
  SmallVector<LostValue> lost = chooseKept(gradient, *found, kept);
  while (addTripCounters(lost, kept)) {
    // There are other values now.
    found.emplace(gradient, request);
    kept = KeptValues();
    lost = chooseKept(gradient, *found, kept);
  }
  const Activity &activity = *found;
  if (failed(verifyReversible(gradient, activity, ReversePlan(gradient, activity, kept, /*hasForward=*/true))) ||
      failed(storeKeptValues(gradient, activity, lost, kept)))
    return failure();
  ReversePlan plan(gradient, activity, kept, /*hasForward=*/true);
  SmallVector<Type> resultTypes(gradient.getResultTypes());
  ReversePlan alone(gradient, activity, none, /*hasForward=*/false);
  ExtremeUpdates updates(gradient, activity);
  if (canStandAlone(reverse, gradient, alone, activity, updates)) {
    clear(reverse);
    addSweep(gradient, reverse, activity, alone, updates, resultTypes, adstackCapacity);
  } else {
    reverse.erase();
  }
  updates.store();
  addSweep(gradient, gradient, activity, plan, updates, resultTypes, adstackCapacity);
  return success();
}
