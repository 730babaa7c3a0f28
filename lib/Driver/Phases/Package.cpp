//===- Package.cpp - Phase package ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Compilation.h"
#include "PhaseFunctions.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/PackageReader.h"
#include "qdc/Package/PackageWriter.h"
#include "qdc/Support/Sha256.h"
#include "qdc/Support/Version.h"

#include "llvm/ADT/StringMap.h"

using namespace qdc;

namespace {
struct TaskNumber {
  uint32_t kernel = 0;
  uint32_t task = 0;
};

/// By symbols.
struct Numbers {
  llvm::StringMap<uint32_t> kernels;
  llvm::StringMap<TaskNumber> tasks;
};
} // namespace

static Numbers numberSymbols(const ManifestDraft &draft) {
  Numbers numbers;
  for (uint32_t kernel = 0; kernel < draft.taskSymbols.size(); ++kernel) {
    numbers.kernels[draft.kernelSymbols[kernel]] = kernel;
    for (uint32_t task = 0; task < draft.taskSymbols[kernel].size(); ++task)
      numbers.tasks[draft.taskSymbols[kernel][task]] = {kernel, task};
  }
  return numbers;
}

/// Adds what an entry point of a loop covers.
static Status describeLoop(const CompiledEntryPoint &compiled, const Numbers &numbers, EntryPoint &entry,
                           Image &image) {
  auto kernel = numbers.kernels.find(compiled.kernel);
  if (kernel == numbers.kernels.end())
    return Error{ErrorCode::internal,
                 "entry point '" + entry.symbol + "' runs a loop of '" + compiled.kernel + "', which is no kernel"};
  entry.kernel = kernel->second;
  const bool isEnd = compiled.loop->strategy == LoopStrategy::graph;
  entry.covers = {isEnd ? CoverageKind::end : CoverageKind::node, {}, compiled.loop->node, compiled.loop->lastTasks};
  image.loops.push_back(
      {entry.kernel, compiled.loop->node, compiled.loop->strategy, static_cast<uint32_t>(image.entryPoints.size())});
  return {};
}

static Result<Image> describe(const TargetCompilation &target, const Numbers &numbers) {
  const CompiledImage &compiled = target.image;
  Image image;
  image.target = compiled.target;
  image.variant = target.variant;
  image.features = compiled.features;
  image.kernelABIVersion = QDC_KERNEL_ABI_VERSION;
  image.mathLibrary = compiled.mathLibrary;
  image.assembler = compiled.assembler;
  for (const CompiledEntryPoint &compiledEntry : compiled.entryPoints) {
    EntryPoint entry;
    entry.symbol = compiledEntry.symbol;
    entry.slots = compiledEntry.slots;
    entry.launch = compiledEntry.launch;
    if (compiledEntry.loop)
      if (Status described = describeLoop(compiledEntry, numbers, entry, image); !described)
        return described.error();
    for (const std::string &symbol : compiledEntry.tasks) {
      auto number = numbers.tasks.find(symbol);
      if (number == numbers.tasks.end())
        return Error{ErrorCode::internal,
                     "entry point '" + entry.symbol + "' runs '" + symbol + "', which is a task of no kernel"};
      entry.kernel = number->second.kernel;
      entry.covers.tasks.push_back(number->second.task);
    }
    image.entryPoints.push_back(std::move(entry));
  }
  return image;
}

bool qdc::runPackagePhase(Compilation &compilation) {
  Manifest manifest;
  manifest.producer = "qdc " + std::string(kVersion);
  Module &module = manifest.modules.emplace_back(compilation.draft.module);
  module.sourceDigest = sha256Hex(compilation.progress.source);
  module.optionsDigest = optionsDigest(compilation.options.package);
  Numbers numbers = numberSymbols(compilation.draft);
  ModuleContents contents{{}, compilation.draft.data};
  for (const TargetCompilation &target : compilation.targets) {
    Result<Image> image = describe(target, numbers);
    if (!image)
      return compilation.fail(image.error());
    module.images.push_back(std::move(*image));
    contents.images.push_back({asBytes(target.image.bytes), target.image.triple, target.image.architecture});
  }
  Result<ByteVector> package = writePackage(std::move(manifest), {std::move(contents)});
  if (!package)
    return compilation.fail(package.error());
  if (Status taken = verifyPackage(*package); !taken)
    return compilation.fail({ErrorCode::internal, "the loader would refuse the package: " + taken.error().message});
  compilation.package = std::move(*package);
  return true;
}
