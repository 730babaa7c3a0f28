//===- VariantState.h - What launches of a variant work with ----*- C++ -*-===//
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
// It gets ready for a launch by stages:
//
//             noteOtherSizes()            resize()               chooseProgram()
//   any stage ---------------> unsized ------------> sized ---------------------> programmed
//             bindWorkspace()                               makeRoomForSizes(), for a program that
//                                                           checks sizes and waits for none
//
// Where there is nothing to choose (hasProgramFor) `sized` is the last one. Then
// checks of sizes that are stale are filled, values of loops found, and the slots
// of the launch set. What fails leaves the stage that it came from, or `sized`
// where a program has no room.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_VARIANTSTATE_H
#define QDRT_GRAPH_VARIANTSTATE_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Graph/LoopEstimates.h"
#include "Runtime/Graph/ReportMemory.h"
#include "Runtime/Graph/SizeChecks.h"
#include "Runtime/Graph/TaskInputs.h"
#include "Runtime/Graph/VariantLoops.h"
#include "Runtime/Graph/VariantPrograms.h"
#include "Runtime/Graph/WorkspaceMemory.h"

namespace qdrt::loader {

class VariantState {
public:
  /// Without a workspace, whose size depends on the arguments, the stop word, which the caller gives it where there are
  /// slots for it, and the number of launches, which it gives it where there is a report. Slots are 0. `stream` is the
  /// one that launches are added to; a kernel that prints is not for one that is being captured.
  static qdc::Result<VariantState> make(const Variant &variant, BackendDevice &device, BackendStream &stream);
  VariantState(VariantState &&) noexcept;
  VariantState &operator=(VariantState &&) noexcept;
  ~VariantState();

  /// How far what a launch needs is there.
  enum class Stage : uint8_t {
    unsized, // arguments or workspace have other sizes than before: resize() comes next
    sized, // extents, workspace and what the backend keeps are those of the arguments: chooseProgram() comes next
    programmed, // the prepared program is the one for these sizes and for the request that it was chosen for
  };
  Stage stage() const { return reached; }
  const Variant &variant() const { return *code; }

  // Parts that whoever leads a launch changes too, by their functions.
  VariantPrograms programs;
  VariantLoops loops;
  ReportMemory reports;
  SizeChecks checks;

  // Parts that change by the functions below alone.
  const TaskInputs &inputs() const { return given; }
  const WorkspaceMemory &workspace() const { return memory; }
  /// Region 0 of the workspace.
  const DeviceMemory &words() const { return memory.words(); }
  /// Another number each time that something changed on which decisions of graphs depend.
  uint64_t decisionGeneration() const { return memory.generation() + loops.generation() + checks.generation(); }

  /// Arguments have other sizes than those that resize() was called with.
  void noteOtherSizes() { reached = Stage::unsized; }
  /// From the next resize() on regions of temporaries lie there, or for nothing in blocks of their own. No launch is
  /// under way.
  void bindWorkspace(const BoundWorkspace &workspace) {
    memory.bind(workspace);
    reached = Stage::unsized;
  }
  /// Finds the sizes for these arguments: extents, what the backend keeps, and the regions of the workspace
  /// (WorkspaceMemory::resize, whose errors it has).
  qdc::Status resize(std::span<const BoundArgument> arguments, BackendDevice &device, BackendStream &stream,
                     const std::function<qdc::Status()> &waitForLaunches);
  /// Whether a region has had another address since the last call: its slots are to be filled.
  bool takeMoved() { return memory.takeMoved(); }

  /// Makes the program that runs the loops as LoopStrategies.h says the prepared one. On `device`. `waitForLaunches` is
  /// called before another program goes.
  [[gnu::cold]] qdc::Status chooseProgram(const Module &module, const Device &device, const LoopRequest &request,
                                          const std::function<qdc::Status()> &waitForLaunches);
  /// Whether that was done for this request, or there is nothing to choose.
  bool hasProgramFor(const LoopRequest &request) const {
    return (loops.isEmpty() && !code->program.sizesRegions) || (reached == Stage::programmed && chosenFor == request);
  }
  /// For a program that checks sizes and waits for none: gives the regions whose sizes tasks compute the room that the
  /// checks hold them to, that which launches with `like` found, if it is there and did (WorkspaceMemory::makeRoom).
  /// After an error another program is to be chosen.
  [[gnu::cold]] qdc::Status makeRoomForSizes(const VariantState *like, BackendDevice &device,
                                             const std::function<qdc::Status()> &waitForLaunches);
  /// Fills the slots of the prepared program's checks. To be called ahead of launches where they are stale.
  [[gnu::cold]] void fillSizeChecks(std::span<const BoundArgument> arguments, BackendStream &stream);
  /// Finds the values of loops that graphs of the prepared program decide about. To be called ahead of each launch of a
  /// program with decisions whose arguments may be others. The error of a value that can't be computed names the loop.
  [[gnu::cold]] qdc::Status evaluateLoops(const Module &module, std::span<const BoundArgument> arguments,
                                          BackendStream &stream);

  // These give how many slots they wrote.
  /// Writes the values of slots that come from arguments, globals and the state itself.
  uint64_t fillSlots(std::span<const uint32_t> list, const Module &module, std::span<const BoundArgument> arguments);
  /// The same for all slots but those of the launch's options and its ordinal.
  uint64_t fillAllSlots(const Module &module, std::span<const BoundArgument> arguments);
  /// Writes those and the launch's maximum of iterations (0: none), where they are others.
  uint64_t setLaunchSlots(uint64_t seed, uint64_t ordinal, uint64_t maximumIterations);
  /// Tells the backend of slots that changed since the last call. To be called ahead of a launch.
  void noteChangedSlots() { given.tellInstance(); }

  // In a launch that waits for sizes.
  /// What was known of them no longer holds: they are about to be found anew.
  void forgetSizes() {
    memory.noteSizesFound(false);
    checks.noteStale();
  }
  /// Finds the sizes of the regions that get theirs after `node` of the graph. `sizes` knows the words that they read.
  /// Errors are as those of resize(), and leave the rest as it was.
  qdc::Status sizeRegions(uint32_t node, const qdc::SizeExprBindings &sizes, BackendDevice &device,
                          const std::function<qdc::Status()> &waitForLaunches) {
    if (qdc::Status checked = checkTemporaries(*code, node, sizes); !checked)
      return checked;
    return memory.resize(node, sizes, device, waitForLaunches);
  }
  /// All sizes were found.
  void noteSizesFound() { memory.noteSizesFound(true); }

private:
  VariantState(const Variant &variant, ReportMemory reports);

  uint64_t setSlots(qdc::SlotKind kind, uint64_t value);
  qd_slot slotValue(const qdc::SlotSource &source, const Module &module,
                    std::span<const BoundArgument> arguments) const;
  /// The slots of a check of the prepared program.
  std::vector<qd_slot> slotsOfCheck(const Step &step, const qdc::SizeExprBindings &arguments,
                                    const BackendStream &stream) const;

  const Variant *code;
  Stage reached = Stage::unsized;
  TaskInputs given;
  WorkspaceMemory memory;
  LoopRequest chosenFor; // the prepared program
  std::vector<TaskSize> taskSizes; // of the kernel's tasks, for estimates; empty where it has no loops
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_VARIANTSTATE_H
