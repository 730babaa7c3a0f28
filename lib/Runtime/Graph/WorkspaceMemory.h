//===- WorkspaceMemory.h - The regions of a workspace -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_WORKSPACEMEMORY_H
#define QDRT_GRAPH_WORKSPACEMEMORY_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Graph/BoundWorkspace.h"
#include "Runtime/Graph/WorkspaceSizes.h"

#include <functional>

namespace qdrt::loader {

/// The memory of a variant's words and temporaries. Where nothing is bound, each region is a block of its own, which
/// only grows; where something is, regions of temporaries lie there, one after another.
class WorkspaceMemory {
public:
  explicit WorkspaceMemory(const Variant &variant) : variant(&variant), blocks(variant.regions.size()) {}

  /// As the variant's.
  std::span<const DeviceMemory> regions() const { return blocks; }
  /// Region 0.
  const DeviceMemory &words() const { return blocks.front(); }
  /// Of all regions.
  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const DeviceMemory &region : blocks)
      sum = withRegion(sum, region.size());
    return sum;
  }
  /// Another number each time that a region has another address.
  uint64_t generation() const { return moves; }
  /// Whether one has had another address since the last call.
  bool takeMoved() { return std::exchange(seenMoves, moves) != moves; }

  /// From the next resize() on regions of temporaries lie in `workspace`, or for nothing in blocks of their own. No
  /// launch is under way.
  void bind(const BoundWorkspace &workspace);
  bool isBound() const { return bool(bound); }

  /// Makes room for the regions that get their sizes after `node` of the graph; none: for those that the arguments
  /// decide. A region that was too small is another block afterwards; `waitForLaunches` is called before the old one
  /// goes. outOfMemory where the bound memory is too small: the message has the bytes.
  qdc::Status resize(std::optional<uint32_t> node, const qdc::SizeExprBindings &sizes, BackendDevice &device,
                     const std::function<qdc::Status()> &waitForLaunches);
  /// Makes room for regions whose sizes tasks compute, ahead of a launch that does not wait for them, and after
  /// resize(): what `like`, which may be NULL, has for them, or else shares of what bound memory has beside the others:
  /// in proportion to what they had, if that is known, and equal ones else. unsupported where there is neither.
  qdc::Status makeRoom(const WorkspaceMemory *like, BackendDevice &device,
                       const std::function<qdc::Status()> &waitForLaunches);

  /// A launch has found all sizes that tasks compute, and the regions have that much.
  bool knowsSizes() const { return sizesFound; }
  void noteSizesFound(bool areFound) { sizesFound = areFound; }

private:
  qdc::Status resizeRegion(size_t index, uint64_t bytes, BackendDevice &device,
                           const std::function<qdc::Status()> &waitForLaunches);
  void placeRegion(size_t index, uint64_t start, uint64_t bytes);
  qdc::Status shareBound(const WorkspaceMemory *like);
  /// Bound memory has less than the temporaries take.
  qdc::Status lackingBound(uint64_t needed) const;

  const Variant *variant;
  std::vector<DeviceMemory> blocks;
  BoundWorkspace bound;
  bool sizesFound = false;
  uint64_t moves = 0, seenMoves = 0; // of regions
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_WORKSPACEMEMORY_H
