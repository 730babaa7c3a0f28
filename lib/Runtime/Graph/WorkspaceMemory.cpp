//===- WorkspaceMemory.cpp - The regions of a workspace ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/WorkspaceMemory.h"

#include "Runtime/Core/Error.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Status WorkspaceMemory::resize(std::optional<uint32_t> node, const qdc::SizeExprBindings &sizes,
                                    BackendDevice &device, const std::function<qdc::Status()> &waitForLaunches) {
  uint64_t used = 0; // of the bound memory
  for (size_t index = 0; index < blocks.size() && bound; ++index)
    if (sizedAfter(*variant, index) < node && holdsTemporaries(*variant, index))
      used = withRegion(used, blocks[index].size());
  for (size_t index = 0; index < blocks.size(); ++index) {
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
  if (bound && used > bound.bytes)
    return lackingBound(used);
  // Of bound memory others may have got parts that those had whose sizes tasks compute.
  if (!node)
    sizesFound = sizesFound && !bound;
  return {};
}

qdc::Status WorkspaceMemory::lackingBound(uint64_t needed) const {
  return qdc::makeError(qdc::ErrorCode::outOfMemory,
                        "kernel '{}' needs {} bytes for temporaries, but the workspace that is bound to it has {}",
                        variant->description->name, needed, bound.bytes);
}

/// Launches under way are ahead of the next one on their stream, and use the memory no longer then.
void WorkspaceMemory::placeRegion(size_t index, uint64_t start, uint64_t bytes) {
  DeviceMemory placed = DeviceMemory::borrow(bound.memory->at(bound.offset + start), bytes);
  DeviceMemory &region = blocks[index];
  moves += placed.address() != region.address();
  region = std::move(placed);
}

void WorkspaceMemory::bind(const BoundWorkspace &workspace) {
  for (size_t index = 0; index < blocks.size(); ++index)
    if (holdsTemporaries(*variant, index))
      blocks[index] = {};
  bound = workspace;
  sizesFound = false;
}

qdc::Status WorkspaceMemory::resizeRegion(size_t index, uint64_t bytes, BackendDevice &device,
                                          const std::function<qdc::Status()> &waitForLaunches) {
  DeviceMemory &region = blocks[index];
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
  ++moves;
  return {};
}

namespace {
/// A region whose size tasks compute.
struct SharingRegion {
  size_t index = 0;
  uint64_t least = 0; // bytes that code uses for certain
  uint64_t had = 1;   // in earlier launches; where nobody knows, the same for all
};
} // namespace

qdc::Status WorkspaceMemory::shareBound(const WorkspaceMemory *like) {
  const bool isKnown = like && like->sizesFound;
  std::vector<SharingRegion> sharing;
  uint64_t used = 0, least = 0, had = 0;
  for (size_t index = 0; index < blocks.size(); ++index) {
    if (!holdsTemporaries(*variant, index))
      continue;
    if (!sizedAfter(*variant, index)) {
      used = withRegion(used, blocks[index].size());
      continue;
    }
    SharingRegion &region = sharing.emplace_back(SharingRegion{index, withRegion(0, variant->regions[index].end)});
    if (isKnown)
      region.had = withRegion(0, like->blocks[index].size());
    least += region.least;
    had += region.had;
  }
  if (used + least > bound.bytes)
    return lackingBound(used + least);
  // What they had they have again, if there is so much.
  const bool isEnough = isKnown && had <= bound.bytes - used;
  const uint64_t rest = bound.bytes - used - (isEnough ? had : least);
  uint64_t left = rest;
  for (const SharingRegion &region : sharing) {
    const double part = had ? static_cast<double>(region.had) / static_cast<double>(had) : 0;
    const uint64_t more = std::min(static_cast<uint64_t>(static_cast<double>(rest) * part), left) /
                          QDC_ALLOCATION_ALIGNMENT * QDC_ALLOCATION_ALIGNMENT;
    const uint64_t share = (isEnough ? region.had : region.least) + more;
    placeRegion(region.index, used, share);
    used += share;
    left -= more;
  }
  return {};
}

qdc::Status WorkspaceMemory::makeRoom(const WorkspaceMemory *like, BackendDevice &device,
                                      const std::function<qdc::Status()> &waitForLaunches) {
  if (bound)
    return shareBound(like);
  if (!like || !like->sizesFound)
    return qdc::makeError(
        qdc::ErrorCode::unsupported,
        "its tasks compute the size of a temporary, and there is no memory for that yet; launch it on the "
        "stream first, or bind a workspace to it by qdrt_workspace_bind");
  for (size_t index = 0; index < blocks.size(); ++index)
    if (sizedAfter(*variant, index))
      if (qdc::Status resized = resizeRegion(index, like->blocks[index].size(), device, waitForLaunches); !resized)
        return resized;
  return {};
}
