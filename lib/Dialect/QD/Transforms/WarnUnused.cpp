//===- WarnUnused.cpp - Arguments that are never used ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/NamedExtents.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNUNUSED
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

/// The arguments that the extents of others are made of.
static std::set<uint32_t> argumentsInExtents(KernelOp kernel) {
  std::set<uint32_t> all;
  FailureOr<NamedExtents> extents = NamedExtents::read(kernel);
  if (failed(extents))
    return all;
  for (BlockArgument argument : kernel.getArguments()) {
    std::set<uint32_t> read;
    for (const NamedExtents::Extent &extent : extents->of(argument.getArgNumber()))
      if (extent.value)
        qdc::addArguments(*extent.value, read);
    read.erase(argument.getArgNumber());
    all.insert(read.begin(), read.end());
  }
  return all;
}

void qdc::qd::warnUnused(KernelOp kernel) {
  if (kernel.isOffloaded())
    return;
  const std::set<uint32_t> inExtents = argumentsInExtents(kernel);
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
