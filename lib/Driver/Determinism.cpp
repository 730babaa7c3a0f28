//===- Determinism.cpp - The same bits in each launch ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Determinism.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Analysis/UnorderedUpdates.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <set>

using namespace mlir;
using namespace qdc;

/// The kernel's name, as users know it.
static std::string nameOf(qd::KernelOp kernel) {
  if (std::optional<qd::CheckedAttr> checked = kernel.getChecked())
    return checked->getKernel().getValue().str();
  return kernel.getSymName().str();
}

static std::string describeArray(qd::KernelOp kernel, Value array) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return "'" + kernel.getArgumentName(argument.getArgNumber()) + "'";
  if (auto global = array.getDefiningOp<memref::GetGlobalOp>())
    return "'@" + global.getName().str() + "'";
  return "a temporary";
}

static constexpr llvm::StringLiteral kOrder = ", and which iteration is first changes from launch to launch";

static void report(qd::KernelOp kernel, const UnorderedUpdate &found, const std::string &array) {
  qd::ElementAccess access = found.update;
  InFlightDiagnostic error = mlir::emitError(access->getLoc()) << "kernel '" << nameOf(kernel) << "' ";
  auto update = dyn_cast<memref::AtomicRMWOp>(access.getOperation());
  const bool isSweep = kernel->hasAttr(qd::accumulationsAttr) && update && !found.isOldValueUsed;
  if (!update)
    error << "compares and swaps elements of " << array << kOrder;
  else if (found.isOldValueUsed)
    error << "uses the old value of an atomic update of " << array << kOrder;
  else if (update.getKind() == arith::AtomicRMWKind::assign)
    error << "leaves in an element of " << array << " the value of the iteration that is last, which changes from "
          << "launch to launch";
  else if (update.getKind() == arith::AtomicRMWKind::maxnumf || update.getKind() == arith::AtomicRMWKind::minnumf)
    error << "updates elements of " << array << " by '" << arith::stringifyAtomicRMWKind(update.getKind())
          << "', and of +0.0 and -0.0 the first to come stays, which changes from launch to launch";
  else
    error << (isSweep ? "adds here to elements of " : "updates elements of ") << array
          << " atomically, and floats round in another way in each order";
  error << ", which '--deterministic' refuses; ";
  if (isSweep)
    error << "it takes loads at the variables of the loop plus constants, one variable for an axis, or at indices that "
             "are the same in all iterations";
  else
    error << "it takes 'reduce', stores, indices by which no two iterations meet, and atomic updates whose order does "
             "not show, of integers and by 'maximumf' or 'minimumf', without their old values";
}

LogicalResult qdc::verifyDeterministic(ModuleOp module) {
  bool isDeterministic = true;
  std::set<std::pair<const void *, std::string>> reported;
  for (auto kernel : module.getOps<qd::KernelOp>())
    for (const UnorderedUpdate &found : findUnorderedUpdates(kernel)) {
      qd::ElementAccess update = found.update;
      Value array = getAccessedArray(update.getArray());
      std::string name = array ? describeArray(kernel, array) : "an array";
      isDeterministic = false;
      if (reported.insert({LocationAttr(update->getLoc()).getAsOpaquePointer(), name}).second)
        report(kernel, found, name);
    }
  return success(isDeterministic);
}
