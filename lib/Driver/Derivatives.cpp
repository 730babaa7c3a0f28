//===- Derivatives.cpp - Derivatives that options ask for -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Derivatives.h"

#include "Compilation.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace qdc;

/// "'f', 'g'"
static std::string kernelNames(mlir::ModuleOp module) {
  std::string names;
  for (auto kernel : module.getOps<qd::KernelOp>())
    names += (names.empty() ? "'" : ", '") + kernel.getSymName().str() + "'";
  return names;
}

/// The names of arguments with respect to which a kernel asks to be differentiated, in reverse mode if in both.
static std::vector<std::string> askedNames(llvm::ArrayRef<qd::DerivativeRequest> requests) {
  const auto *reverse = llvm::find_if(
      requests, [](const qd::DerivativeRequest &request) { return request.mode == qd::DerivativeMode::reverse; });
  std::vector<std::string> names;
  if (!requests.empty())
    for (llvm::StringRef name : (reverse == requests.end() ? requests.front() : *reverse).wrt)
      names.push_back(name.str());
  return names;
}

/// Leaves the one kernel that is checked, with the one derivative that this package is for.
static bool requestGradientCheck(Compilation &compilation, const GradientCheck &check) {
  mlir::ModuleOp module = *compilation.module;
  auto checked = module.lookupSymbol<qd::KernelOp>(check.kernel);
  if (!checked)
    return compilation.fail(Error{ErrorCode::invalidArgument, "'" + check.kernel + "' is no kernel of '" +
                                                                  compilation.sourceName + "': it has " +
                                                                  kernelNames(module)});
  mlir::FailureOr<llvm::SmallVector<qd::DerivativeRequest>> asked = qd::readDerivativeRequests(checked);
  if (mlir::failed(asked))
    return false;
  const std::vector<std::string> wrt = check.wrt.empty() ? askedNames(*asked) : check.wrt;
  checked->removeAttr(qd::differentiateAttr);
  qd::addDerivativeRequest(checked, check.isReference ? qd::DerivativeMode::forward : qd::DerivativeMode::reverse, wrt);
  for (auto kernel : llvm::make_early_inc_range(module.getOps<qd::KernelOp>()))
    if (kernel != checked)
      kernel.erase();
  // Launches that are compared start from the same memory, so all of it must be within reach.
  for (auto global : module.getOps<mlir::memref::GlobalOp>())
    if (!global.getConstant())
      global.setSymVisibility("public");
  return mlir::succeeded(qd::readDerivativeRequests(checked));
}

bool qdc::requestDerivatives(Compilation &compilation) {
  mlir::ModuleOp module = *compilation.module;
  if (compilation.options.package.gradientCheck)
    return requestGradientCheck(compilation, *compilation.options.package.gradientCheck);
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
