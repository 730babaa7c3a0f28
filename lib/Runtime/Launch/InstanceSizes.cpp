//===- InstanceSizes.cpp - How large the parts of a launch are ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Launch/Stream.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Status Instance::evaluateSizes(Scratch &of) {
  of.copiesSized = false;
  const qdc::Kernel &description = *of.variant->description;
  // What reads a word is evaluated just before it is needed, or by the tasks themselves.
  ArgumentBindings bindings(description, arguments, stream.work(), {});
  for (size_t index = 0; index < description.tasks.size(); ++index) {
    const qdc::Task &task = description.tasks[index];
    if (task.extent.readsWord()) {
      of.extents[index] = kUnknownExtent;
      continue;
    }
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return within(partOfKernel("extent of task", task.name, description.name), extent.error());
    of.extents[index] = std::max<int64_t>(*extent, 0);
  }
  of.patched = true;
  for (uint32_t index = 0; index < of.regions.size(); ++index) {
    const qdc::WorkspaceRegion &region = *of.variant->regions[index].description;
    qdc::Result<int64_t> bytes = region.size.bytes.evaluate(bindings);
    if (!bytes)
      return within(nameOfRegion(of, index), bytes.error());
    if (qdc::Status resized = resizeRegion(of, index, *bytes); !resized)
      return resized;
  }
  of.sized = true;
  return {};
}

std::string Instance::nameOfRegion(const Scratch &of, uint32_t index) {
  const std::string &kernel = of.variant->description->name;
  return index == 0 ? ofKernel("workspace", kernel)
                    : partOfKernel("region", of.variant->regions[index].description->name, kernel);
}

qdc::Status Instance::resizeRegion(Scratch &of, uint32_t index, int64_t bytes) {
  const uint64_t end = of.variant->regions[index].end;
  DeviceMemory &region = of.regions[index];
  if (bytes < 0 || static_cast<uint64_t>(bytes) < end)
    return qdc::Error{qdc::ErrorCode::invalidPackage, nameOfRegion(of, index) + " has " + std::to_string(bytes) +
                                                          " bytes; its tasks use " + std::to_string(end)};
  if (static_cast<uint64_t>(bytes) <= region.size())
    return {};
  // Where this starts suits every region.
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(stream.device().backend(), static_cast<uint64_t>(bytes));
  if (!memory)
    return within(nameOfRegion(of, index), memory.error());
  if (region.address())
    if (qdc::Status waited = waitForLaunches(); !waited)
      return waited;
  region = std::move(*memory);
  of.moved = true;
  return {};
}

qdc::Status Instance::sizeCopies() {
  // A launch that ran out of host memory may have left copies that were not merged.
  if (!current->clean) {
    current->copies.discard();
    current->copiesSized = false;
  }
  if (current->copiesSized)
    return {};
  qdc::Status sized =
      current->copies.resize(*current->variant, arguments, current->extents, stream.device().backend(), stream.work());
  if (!sized)
    return within(ofKernel("copies for each thread", kernel.description().name), sized.error());
  current->copiesSized = true;
  current->patched = true;
  return {};
}
