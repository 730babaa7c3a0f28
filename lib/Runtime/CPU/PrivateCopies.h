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
#ifndef QDRT_CPU_PRIVATECOPIES_H
#define QDRT_CPU_PRIVATECOPIES_H

#include "Runtime/CPU/Image.h"
#include "Runtime/CPU/ThreadPool.h"
#include "Runtime/Core/DeviceMemory.h"

#include <array>

namespace qdrt::loader::cpu {

inline constexpr uint64_t kAtomicCost = 16;
inline constexpr uint64_t kElementsPerCost = 4;
inline constexpr uint64_t kMaximumPrivateBytes = uint64_t{64} << 20; // of all copies for one task

/// True if `copies` copies of arrays with `elements` elements are worth it for so many atomics.
bool privateFormPays(uint64_t atomics, uint64_t elements, uint32_t copies);

/// The copies of one instance, and which of the kernel's tasks use them.
class PrivateCopies final : public BackendInstance {
public:
  /// For entries of this backend, one for each task of `kernel`, and ranges that so many threads share. NULL if none of
  /// them has a private form.
  static std::unique_ptr<BackendInstance> create(const qdc::Kernel &kernel, std::span<BackendEntry *const> entries,
                                                 BackendDevice &device, uint32_t threads);

  /// Chooses the form of each task for these sizes, and finds memory for the copies.
  qdc::Status resize(const qdc::SizeExprBindings &arguments, std::span<const int64_t> extents) override;
  void noteChangedSlots() override;
  InstanceUse takeUse() override;

  /// Runs the private form of the task and merges the copies. False: the task is one for its atomics, and nothing ran.
  bool run(const TaskLaunch &launch, ThreadPool::Region &region);

private:
  /// Memory of which each 8 bytes hold the same pattern while no task runs.
  struct Pool {
    uint64_t pattern = 0;
    uint64_t needed = 0;
    DeviceMemory memory;
  };
  /// The copies of one array, and the launch of the function that merges them.
  struct ArrayCopies {
    qd_cpu_entry merge = nullptr;
    std::array<qd_slot, QD_MERGE_SLOT_COUNT> slots = {};
    int64_t blocks = 0; // 0: there is nothing to merge
    uint32_t operations = 0; // estimate for one block
    size_t pool = 0;
    uint64_t offset = 0, stride = 0; // of the pool, in bytes
  };
  struct TaskCopies {
    const Entry *entry = nullptr; // NULL: the task has no private form
    bool isUsed = false;
    bool isBound = false; // `slots` and those of `arrays` are the launch's
    std::vector<qd_slot> slots; // for each thread
    std::vector<ArrayCopies> arrays;
  };

  PrivateCopies(const qdc::Kernel &kernel, BackendDevice &device, uint32_t threads)
      : kernel(kernel), device(device), threads(threads) {}
  uint64_t bytesOf(uint32_t argument, const qdc::SizeExprBindings &arguments) const;
  bool pays(const TaskCopies &task, const qdc::SizeExprBindings &arguments, int64_t extent) const;
  void place(TaskCopies &task, const qdc::SizeExprBindings &arguments);
  size_t poolOf(uint64_t pattern);
  qdc::Status growPools();
  void bind(TaskCopies &task, std::span<const qd_slot> shared) const;

  const qdc::Kernel &kernel;
  BackendDevice &device;
  const uint32_t threads;
  std::vector<TaskCopies> tasks; // as in the kernel
  std::vector<Pool> pools;
  bool isUnmerged = false; // something threw between a task and its merges
  uint64_t tasksRun = 0; // since takeUse()
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_PRIVATECOPIES_H
