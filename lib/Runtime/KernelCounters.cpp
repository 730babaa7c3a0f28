//===- KernelCounters.cpp - What the launches of a kernel counted --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Kernel.h"

#include <algorithm>

using namespace qdrt::loader;

void Kernel::publish(const Variant &variant, const LaunchCounters &counters, std::span<const uint64_t> counted,
                     bool built) {
  std::lock_guard lock(countersMutex);
  last = counters;
  ++launches;
  builds += built;
  if (iterations.empty())
    return;
  const std::vector<uint32_t> &positions = generalLoops[static_cast<size_t>(&variant - variants.data())];
  std::fill(iterations.begin(), iterations.end(), 0);
  for (size_t loop = 0; loop < counted.size(); ++loop)
    if (positions[loop] < iterations.size())
      iterations[positions[loop]] += counted[loop];
}

void Kernel::noteDroppedPrints(uint64_t lines) {
  std::lock_guard lock(countersMutex);
  last.droppedPrints = lines;
}

qdrt_counters Kernel::counters() const {
  std::lock_guard lock(countersMutex);
  qdrt_counters counters = {};
  counters.launches = launches;
  counters.source_loops = last.sourceLoops;
  counters.tasks = last.tasks;
  counters.nodes = last.nodes;
  counters.builds = builds;
  counters.replays = launches - builds;
  counters.patched_slots = last.patchedSlots;
  counters.patched_nodes = last.patchedNodes;
  counters.bytes_copied = last.bytesCopied;
  counters.instances = instances.load(std::memory_order_relaxed);
  counters.workspace_bytes = last.workspaceBytes;
  counters.dropped_prints = last.droppedPrints;
  counters.specialized = last.specialized;
  counters.private_tasks = last.privateTasks;
  counters.private_bytes = last.privateBytes;
  return counters;
}

uint64_t Kernel::loopIterations(uint32_t index) const {
  std::lock_guard lock(countersMutex);
  return iterations[index];
}
