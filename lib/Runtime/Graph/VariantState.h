//===- VariantState.h - Slots and memory of one variant ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tasks of one kernel need on one stream besides the caller's arrays:
// the slots of their entry points, and memory for their words, their error
// record and what they print. Launches with the same state run one after the
// other.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_VARIANTSTATE_H
#define QDRT_GRAPH_VARIANTSTATE_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Core/LoopStrategyRequest.h"
#include "Runtime/Graph/BoundWorkspace.h"
#include "Runtime/Graph/LoopEstimates.h"
#include "Runtime/Graph/LoopFlag.h"
#include "Runtime/Graph/PreparedProgram.h"
#include "Runtime/Graph/WorkspaceSizes.h"
#include "Runtime/Package/Kernel.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

namespace qdrt::loader {

/// What the work of a stream leaves for the host, in memory of the host. The bytes of the results follow.
struct HostReport {
  qd_error_record record; // read where the host decides
  uint64_t word;          // likewise
  uint64_t sizesAnswer;   // of the last check of sizes (SizeCheck.h)
  qdrt_launch_report published;
};
static_assert(offsetof(HostReport, published) + sizeof(qdrt_launch_report) == sizeof(HostReport),
              "results follow the report of a launch");

/// Programs that the state of a variant keeps: beyond them the one goes that was chosen longest ago.
inline constexpr size_t kMaximumPrograms = 8;

/// What a loop that a graph decides about takes from the arguments of a launch; of what a word holds, nothing.
struct LoopValues {
  int64_t lower = 0, upper = 0, step = 1; // repeat; doWhile: `upper` is the maximum of iterations
  LoopFlag flag;                          // doWhile
  bool operator==(const LoopValues &) const = default;
};

struct VariantState {
  explicit VariantState(const Variant &variant);
  VariantState(VariantState &&) noexcept;
  VariantState &operator=(VariantState &&) noexcept;
  ~VariantState();

  /// How far what a launch needs is there.
  enum class Stage : uint8_t {
    unsized,    // arguments or workspace have other sizes than before: resize() comes next
    sized, // extents, workspace and what the backend keeps are those of the arguments: chooseProgram() comes next
    programmed, // `prepared` is the program for these sizes and for the request that it was chosen for
  };
  Stage stage() const { return reached; }
  /// Arguments have other sizes than those that resize() was called with.
  void noteOtherSizes() { reached = Stage::unsized; }
  /// Whether a region has had another address since the last call.
  bool takeMoved() { return std::exchange(hasMoved, false); }

  const Variant *variant;

  // The program of a launch.
  PreparedProgram *prepared; // of the launch that is prepared or runs
  PreparedProgram *launched = nullptr; // of the last launch; NULL: there was none
  std::vector<LoopRun> loopRuns; // of the prepared program; empty: the kernel has no loops
  std::vector<LoopValues> loopValues; // of loops that graphs decide about (evaluateLoops)
  std::vector<uint64_t> loopIterations; // of the last launch
  int64_t allowedIterations = INT64_MAX; // in one visit of a loop with a condition

  // What tasks are given. A generation is another number each time that these changed.
  std::vector<qd_slot> slots;
  std::vector<int64_t> extents; // of tasks; kUnknownExtent where they read a word
  std::vector<int64_t> mostIterations; // of tasks whose extent is that (TaskLaunch::atMost)
  uint64_t generation = 1; // of slots, extents and workspace
  uint64_t decisionGeneration = 1; // of what decisions of graphs depend on
  std::unique_ptr<BackendInstance> kept; // NULL: the backend keeps nothing

  // The memory of a launch.
  DeviceMemory errorRecord, printBuffer;
  bool isRecordClean = true; // the error record holds nothing, and on synchronous streams the print buffer neither
  std::shared_ptr<const DeviceMemory> stopWord; // NULL: nothing that the variant may run looks at it
  std::vector<DeviceMemory> regions; // of the workspace, as the variant's
  BoundWorkspace bound; // where those of temporaries lie; nothing: each is a block of its own
  HostMemory report; // asynchronous streams: a HostReport and results; nothing: launches report nothing
  std::shared_ptr<const DeviceMemory> launchNumber; // of the stream's launches (GraphPublish); where there is a report

  // Sizes that tasks compute.
  bool knowsSizes = false; // a launch has found all of them, and the regions have that much
  bool checksAreStale = false; // `sizeChecks` are those of other sizes or another program
  std::vector<std::vector<qd_slot>> sizeChecks; // of the prepared program's checks (SizeCheck.h)
  std::vector<int64_t> sizeWords; // room for words by which regions get their sizes, so that no launch has to make it
  std::unique_ptr<BackendEvent>
      sizesChecked; // comes after the last check whose answer a host waits for; NULL: none yet

  // These give how many slots they wrote.
  /// Writes the values of slots that come from arguments, globals and the state itself.
  uint64_t fillSlots(std::span<const uint32_t> list, const Module &module, std::span<const BoundArgument> arguments);
  /// The same for all slots but those of the launch's options and its ordinal.
  uint64_t fillAllSlots(const Module &module, std::span<const BoundArgument> arguments);
  /// Writes those and the launch's maximum of iterations (0: none), where they are others.
  uint64_t setLaunchSlots(uint64_t seed, uint64_t ordinal, uint64_t maximumIterations);
  /// Tells the backend of slots that changed since the last call. To be called ahead of a launch.
  void noteChangedSlots() {
    if (kept && toldGeneration != generation)
      kept->noteChangedSlots();
    toldGeneration = generation;
  }
  /// Finds the sizes for these arguments: extents, what the backend keeps, and the regions of the workspace. One that
  /// was too small is another one afterwards. `waitForLaunches` is called before it goes. outOfMemory where bound
  /// memory is too small: the message has the bytes.
  qdc::Status resize(std::span<const BoundArgument> arguments, BackendDevice &device, BackendStream &stream,
                     const std::function<qdc::Status()> &waitForLaunches);

  /// In a launch: finds the sizes of the regions that get theirs after `node` of the graph. `sizes` knows the words
  /// that they read. Errors are as those of resize(), and leave the rest as it was.
  qdc::Status sizeRegions(uint32_t node, const qdc::SizeExprBindings &sizes, BackendDevice &device,
                          const std::function<qdc::Status()> &waitForLaunches) {
    if (qdc::Status checked = checkTemporaries(*variant, node, sizes); !checked)
      return checked;
    return resizeRegions(node, sizes, device, waitForLaunches);
  }
  /// For a program that checks sizes and waits for none, after resize(): gives the regions whose sizes tasks compute
  /// the room that the checks hold them to. That is what launches with `like`, which may be NULL, had for them, or else
  /// shares of what bound memory has beside the others: in proportion to what they had, if that is known, and equal
  /// ones else. unsupported where there is neither. After an error another program is to be chosen.
  [[gnu::cold]] qdc::Status makeRoomForSizes(const VariantState *like, BackendDevice &device,
                                             const std::function<qdc::Status()> &waitForLaunches);
  /// Fills the slots of the prepared program's checks. To be called ahead of launches where `checksAreStale`.
  [[gnu::cold]] void fillSizeChecks(std::span<const BoundArgument> arguments, BackendStream &stream);

  /// From the next resize() on regions of temporaries lie there, or for nothing in blocks of their own. No launch is
  /// under way.
  void bindWorkspace(const BoundWorkspace &workspace);

  /// Makes the program that runs the loops as LoopStrategies.h says the prepared one; it is planned where it
  /// has none such. After resize(), on `device`. `waitForLaunches` is called before another program goes.
  [[gnu::cold]] qdc::Status chooseProgram(const Module &module, const Device &device, const LoopRequest &request,
                                          const std::function<qdc::Status()> &waitForLaunches);
  /// Whether that was done for this request, or there is nothing to choose.
  bool hasProgramFor(const LoopRequest &request) const {
    return (loopRuns.empty() && !variant->program.sizesRegions) ||
           (reached == Stage::programmed && chosenFor == request);
  }
  /// Finds the values of loops that graphs of the prepared program decide about. To be called ahead of each launch of a
  /// program with decisions whose arguments may be others. The error of a value that can't be computed names the loop.
  [[gnu::cold]] qdc::Status evaluateLoops(const Module &module, std::span<const BoundArgument> arguments,
                                          BackendStream &stream);

  /// Of all regions of the workspace.
  uint64_t workspaceBytes() const {
    uint64_t bytes = 0;
    for (const DeviceMemory &region : regions)
      bytes = withRegion(bytes, region.size());
    return bytes;
  }
  /// Region 0 of the workspace.
  const DeviceMemory &words() const { return regions.front(); }
  /// The graph that ran all of the last launch's program; NULL: there is none. Its nodes are the program's steps.
  const TaskGraph *wholeGraph() const {
    return !launched || launched->program.hasControl ? nullptr : launched->graphs.find(0);
  }

  HostReport *hostReport() const { return static_cast<HostReport *>(report.address()); }
  /// Where results arrive; NULL: there are none, or they are read from the workspace.
  std::byte *hostResults() const {
    return report.address() ? reinterpret_cast<std::byte *>(hostReport() + 1) : nullptr;
  }
  /// The same as references; there is a report.
  MemoryReference publishedPlace() const { return report.at(offsetof(HostReport, published)); }
  MemoryReference recordPlace() const { return report.at(offsetof(HostReport, record)); }
  MemoryReference wordPlace() const { return report.at(offsetof(HostReport, word)); }

private:
  Stage reached = Stage::unsized;
  bool hasMoved = false;
  std::array<std::unique_ptr<PreparedProgram>, kMaximumPrograms> programs; // the rest NULL
  LoopRequest chosenFor; // the prepared program
  uint64_t choices = 0; // of programs, ever
  std::vector<TaskSize> taskSizes; // of the kernel's tasks, for estimates; empty where it has no loops
  uint64_t toldGeneration = 0; // that the backend was told of

  uint64_t setSlots(qdc::SlotKind kind, uint64_t value);
  qd_slot slotValue(const qdc::SlotSource &source, const Module &module,
                    std::span<const BoundArgument> arguments) const;
  /// Those that get their sizes after `node`; none: ahead of the launch.
  qdc::Status resizeRegions(std::optional<uint32_t> node, const qdc::SizeExprBindings &sizes, BackendDevice &device,
                            const std::function<qdc::Status()> &waitForLaunches);
  void placeRegion(size_t index, uint64_t start, uint64_t bytes);
  /// Of bound memory, for regions whose sizes tasks compute.
  qdc::Status shareBound(const VariantState *like);
  /// Bound memory has less than the temporaries take.
  [[gnu::cold]] qdc::Status lackingBound(uint64_t needed) const;
  /// The slots of a check of the prepared program.
  std::vector<qd_slot> slotsOfCheck(const Step &step, const qdc::SizeExprBindings &arguments) const;
  [[gnu::cold]] qdc::Status resizeRegion(size_t index, uint64_t bytes, BackendDevice &device,
                                         const std::function<qdc::Status()> &waitForLaunches);
};

/// Makes a variant's state but for the workspace, whose size depends on the arguments, the stop word, which the
/// caller gives it where there are slots for it, and the number of launches, which it gives it where there is a report.
/// Slots are 0. `stream` is the one that launches are added to; a kernel that prints is not for one that is being
/// captured.
qdc::Result<VariantState> makeVariantState(const Variant &variant, BackendDevice &device, BackendStream &stream);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_VARIANTSTATE_H
