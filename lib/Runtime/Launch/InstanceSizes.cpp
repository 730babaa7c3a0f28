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
  const qdc::Kernel &description = *of.variant->description;
  // What reads a word is evaluated just before it is needed, or by the tasks themselves.
  ArgumentBindings bindings(description, arguments, stream.work(), nullptr);
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
  if (of.kept)
    if (qdc::Status resized = of.kept->resize(bindings, of.extents); !resized)
      return resized;
  qdc::Result<int64_t> bytes = description.workspace.bytes.evaluate(bindings);
  if (!bytes)
    return within(ofKernel("workspace", description.name), bytes.error());
  qdc::Status resized = resizeWorkspace(of, *bytes);
  of.sized = resized.ok();
  return resized;
}

qdc::Status Instance::resizeWorkspace(Scratch &of, int64_t bytes) {
  const std::string &name = of.variant->description->name;
  if (bytes < 0 || static_cast<uint64_t>(bytes) < of.variant->wordsEnd)
    return qdc::Error{qdc::ErrorCode::invalidPackage, "workspace of kernel '" + name + "' has " +
                                                          std::to_string(bytes) + " bytes; its tasks use " +
                                                          std::to_string(of.variant->wordsEnd)};
  if (static_cast<uint64_t>(bytes) <= of.workspace.size())
    return {};
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(stream.device().backend(), static_cast<uint64_t>(bytes));
  if (!memory)
    return within(ofKernel("workspace", name), memory.error());
  if (of.workspace.address())
    if (qdc::Status waited = waitForLaunches(); !waited)
      return waited;
  of.workspace = std::move(*memory);
  return {};
}
