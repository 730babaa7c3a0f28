//===- CompilePackage.cpp - The compiler as a function --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/CompilePackage.h"

#include "RunPhases.h"
#include "qdc/Target/CompilerThread.h"

#include <chrono>

using namespace qdc;

static Status makeTargets(Compilation &compilation) {
  const PackageOptions &options = compilation.options.package;
  std::vector<std::string> variants = {""};
  variants.insert(variants.end(), options.variants.begin(), options.variants.end());
  for (const std::string &variant : variants)
    for (const std::string &spelling : options.targets) {
      Result<std::unique_ptr<Target>> target = makeTarget(options.families, spelling);
      if (!target)
        return Error{ErrorCode::toolMissing, target.error().message};
      TargetCompilation &image = compilation.targets.emplace_back();
      image.target = std::move(*target);
      image.variant = variant;
    }
  return {};
}

/// The reason why a phase failed; an empty message if it was reported.
static Error phaseError(const Compilation &compilation, const Phase &phase, unsigned errorsBefore) {
  if (compilation.failure())
    return *compilation.failure();
  if (compilation.errorCount() > errorsBefore)
    return Error{ErrorCode::invalidArgument, ""};
  return Error{ErrorCode::internal, std::string("phase '") + phase.name + "' failed and gave no reason"};
}

Status qdc::runPhases(Compilation &compilation, const std::string &stopAfter, const AfterPhase &afterPhase) {
  if (Status status = makeTargets(compilation); !status)
    return status;
  for (size_t number = 0; number < phases().size(); ++number) {
    const Phase &phase = phases()[number];
    compilation.listener.log(std::string("phase ") + phase.name);
    compilation.listener.beginPhase(phase.name);
    unsigned errorsBefore = compilation.errorCount();
    auto start = std::chrono::steady_clock::now();
    if (!phase.run(compilation))
      return phaseError(compilation, phase, errorsBefore);
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (Status status = afterPhase(number, taken.count()); !status)
      return status;
    if (stopAfter == phase.name)
      break;
  }
  return {};
}

Result<ByteVector> qdc::compileWithImages(const KernelSource &source, const CompileOptions &options,
                                          CompileListener &listener, ImageCache *images) {
  ByteVector package;
  Status status;
  {
    CompilerThread thread([&] {
      Compilation compilation(source, options, listener);
      compilation.images = images;
      status = runPhases(compilation, "", [](size_t, double) { return Status(); });
      package = std::move(compilation.package);
    });
  }
  if (!status)
    return status;
  return package;
}

Result<ByteVector> qdc::compilePackage(const KernelSource &source, const CompileOptions &options,
                                       CompileListener &listener) {
  return compileWithImages(source, options, listener, nullptr);
}
