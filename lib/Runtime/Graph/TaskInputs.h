//===- TaskInputs.h - Slots and extents of a variant's tasks ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_TASKINPUTS_H
#define QDRT_GRAPH_TASKINPUTS_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

/// What the launches of a variant's tasks are given. The generation is another number each time that any of it changed.
class TaskInputs {
public:
  /// Slots and extents are 0.
  explicit TaskInputs(const Variant &variant)
      : slotValues(variant.slots.size()), taskExtents(variant.tasks.size()), limits(variant.tasks.size(), INT64_MAX) {}

  const qd_slot *slots() const { return slotValues.data(); }
  /// Of each task; kUnknownExtent where it reads a word.
  std::span<const int64_t> extents() const { return taskExtents; }
  /// TaskLaunch::atMost of a task whose extent is not known.
  int64_t mostIterations(uint32_t task) const { return limits[task]; }
  uint64_t generation() const { return changes; }
  /// What the backend keeps for the launches; NULL: nothing.
  BackendInstance *instance() const { return kept.get(); }

  void setInstance(std::unique_ptr<BackendInstance> made) { kept = std::move(made); }
  // noteChanges() follows what these changed.
  /// Whether the slot had another value.
  bool setSlot(uint32_t slot, qd_slot value) { return std::exchange(slotValues[slot], value) != value; }
  void setExtent(size_t task, int64_t extent, int64_t most = INT64_MAX) {
    taskExtents[task] = extent;
    limits[task] = most;
  }
  void noteChanges(uint64_t count = 1) { changes += count; }
  /// Tells the backend's instance of changes since the last call.
  void tellInstance() {
    if (kept && told != changes)
      kept->noteChangedSlots();
    told = changes;
  }

private:
  std::vector<qd_slot> slotValues; // as the variant's
  std::vector<int64_t> taskExtents, limits;
  std::unique_ptr<BackendInstance> kept;
  uint64_t changes = 1;
  uint64_t told = 0; // the generation that the instance was told of
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_TASKINPUTS_H
