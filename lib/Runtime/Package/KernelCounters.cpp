//===- KernelCounters.cpp - What the launches of a kernel counted ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Kernel.h"

#include <algorithm>

using namespace qdrt::loader;

void Kernel::attach(const RepeatedLaunches &instance) {
  std::lock_guard lock(countersMutex);
  instances.push_back(&instance);
}

void Kernel::detach(const RepeatedLaunches &instance) {
  std::lock_guard lock(countersMutex);
  std::erase(instances, &instance);
  launches += instance.total();
  if (isLast(instance))
    lastInstance.store(nullptr, std::memory_order_relaxed);
}

void Kernel::publish(const RepeatedLaunches &instance, const Variant &variant, const LaunchCounters &counters,
                     std::span<const uint64_t> counted, std::span<const LoopRun> runs) {
  std::lock_guard lock(countersMutex);
  lastInstance.store(&instance, std::memory_order_relaxed);
  last = counters;
  ++launches;
  builds += counters.built;
  if (iterations.empty())
    return;
  setIterations(variant, counted);
  std::fill(loopRuns.begin(), loopRuns.end(), LoopRun());
  const std::span<const uint32_t> positions = positionsOf(variant);
  for (size_t loop = 0; loop < runs.size(); ++loop)
    if (positions[loop] < loopRuns.size())
      loopRuns[positions[loop]] = runs[loop];
}

void Kernel::setIterations(const Variant &variant, std::span<const uint64_t> counted) {
  const std::span<const uint32_t> positions = positionsOf(variant);
  std::fill(iterations.begin(), iterations.end(), 0);
  for (size_t loop = 0; loop < counted.size(); ++loop)
    if (positions[loop] < iterations.size())
      iterations[positions[loop]] += counted[loop];
}

void Kernel::noteIterations(const RepeatedLaunches &instance, const Variant &variant,
                            std::span<const uint64_t> counted) {
  std::lock_guard lock(countersMutex);
  if (isLast(instance))
    setIterations(variant, counted);
}

void Kernel::noteDroppedPrints(uint64_t lines) {
  std::lock_guard lock(countersMutex);
  last.droppedPrints = lines;
  // The next launch starts anew.
  lastInstance.store(nullptr, std::memory_order_relaxed);
}

qdrt_counters Kernel::counters() const {
  std::lock_guard lock(countersMutex);
  qdrt_counters counters = {};
  counters.launches = launches;
  for (const RepeatedLaunches *instance : instances)
    counters.launches += instance->total();
  counters.source_loops = last.sourceLoops;
  counters.tasks = last.tasks;
  counters.nodes = last.nodes;
  counters.builds = builds;
  counters.replays = counters.launches - builds;
  counters.patched_slots = last.patchedSlots;
  counters.patched_nodes = last.patchedNodes;
  counters.bytes_copied = last.bytesCopied;
  counters.instances = instances.size();
  counters.workspace_bytes = last.workspaceBytes;
  counters.dropped_prints = last.droppedPrints;
  counters.specialized = last.specialized;
  counters.private_tasks = last.privateTasks;
  counters.private_bytes = last.privateBytes;
  counters.reruns = last.reruns;
  return counters;
}

uint64_t Kernel::loopIterations(uint32_t index) const {
  std::lock_guard lock(countersMutex);
  return iterations[index];
}

LoopRun Kernel::loopRun(uint32_t index) const {
  std::lock_guard lock(countersMutex);
  return loopRuns[index];
}
