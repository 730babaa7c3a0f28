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

/// Fails where `names`, which `option` gives, are not those of arguments of floats.
static bool acceptNames(Compilation &compilation, const char *option, qd::KernelOp kernel,
                        const std::vector<std::string> &names) {
  llvm::SmallVector<llvm::StringRef> given(names.begin(), names.end());
  std::string reason = qd::explainNames(kernel, given);
  return reason.empty() ||
         compilation.fail(Error{ErrorCode::invalidArgument, "'" + std::string(option) + "' " + reason});
}

/// Leaves the one kernel that is checked, with the one derivative that this package is for.
static bool requestGradientCheck(Compilation &compilation, const GradientCheck &check) {
  mlir::ModuleOp module = *compilation.module;
  auto checked = module.lookupSymbol<qd::KernelOp>(check.kernel);
  if (!checked)
    return compilation.fail(Error{ErrorCode::invalidArgument, "'" + check.kernel + "' is no kernel of '" +
                                                                  compilation.source.name + "': it has " +
                                                                  kernelNames(module)});
  mlir::FailureOr<llvm::SmallVector<qd::DerivativeRequest>> asked = qd::readDerivativeRequests(checked);
  if (mlir::failed(asked) || !acceptNames(compilation, "--wrt", checked, check.wrt))
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
                                                compilation.source.name + "': it has " + kernelNames(module)});
    if (!acceptNames(compilation, "--grad-wrt", kernel, option.wrt))
      return false;
    const qd::DerivativeMode mode = option.isForward ? qd::DerivativeMode::forward : qd::DerivativeMode::reverse;
    mlir::FailureOr<llvm::SmallVector<qd::DerivativeRequest>> others = qd::readDerivativeRequests(kernel);
    if (mlir::failed(others))
      return false;
    if (llvm::any_of(*others, [&](const qd::DerivativeRequest &other) { return other.mode == mode; }))
      return compilation.fail(Error{ErrorCode::invalidArgument,
                                    "'--grad' asks for a derivative of '" + option.kernel + "' in " +
                                        (option.isForward ? "forward" : "reverse") +
                                        " mode, which the source or another '--grad' asks for too; ask once, with "
                                        "respect to all arguments that are wanted"});
    qd::addDerivativeRequest(kernel, mode, option.wrt);
  }
  return true;
}
