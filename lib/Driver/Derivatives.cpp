//===- Derivatives.cpp - Derivatives that options ask for -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Derivatives.h"

#include "Compilation.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"

using namespace qdc;

/// "'f', 'g'"
static std::string kernelNames(mlir::ModuleOp module) {
  std::string names;
  for (auto kernel : module.getOps<qd::KernelOp>())
    names += (names.empty() ? "'" : ", '") + kernel.getSymName().str() + "'";
  return names;
}

bool qdc::requestDerivatives(Compilation &compilation) {
  mlir::ModuleOp module = *compilation.module;
  for (const DerivativeOption &option : compilation.options.package.derivatives) {
    auto kernel = module.lookupSymbol<qd::KernelOp>(option.kernel);
    if (!kernel)
      return compilation.fail(
          Error{ErrorCode::invalidArgument, "'--grad' names '" + option.kernel + "', which is no kernel of '" +
                                                compilation.sourceName + "': it has " + kernelNames(module)});
    qd::addDerivativeRequest(kernel, option.isForward ? qd::DerivativeMode::forward : qd::DerivativeMode::reverse,
                             option.wrt);
    if (mlir::failed(qd::readDerivativeRequests(kernel)))
      return false;
  }
  return true;
}
