//===- VariantStateSizes.cpp - How large the parts of a launch are --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/VariantState.h"
#include "Runtime/Graph/WorkspaceSizes.h"

#include <algorithm>

using namespace qdrt::loader;

/// What `size` never exceeds, whatever its words hold. INT64_MAX: the expression gives no limit, as where a word is
/// subtracted, or divides, or is multiplied by what may be below 0: there a larger word makes the result smaller.
/// `arguments` are asked for no word.
static int64_t limitOf(const qdc::SizeExpr &size, const qdc::SizeExprBindings &arguments) {
  constexpr int64_t noLimit = INT64_MAX;
  auto valueOf = [&](const qdc::SizeExpr &known) {
    const qdc::Result<int64_t> value = known.evaluate(arguments);
    return value ? *value : noLimit;
  };
  if (!size.readsWord())
    return valueOf(size);
  if (size.kind() == qdc::SizeExprKind::word)
    return noLimit;
  const int64_t lhs = limitOf(size.lhs(), arguments), rhs = limitOf(size.rhs(), arguments);
  const bool isLeftKnown = !size.lhs().readsWord(), isRightKnown = !size.rhs().readsWord();
  bool rises = true; // with each operand that reads words
  switch (size.kind()) {
  case qdc::SizeExprKind::min:
    return std::min(lhs, rhs);
  case qdc::SizeExprKind::sub:
    rises = isRightKnown;
    break;
  case qdc::SizeExprKind::mul:
    rises = (isLeftKnown && lhs >= 0) || (isRightKnown && rhs >= 0);
    break;
  case qdc::SizeExprKind::floorDiv:
    rises = isRightKnown && rhs > 0;
    break;
  default:
    break;
  }
  if (!rises || lhs == noLimit || rhs == noLimit)
    return noLimit;
  return valueOf(qdc::SizeExpr::binary(size.kind(), qdc::SizeExpr::constant(lhs), qdc::SizeExpr::constant(rhs)));
}

static TaskSize sizeOf(const qdc::Kernel &kernel, const qdc::Task &task, std::span<const BoundArgument> arguments,
                       int64_t extent) {
  TaskSize size{extent};
  int64_t elements = kUnknownExtent; // of the largest array
  for (const std::vector<uint32_t> *arrays : {&task.readArrays, &task.writtenArrays})
    for (uint32_t array : *arrays) {
      const auto bytes = static_cast<int64_t>(arguments[array].bytes);
      size.bytes += static_cast<double>(bytes);
      elements = std::max(elements, bytes / static_cast<int64_t>(elementSize(kernel.arguments[array].type)));
    }
  if (extent == kUnknownExtent)
    size.extent = elements;
  return size;
}

qdc::Status VariantState::resize(std::span<const BoundArgument> arguments, BackendDevice &device, BackendStream &stream,
                                 const std::function<qdc::Status()> &waitForLaunches) {
  const qdc::Kernel &description = *variant->description;
  // What reads a word is evaluated just before it is needed, or by the tasks themselves.
  ArgumentBindings bindings(description, arguments, stream, nullptr);
  for (size_t index = 0; index < variant->tasks.size(); ++index) {
    const qdc::Task &task = *variant->tasks[index].description;
    if (task.extent.readsWord()) {
      extents[index] = kUnknownExtent;
      mostIterations[index] = std::max<int64_t>(limitOf(task.extent, bindings), 1);
      continue;
    }
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return within(extent.error(), "extent of task '{}' of kernel '{}'", task.name, description.name);
    extents[index] = std::max<int64_t>(*extent, 0);
  }
  taskSizes.resize(loopRuns.empty() ? 0 : description.tasks.size());
  for (size_t index = 0; index < taskSizes.size(); ++index)
    taskSizes[index] = sizeOf(description, description.tasks[index], arguments, extents[index]);
  ++generation;
  reached = Stage::unsized;
  if (kept)
    if (qdc::Status resized = kept->resize(bindings, std::span(extents).first(description.tasks.size())); !resized)
      return resized;
  if (qdc::Status checked = checkTemporaries(*variant, {}, bindings); !checked)
    return checked;
  if (qdc::Status resized = resizeRegions({}, bindings, device, waitForLaunches); !resized)
    return resized;
  reached = Stage::sized;
  // Of bound memory others may have got parts that those had whose sizes tasks compute.
  knowsSizes = knowsSizes && !bound;
  checksAreStale = true;
  return {};
}

qdc::Status VariantState::resizeRegions(std::optional<uint32_t> node, const qdc::SizeExprBindings &sizes,
                                        BackendDevice &device, const std::function<qdc::Status()> &waitForLaunches) {
  uint64_t used = 0; // of the bound memory
  for (size_t index = 0; index < regions.size() && bound; ++index)
    if (sizedAfter(*variant, index) < node && holdsTemporaries(*variant, index))
      used = withRegion(used, regions[index].size());
  for (size_t index = 0; index < regions.size(); ++index) {
    if (sizedAfter(*variant, index) != node)
      continue;
    qdc::Result<uint64_t> bytes = regionBytes(*variant, index, sizes);
    if (!bytes)
      return bytes.error();
    if (!bound || !holdsTemporaries(*variant, index)) {
      if (qdc::Status resized = resizeRegion(index, *bytes, device, waitForLaunches); !resized)
        return resized;
      continue;
    }
    const uint64_t start = used;
    used = withRegion(used, *bytes);
    if (used <= bound.bytes)
      placeRegion(index, start, *bytes);
  }
  return bound && used > bound.bytes ? lackingBound(used) : qdc::Status();
}

qdc::Status VariantState::lackingBound(uint64_t needed) const {
  return qdc::makeError(qdc::ErrorCode::outOfMemory,
                        "kernel '{}' needs {} bytes for temporaries, but the workspace that is bound to it has {}",
                        variant->description->name, needed, bound.bytes);
}

/// Launches under way are ahead of the next one on their stream, and use the memory no longer then.
void VariantState::placeRegion(size_t index, uint64_t start, uint64_t bytes) {
  DeviceMemory placed = DeviceMemory::borrow(bound.memory->at(bound.offset + start), bytes);
  DeviceMemory &region = regions[index];
  if (placed.address() != region.address()) {
    hasMoved = true;
    ++decisionGeneration;
  }
  region = std::move(placed);
}

void VariantState::bindWorkspace(const BoundWorkspace &workspace) {
  for (size_t index = 0; index < regions.size(); ++index)
    if (holdsTemporaries(*variant, index))
      regions[index] = {};
  bound = workspace;
  knowsSizes = false;
  reached = Stage::unsized;
}

qdc::Status VariantState::resizeRegion(size_t index, uint64_t bytes, BackendDevice &device,
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
  checksAreStale = true;
  ++decisionGeneration;
  return {};
}
