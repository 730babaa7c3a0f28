//===- WarnUnused.cpp - Arguments that are never used ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/NamedExtents.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "llvm/ADT/DenseSet.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNUNUSED
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

/// Adds the arguments that an expression reads.
static void addArguments(const qdc::SizeExpr &expression, llvm::SmallDenseSet<unsigned> &arguments) {
  switch (expression.kind()) {
  case qdc::SizeExprKind::constant:
  case qdc::SizeExprKind::word:
    return;
  case qdc::SizeExprKind::scalar:
  case qdc::SizeExprKind::dim:
    arguments.insert(expression.argument());
    return;
  default:
    addArguments(expression.lhs(), arguments);
    addArguments(expression.rhs(), arguments);
  }
}

/// The arguments that the extents of others are made of.
static llvm::SmallDenseSet<unsigned> argumentsInExtents(KernelOp kernel) {
  llvm::SmallDenseSet<unsigned> all;
  FailureOr<NamedExtents> extents = NamedExtents::read(kernel);
  if (failed(extents))
    return all;
  for (BlockArgument argument : kernel.getArguments()) {
    llvm::SmallDenseSet<unsigned> read;
    for (const NamedExtents::Extent &extent : extents->of(argument.getArgNumber()))
      if (extent.value)
        addArguments(*extent.value, read);
    read.erase(argument.getArgNumber());
    all.insert_range(read);
  }
  return all;
}

void qdc::qd::warnUnused(KernelOp kernel) {
  if (kernel.isOffloaded())
    return;
  const llvm::SmallDenseSet<unsigned> inExtents = argumentsInExtents(kernel);
  for (BlockArgument argument : kernel.getArguments())
    if (argument.use_empty() && !inExtents.contains(argument.getArgNumber()))
      emitWarning(argument.getLoc(), Warning::unused)
          << "the argument '" << kernel.getArgumentName(argument.getArgNumber()) << "' of '" << kernel.getName()
          << "' is never used; leave it out";
}

namespace {
struct WarnUnused : qdc::qd::impl::WarnUnusedBase<WarnUnused> {
  void runOnOperation() override {
    warnUnused(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
