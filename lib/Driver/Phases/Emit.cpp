//===- Emit.cpp - Phase emit ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "ImageOptions.h"
#include "PhaseFunctions.h"
#include "qdc/Target/ParallelFor.h"

#include <algorithm>

using namespace qdc;

bool qdc::runEmitPhase(Compilation &compilation) {
  std::vector<TargetCompilation> &targets = compilation.targets;
  unsigned threads = compilation.threads.getMaxConcurrency();
  unsigned targetThreads = static_cast<unsigned>(std::min<size_t>(threads, targets.size()));
  std::vector<std::optional<Error>> errors(targets.size());

  parallelFor(targetThreads, targets.size(), [&](size_t index, unsigned) {
    TargetCompilation &target = targets[index];
    if (target.isKept) {
      compilation.listener.finishImage();
      return;
    }
    ImageOptions options = imageOptions(compilation, target);
    options.threads = threads / targetThreads;
    Result<CompiledImage> image = target.target->emit(*target.module, options);
    if (image)
      target.image = std::move(*image);
    else
      errors[index] = image.error();
    compilation.listener.finishImage();
  });

  // The first in the order of the command line, whatever the threads did.
  auto failed = std::ranges::find_if(errors, [](const std::optional<Error> &error) { return error.has_value(); });
  if (failed != errors.end())
    return compilation.fail(**failed);
  for (const TargetCompilation &target : targets)
    if (compilation.images && !target.isKept)
      compilation.images->keep(target.target->spelling(), target.variant, {target.image, target.toolOutput});
  for (const TargetCompilation &target : targets)
    compilation.listener.log("image " + target.name() + ": " + std::to_string(target.image.bytes.size()) + " bytes");
  return true;
}
