//===- CheckGrad.cpp - qdc check-grad -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a kernel's gradient, and its derivative in forward mode in f64, as
// packages of their own, and launches both.
//
//===----------------------------------------------------------------------===//
#include "Verbs/CheckGrad.h"

#include "CommandLine/ToolError.h"
#include "Crash/CrashHandler.h"
#include "qdc/Driver/Compile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

using namespace qdc;

namespace {
/// A temporary folder for packages.
class PackageFolder {
public:
  PackageFolder() : path(crashFolder() + "qdc-check-grad-XXXXXX") {
    if (!::mkdtemp(path.data()))
      failure = ToolError::input("cannot make a folder '" + path + "' for packages: " + std::strerror(errno));
  }
  ~PackageFolder() {
    std::error_code ignored;
    if (!failure)
      std::filesystem::remove_all(path, ignored);
  }
  PackageFolder(const PackageFolder &) = delete;
  PackageFolder &operator=(const PackageFolder &) = delete;

  const Failure &getFailure() const { return failure; }
  std::string file(const char *name) const { return path + "/" + name; }

private:
  std::string path;
  Failure failure;
};
} // namespace

ExitCode qdc::runCheckGrad(CheckGradRequest &request) {
  PackageFolder folder;
  if (folder.getFailure())
    return reportError(*folder.getFailure());
  const LaunchRequest &launch = request.check.packages.gradient;
  const GradientCheck check{launch.kernel, request.check.packages.wrt, false};
  request.gradient.options.output = request.check.packages.gradient.package = folder.file("gradient.fatbin");
  request.reference.options.output = request.check.packages.reference = folder.file("reference.fatbin");
  request.gradient.options.package.gradientCheck = check;
  request.reference.options.package.gradientCheck = GradientCheck{check.kernel, check.wrt, /*isReference=*/true};
  for (const CompileRequest *compiled : {&request.gradient, &request.reference})
    if (ExitCode code = runCompile(*compiled); code != ExitCode::success)
      return code;
  return runComparison(request.check);
}
