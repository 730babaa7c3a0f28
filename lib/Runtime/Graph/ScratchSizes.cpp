//===- ScratchSizes.cpp - How large the parts of a launch are -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/Scratch.h"
#include "Runtime/Graph/WorkspaceSizes.h"

#include <algorithm>

using namespace qdrt::loader;

namespace {
/// Those of the arguments, with the largest number in each word.
class LargestWords final : public qdc::SizeExprBindings {
public:
  explicit LargestWords(const qdc::SizeExprBindings &arguments) : arguments(arguments) {}
  qdc::Result<int64_t> scalar(uint32_t argument) const override { return arguments.scalar(argument); }
  qdc::Result<int64_t> dim(uint32_t argument, uint32_t axis) const override { return arguments.dim(argument, axis); }
  qdc::Result<int64_t> word(uint64_t) const override { return INT64_MAX; }

private:
  const qdc::SizeExprBindings &arguments;
};
} // namespace

/// A limit on an extent that reads words: compilers say what such words are not above. The largest number there is
/// where they do not.
static int64_t mostOf(const qdc::SizeExpr &extent, const qdc::SizeExprBindings &arguments) {
  const qdc::Result<int64_t> most = extent.evaluate(LargestWords(arguments));
  return most ? std::max<int64_t>(*most, 1) : INT64_MAX;
}

/// That of a task whose iterations only the device knows.
static int64_t boundByShapes(const qdc::Kernel &kernel, const qdc::Task &task,
                             std::span<const BoundArgument> arguments) {
  int64_t bound = kUnknownExtent;
  for (const std::vector<uint32_t> *arrays : {&task.readArrays, &task.writtenArrays})
    for (uint32_t array : *arrays)
      bound = std::max(bound, static_cast<int64_t>(arguments[array].bytes / elementSize(kernel.arguments[array].type)));
  return bound;
}

qdc::Status Scratch::resize(std::span<const BoundArgument> arguments, BackendDevice &device, BackendStream &stream,
                            const std::function<qdc::Status()> &waitForLaunches) {
  const qdc::Kernel &description = *variant->description;
  // What reads a word is evaluated just before it is needed, or by the tasks themselves.
  ArgumentBindings bindings(description, arguments, stream, nullptr);
  for (size_t index = 0; index < variant->tasks.size(); ++index) {
    const qdc::Task &task = *variant->tasks[index].description;
    if (task.extent.readsWord()) {
      extents[index] = kUnknownExtent;
      mostIterations[index] = mostOf(task.extent, bindings);
      continue;
    }
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return within(extent.error(), "extent of task '{}' of kernel '{}'", task.name, description.name);
    extents[index] = std::max<int64_t>(*extent, 0);
  }
  extentBounds.assign(extents.begin(), extents.begin() + static_cast<ptrdiff_t>(description.tasks.size()));
  for (size_t index = 0; index < extentBounds.size() && !loopRuns.empty(); ++index)
    if (extentBounds[index] == kUnknownExtent)
      extentBounds[index] = boundByShapes(description, description.tasks[index], arguments);
  ++generation;
  isChosen = false;
  if (kept)
    if (qdc::Status resized = kept->resize(bindings, std::span(extents).first(description.tasks.size())); !resized)
      return resized;
  if (qdc::Status checked = checkTemporaries(*variant, bindings); !checked)
    return checked;
  for (size_t index = 0; index < regions.size(); ++index) {
    qdc::Result<uint64_t> bytes = regionBytes(*variant, index, bindings);
    if (!bytes)
      return bytes.error();
    if (qdc::Status resized = resizeRegion(index, *bytes, device, waitForLaunches); !resized)
      return resized;
  }
  sized = true;
  return {};
}

qdc::Status Scratch::resizeRegion(size_t index, uint64_t bytes, BackendDevice &device,
                                  const std::function<qdc::Status()> &waitForLaunches) {
  DeviceMemory &region = regions[index];
  if (bytes <= region.size())
    return {};
  // Where this starts suits every region.
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, bytes);
  if (!memory)
    return within(memory.error(), "{}", nameOfRegion(*variant, index));
  if (region.address())
    if (qdc::Status waited = waitForLaunches(); !waited)
      return waited;
  region = std::move(*memory);
  hasMoved = true;
  ++decisionGeneration;
  return {};
}
