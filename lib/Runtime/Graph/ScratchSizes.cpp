//===- ScratchSizes.cpp - How large the parts of a launch are -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/Scratch.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Status Scratch::resize(std::span<const BoundArgument> arguments, BackendDevice &device, BackendStream &stream,
                            const std::function<qdc::Status()> &waitForLaunches) {
  const qdc::Kernel &description = *variant->description;
  // What reads a word is evaluated just before it is needed, or by the tasks themselves.
  ArgumentBindings bindings(description, arguments, stream, nullptr);
  for (size_t index = 0; index < variant->tasks.size(); ++index) {
    const qdc::Task &task = *variant->tasks[index].description;
    if (task.extent.readsWord()) {
      extents[index] = kUnknownExtent;
      continue;
    }
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return within(extent.error(), "extent of task '{}' of kernel '{}'", task.name, description.name);
    extents[index] = std::max<int64_t>(*extent, 0);
  }
  ++generation;
  isChosen = false;
  if (kept)
    if (qdc::Status resized = kept->resize(bindings, std::span(extents).first(description.tasks.size())); !resized)
      return resized;
  for (size_t index = 0; index < regions.size(); ++index) {
    qdc::Result<int64_t> bytes = variant->regions[index].description->size.bytes.evaluate(bindings);
    if (!bytes)
      return within(bytes.error(), "{}", nameOfRegion(index));
    if (qdc::Status resized = resizeRegion(index, *bytes, device, waitForLaunches); !resized)
      return resized;
  }
  sized = true;
  return {};
}

std::string Scratch::nameOfRegion(size_t index) const {
  const std::string &kernel = variant->description->name;
  return index == 0 ? qdc::formatText("workspace of kernel '{}'", kernel)
                    : qdc::formatText("region '{}' of kernel '{}'", variant->regions[index].description->name, kernel);
}

qdc::Status Scratch::resizeRegion(size_t index, int64_t bytes, BackendDevice &device,
                                  const std::function<qdc::Status()> &waitForLaunches) {
  const uint64_t end = variant->regions[index].end;
  DeviceMemory &region = regions[index];
  if (bytes < 0 || static_cast<uint64_t>(bytes) < end)
    return qdc::makeError(qdc::ErrorCode::invalidPackage, "{} has {} bytes; its tasks use {}", nameOfRegion(index),
                          bytes, end);
  if (static_cast<uint64_t>(bytes) <= region.size())
    return {};
  // Where this starts suits every region.
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, static_cast<uint64_t>(bytes));
  if (!memory)
    return within(memory.error(), "{}", nameOfRegion(index));
  if (region.address())
    if (qdc::Status waited = waitForLaunches(); !waited)
      return waited;
  region = std::move(*memory);
  hasMoved = true;
  ++decisionGeneration;
  return {};
}
