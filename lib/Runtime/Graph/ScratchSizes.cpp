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
  for (size_t index = 0; index < description.tasks.size(); ++index) {
    const qdc::Task &task = description.tasks[index];
    if (task.extent.readsWord()) {
      extents[index] = kUnknownExtent;
      continue;
    }
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return within(partOfKernel("extent of task", task.name, description.name), extent.error());
    extents[index] = std::max<int64_t>(*extent, 0);
  }
  ++generation;
  if (kept)
    if (qdc::Status resized = kept->resize(bindings, extents); !resized)
      return resized;
  qdc::Result<int64_t> bytes = description.workspace.bytes.evaluate(bindings);
  if (!bytes)
    return within(ofKernel("workspace", description.name), bytes.error());
  qdc::Status resized = resizeWorkspace(*bytes, device, waitForLaunches);
  sized = resized.ok();
  return resized;
}

qdc::Status Scratch::resizeWorkspace(int64_t bytes, BackendDevice &device,
                                     const std::function<qdc::Status()> &waitForLaunches) {
  const std::string &name = variant->description->name;
  if (bytes < 0 || static_cast<uint64_t>(bytes) < variant->wordsEnd)
    return qdc::Error{qdc::ErrorCode::invalidPackage, "workspace of kernel '" + name + "' has " +
                                                          std::to_string(bytes) + " bytes; its tasks use " +
                                                          std::to_string(variant->wordsEnd)};
  if (static_cast<uint64_t>(bytes) <= workspace.size())
    return {};
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, static_cast<uint64_t>(bytes));
  if (!memory)
    return within(ofKernel("workspace", name), memory.error());
  if (workspace.address())
    if (qdc::Status waited = waitForLaunches(); !waited)
      return waited;
  workspace = std::move(*memory);
  return {};
}
