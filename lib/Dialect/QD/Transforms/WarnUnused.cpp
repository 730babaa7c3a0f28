//===- WarnUnused.cpp - Arguments that are never used ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNUNUSED
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

void qdc::qd::warnUnused(KernelOp kernel) {
  if (kernel.isOffloaded())
    return;
  for (BlockArgument argument : kernel.getArguments())
    if (argument.use_empty())
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
