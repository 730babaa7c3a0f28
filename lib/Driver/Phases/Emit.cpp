//===- Emit.cpp - Phase emit ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "CompilerThread.h"
#include "ImageOptions.h"
#include "PhaseFunctions.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <thread>

using namespace qdc;

static unsigned threadCount(const Compilation &compilation) {
  unsigned wanted = compilation.options.threads ? compilation.options.threads : std::thread::hardware_concurrency();
  return std::clamp(wanted, 1u, static_cast<unsigned>(compilation.targets.size()));
}

bool qdc::runEmitPhase(Compilation &compilation) {
  std::vector<std::optional<Error>> errors(compilation.targets.size());
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t index = next++; index < compilation.targets.size(); index = next++) {
      TargetCompilation &target = compilation.targets[index];
      Result<CompiledImage> image = target.target->emit(*target.module, imageOptions(compilation, *target.target));
      if (image)
        target.image = std::move(*image);
      else
        errors[index] = image.error();
      ++compilation.progress.emittedTargets;
    }
  };

  unsigned threads = threadCount(compilation);
  // The modules share a context, which locks its tables only if it knows of threads.
  compilation.context->enableMultithreading(threads > 1);
  {
    std::deque<CompilerThread> helpers;
    for (unsigned i = 1; i < threads; ++i)
      helpers.emplace_back(work);
    work();
  }
  compilation.context->disableMultithreading();

  // The first in the order of the command line, whatever the threads did.
  auto failed = std::ranges::find_if(errors, [](const std::optional<Error> &error) { return error.has_value(); });
  if (failed != errors.end())
    return compilation.fail(**failed);
  for (const TargetCompilation &target : compilation.targets)
    compilation.log("image " + target.image.target + ": " + std::to_string(target.image.bytes.size()) + " bytes");
  return true;
}
