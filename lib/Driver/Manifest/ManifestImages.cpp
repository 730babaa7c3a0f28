//===- ManifestImages.cpp - Images in the manifest ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Manifest/ManifestImages.h"

#include "qdc/ABI/KernelABI.h"

using namespace qdc;

ManifestImages::ManifestImages(const ManifestDraft &draft) {
  for (uint32_t kernel = 0; kernel < draft.taskSymbols.size(); ++kernel) {
    kernels[draft.kernelSymbols[kernel]] = kernel;
    for (uint32_t task = 0; task < draft.taskSymbols[kernel].size(); ++task)
      tasks[draft.taskSymbols[kernel][task]] = {kernel, task};
  }
}

/// Adds the tasks that an entry point runs.
Status ManifestImages::describeTasks(const CompiledEntryPoint &compiled, EntryPoint &entry) const {
  for (const std::string &symbol : compiled.tasks) {
    auto position = tasks.find(symbol);
    if (position == tasks.end())
      return Error{ErrorCode::internal,
                   "entry point '" + entry.symbol + "' runs '" + symbol + "', which is a task of no kernel"};
    entry.kernel = position->second.kernel;
    entry.covers.tasks.push_back(position->second.task);
  }
  return {};
}

Result<EntryPoint> ManifestImages::describeEntryPoint(const CompiledEntryPoint &compiled) const {
  EntryPoint entry;
  entry.symbol = compiled.symbol;
  entry.slots = compiled.slots;
  entry.launch = compiled.launch;
  if (compiled.loop) {
    auto kernel = kernels.find(compiled.kernel);
    if (kernel == kernels.end())
      return Error{ErrorCode::internal,
                   "entry point '" + entry.symbol + "' runs a loop of '" + compiled.kernel + "', which is no kernel"};
    entry.kernel = kernel->second;
    const bool isEnd = compiled.loop->strategy == LoopStrategy::graph;
    entry.covers = {isEnd ? CoverageKind::end : CoverageKind::node, {}, compiled.loop->node, compiled.loop->lastTasks};
  }
  if (Status described = describeTasks(compiled, entry); !described)
    return described.error();
  return entry;
}

Result<Image> ManifestImages::describe(const CompiledImage &compiled, const std::string &variant) const {
  Image image;
  image.target = compiled.target;
  image.variant = variant;
  image.features = compiled.features;
  image.kernelABIVersion = QDC_KERNEL_ABI_VERSION;
  image.mathLibrary = compiled.mathLibrary;
  image.assembler = compiled.assembler;
  for (const CompiledEntryPoint &compiledEntry : compiled.entryPoints) {
    Result<EntryPoint> entry = describeEntryPoint(compiledEntry);
    if (!entry)
      return entry.error();
    if (const std::optional<CompiledLoop> &loop = compiledEntry.loop)
      image.loops.push_back(
          {entry->kernel, loop->node, loop->strategy, static_cast<uint32_t>(image.entryPoints.size())});
    image.entryPoints.push_back(*std::move(entry));
  }
  return image;
}
