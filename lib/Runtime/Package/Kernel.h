//===- Kernel.h - A kernel of a loaded package ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Kernel is all the code of one name: the general code and that made for
// particular scalars, each a Variant. A Variant is the manifest's description
// joined with the entry points of the chosen image: what a launch needs, found
// once, when somebody asks for the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_KERNEL_H
#define QDRT_PACKAGE_KERNEL_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Package/LoopTasks.h"
#include "Runtime/Program/Program.h"

#include "qdc/Package/ManifestOutline.h"

#include <atomic>
#include <mutex>
#include <span>

namespace qdrt::loader {

class Module;

/// How to launch a task: its entry point and its part of the variant's slots.
struct TaskCode {
  const qdc::Task *description = nullptr;
  std::unique_ptr<const qdc::Task> loop; // the same, of a loop that can run as a task, or of the end of an iteration
  const qdc::EntryPoint *entryPoint = nullptr; // of the image
  std::unique_ptr<BackendEntry> entry;
  uint32_t firstSlot = 0;
  uint32_t slotCount = 0;
};

/// A loop of the graph that can run as a task.
struct LoopCode {
  uint32_t node = 0;
  qdc::LoopStrategy strategy = qdc::LoopStrategy::block;
  uint32_t task = 0; // of the variant
};

/// Nanoseconds of one iteration by a strategy; 0: the loop can't be run so, or nobody knows.
struct Estimates {
  std::array<float, static_cast<size_t>(qdc::LoopStrategy::grid) + 1> nanoseconds = {};
  float &operator[](qdc::LoopStrategy strategy) { return nanoseconds[static_cast<size_t>(strategy)]; }
  float operator[](qdc::LoopStrategy strategy) const { return nanoseconds[static_cast<size_t>(strategy)]; }
};

/// How a loop is run, and why so.
struct LoopRun {
  qdc::LoopStrategy strategy = qdc::LoopStrategy::host;
  const char *reason = ""; // lives as long as the process
  bool isAutomatic = false; // the loader chose it by estimates
  Estimates estimates = {};
  bool isAsked = false; // the launch, QDRT_LOOP or the source asks for it
};

/// A region of the workspace.
struct RegionUse {
  const qdc::WorkspaceRegion *description = nullptr;
  uint64_t end = 0; // what is known to be used of it ends here
};

/// The code for all scalars, or for some.
struct Variant {
  std::unique_ptr<const qdc::KernelWithCode> manifest; // what the rest points at
  const qdc::Kernel *description = nullptr;
  bool tasksMayFail = false; // the module has asserts or checks
  std::vector<TaskCode> tasks;        // as in the description, then the loops that can run as one, and ends of loops
  std::vector<LoopCode> loopCodes;
  std::vector<LoopEndTask> loopEnds;
  std::vector<qdc::SlotSource> slots; // of all tasks
  std::vector<std::vector<uint32_t>> slotsOfArgument;
  std::array<std::vector<uint32_t>, qdc::kSlotKindCount> slotsOfKind; // but those of arguments
  std::vector<RegionUse> regions; // the kernel's, then those that the image adds
  bool checksSizes = false; // tasks compute sizes, and the device can check them (canCheckSizes)
  Program program; // with all loops led by the host, which finds all sizes

  /// The program with these loops run as tasks, and sizes found so (planProgram).
  Program planWith(std::span<const uint32_t> tasksOfLoops, SizeSteps sizes = SizeSteps::host) const;
  /// The slots of a kind that is not of arguments.
  const std::vector<uint32_t> &slotsOf(qdc::SlotKind kind) const { return slotsOfKind[static_cast<size_t>(kind)]; }
};

/// A global that the kernel touches.
struct GlobalUse {
  uint32_t global = 0; // of the module
  bool written = false;
};

/// What a launch reports; the kernel's counters are those of its last one.
struct LaunchCounters {
  uint64_t sourceLoops = 0, tasks = 0, nodes = 0, patchedSlots = 0, patchedNodes = 0, bytesCopied = 0;
  uint64_t workspaceBytes = 0, droppedPrints = 0, privateTasks = 0, privateBytes = 0, reruns = 0;
  bool specialized = false;
  bool built = false; // an instance or a graph was made
  bool operator==(const LaunchCounters &) const = default;
};

/// The launches of one instance that counted the same as the launch before, which publish nothing.
class RepeatedLaunches {
public:
  /// One thread at a time.
  void add() { count.store(total() + 1, std::memory_order_relaxed); }
  /// Any thread.
  uint64_t total() const { return count.load(std::memory_order_relaxed); }

private:
  std::atomic<uint64_t> count = 0;
};

class Kernel {
public:
  /// The variants are in the manifest's order: the general one last. The module outlives the kernel.
  Kernel(Module &module, std::vector<Variant> variants);

  Module &module() const { return owner; }
  /// The general code.
  const Variant &general() const { return variants.back(); }
  const qdc::Kernel &description() const { return *general().description; }
  std::span<const Variant> allVariants() const { return variants; }
  /// True if the value of scalar `argument` decides which code runs, or how large a task or the workspace is.
  bool decides(uint32_t argument) const { return deciding[argument]; }
  /// Globals that any variant touches.
  std::span<const GlobalUse> globals() const { return globalUses; }

  /// True if code of any variant reads a launch's ordinal.
  bool readsOrdinal() const { return ordinalIsRead; }
  /// Counts a launch and gives its ordinal, from 0; always 0 where no code reads it. Any thread.
  uint64_t nextOrdinal() { return ordinalIsRead ? ordinal.fetch_add(1, std::memory_order_relaxed) : 0; }

  // The counters: all from any thread. What launches is known by what it counts itself.
  /// Instances say when they come and go.
  void attach(const RepeatedLaunches &instance);
  void detach(const RepeatedLaunches &instance);
  /// Makes a launch of an instance the last one; `iterations` counts those of `variant`'s loops, and `runs` tells how
  /// each was run.
  void publish(const RepeatedLaunches &instance, const Variant &variant, const LaunchCounters &counters,
               std::span<const uint64_t> iterations, std::span<const LoopRun> runs);
  /// What the loops of the instance's last launch counted is known by now; nothing if that is not the last one.
  [[gnu::cold]] void noteIterations(const RepeatedLaunches &instance, const Variant &variant,
                                    std::span<const uint64_t> iterations);
  /// True if the last launch was published by this instance. One that counted the same is then added there, which takes
  /// no lock.
  bool isLast(const RepeatedLaunches &instance) const {
    return lastInstance.load(std::memory_order_relaxed) == &instance;
  }
  /// Launches under way lost so many lines.
  void noteDroppedPrints(uint64_t lines);
  /// The counters now; `size` of the result is not set.
  qdrt_counters counters() const;
  /// Iterations of the general code's loop `index` in the last launch.
  uint64_t loopIterations(uint32_t index) const;
  /// How it was run there.
  LoopRun loopRun(uint32_t index) const;

private:
  std::span<const uint32_t> positionsOf(const Variant &variant) const {
    return generalLoops[static_cast<size_t>(&variant - variants.data())];
  }
  void setIterations(const Variant &variant, std::span<const uint64_t> counted);

  Module &owner;
  const std::vector<Variant> variants;
  std::vector<GlobalUse> globalUses;
  std::vector<bool> deciding; // for each argument
  // For each variant: its loops' positions among those of the general code.
  std::vector<std::vector<uint32_t>> generalLoops;
  bool ordinalIsRead = false;
  std::atomic<uint64_t> ordinal = 0;

  mutable std::mutex countersMutex;
  std::vector<const RepeatedLaunches *> instances;
  std::atomic<const RepeatedLaunches *> lastInstance = nullptr; // whose counters `last` are; NULL: nobody's any more
  LaunchCounters last;
  uint64_t launches = 0, builds = 0; // without the repeats of `instances`
  std::vector<uint64_t> iterations;
  std::vector<LoopRun> loopRuns;
};

/// Joins a kernel of the manifest, which is verified, with what an image, whose code is `code`, has for it: for each of
/// its parts, the code for some scalars or for all, an entry point for each task, and those for loops whose strategy
/// isTaken(). invalidPackage names a symbol that is missing, or
/// a loop's that is launched otherwise than its strategy needs; unsupported a task without an entry point of its own,
/// an entry point for several tasks or for what is no loop, a slot of a reserved kind, or a region that is not the
/// instance's.
qdc::Result<std::vector<Variant>> planVariants(const qdc::Module &module, std::vector<qdc::KernelWithCode> parts,
                                               BackendImage &code);

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_KERNEL_H
