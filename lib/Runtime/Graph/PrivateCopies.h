//===- PrivateCopies.h - Copies for tasks that only fold --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic takes as long as ten plain additions, and far longer where threads
// meet. A task with a private form (KernelABI.h) can do without: each thread
// folds into copies of its own, which are merged afterwards. Whether that pays
// follows from the sizes: merging reads every element of every copy, and may
// need an atomic for each element of the arrays.
//
//   atomics                 kAtomicCost for each of the task
//   private form and merge  1 for each of these; for each element of the
//                           arrays kAtomicCost, and 1 / kElementsPerCost for
//                           each copy of it
//
// The costs are additions in the cache, so a nanosecond or less. The private
// form is taken where it is expected to cost half of the atomics at most, and
// where its copies fit in kMaximumPrivateBytes. A task whose extent is read
// from a word keeps its atomics: memory is found before a launch starts.
//
// Copies are neutral whenever no task runs, so tasks of one neutral element
// share them.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PRIVATECOPIES_H
#define QDRT_PRIVATECOPIES_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

inline constexpr uint64_t kAtomicCost = 16;
inline constexpr uint64_t kElementsPerCost = 4;
inline constexpr uint64_t kMaximumPrivateBytes = uint64_t{64} << 20; // of all copies for one task

/// True if `copies` copies of arrays with `elements` elements are worth it for so many atomics.
bool privateFormPays(uint64_t atomics, uint64_t elements, uint32_t copies);

/// The copies of one instance, and which of the variant's tasks use them.
class PrivateCopies {
public:
  PrivateCopies() = default;
  /// For a device with so many threads.
  PrivateCopies(const Variant &variant, uint32_t threads);

  /// Chooses the form of each task for these arguments and extents (atomics for kUnknownExtent), and finds memory for
  /// the copies. outOfMemory, and then no task may run before another call succeeds. To be followed by bindSlots.
  qdc::Status resize(const Variant &variant, std::span<const BoundArgument> arguments, std::span<const int64_t> extents,
                     BackendDevice &device, BackendStream &stream);
  /// Takes over the slots of the variant's tasks; to be called when some have changed.
  void bindSlots(const Variant &variant, std::span<const qd_slot> slots);
  /// Frees the copies, whatever they hold. To be followed by resize.
  void discard() { pools.clear(); }

  /// The private form of the task; NULL where it runs with atomics.
  const PrivateLaunch *find(uint32_t task) const {
    return !tasks.empty() && tasks[task].used ? &tasks[task].launch : nullptr;
  }
  /// Of all copies.
  uint64_t bytes() const;

private:
  /// Memory of which each 8 bytes hold the same pattern while no task runs.
  struct Pool {
    uint64_t pattern = 0;
    uint64_t needed = 0;
    DeviceMemory memory;
  };
  struct Placement {
    size_t pool = 0;
    uint64_t offset = 0, stride = 0; // in bytes
  };
  struct TaskCopies {
    bool used = false;
    std::vector<qd_slot> slots; // for each thread
    std::vector<MergeLaunch> merges;
    std::vector<Placement> placements;
    PrivateLaunch launch;
  };

  bool pays(const TaskCode &code, std::span<const BoundArgument> arguments, int64_t extent,
            const Variant &variant) const;
  void place(const TaskCode &code, std::span<const BoundArgument> arguments, const Variant &variant, TaskCopies &task);
  size_t poolOf(uint64_t pattern);
  qdc::Status growPools(BackendDevice &device, BackendStream &stream);

  uint32_t threads = 1;
  std::vector<TaskCopies> tasks; // as in the variant; none if no task has a private form
  std::vector<Pool> pools;
};

} // namespace qdrt::loader

#endif // QDRT_PRIVATECOPIES_H
