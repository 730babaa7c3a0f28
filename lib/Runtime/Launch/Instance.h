//===- Instance.h - A kernel made ready for a stream ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instance is what a launch of one kernel on one stream keeps for the next:
//
//   ArgumentBinding   the arguments that were checked, and the globals
//   VariantState      for each variant: filled slots, memory, graphs
//   LaunchOutcome     failure, results and counters of the last launch
//   CapturedLaunches  launches in graphs of the caller
//
// A launch prepares: one whose arguments did not change checks and writes
// nothing, and may have nothing to do but to launch a graph again; one whose
// arguments did rewrites the slots that come from them. Memory is allocated by
// the first launch, by the first that uses code for other scalars, and by one
// that needs more than any before. Then it runs to its end on a synchronous
// stream, or is added to the stream's work on an asynchronous one (Launch.h), and
// collect() does the rest once somebody waited. On one that is being captured it
// becomes part of the caller's graph.
//
// Used by one thread at a time: the one that holds the stream's mutex.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_INSTANCE_H
#define QDRT_LAUNCH_INSTANCE_H

#include "Runtime/Arguments/ArgumentBinding.h"
#include "Runtime/Launch/CapturedLaunches.h"
#include "Runtime/Launch/LaunchOutcome.h"

namespace qdrt::loader {

class Instance {
public:
  /// `threads` are those that launch the kernel on the stream; they outlive it.
  Instance(Kernel &kernel, Stream &stream, LaunchingThreads &threads);

  /// One launch. `arguments` has one entry for each of the kernel's; `loops` is what the options say of loops. The
  /// error tells why nothing was launched; what the device finds is in last().failure().
  qdc::Status launch(const qdrt_argument *arguments, const qdrt_launch_options &options, LoopStrategyRequest loops);
  /// The same on a stream that is being captured: adds the kernel to the caller's graph, with these arguments and with
  /// memory of its own. unsupported names what can't be there (checkCapture).
  [[gnu::cold]] qdc::Status capture(const qdrt_argument *arguments, const qdrt_launch_options &options,
                                    LoopStrategyRequest loops);
  /// Finishes the launches under way: their failures go to the stream, their results and lines are there. The stream's
  /// work is done.
  qdc::Status collect();

  /// Later launches have their temporaries there, or for nothing in memory of their own. Waits for those under way,
  /// which may fail; then nothing has changed.
  [[gnu::cold]] qdc::Status bindWorkspace(const BoundWorkspace &workspace);
  bool hasBoundWorkspace() const { return bool(bound); }

  /// What the last launch left.
  LaunchOutcome &last() { return outcome; }
  const LaunchOutcome &last() const { return outcome; }
  /// True if freeing the instance takes nothing from anybody.
  bool isUnused() const { return !bound && !outcome.wasLaunched() && !outcome.isUnderWay() && captured.isEmpty(); }

private:
  /// `first` is the first argument that changed.
  qdc::Status prepare(const qdrt_argument *arguments, uint32_t first);
  /// Takes the arguments, into the slots too.
  qdc::Status bind(const qdrt_argument *arguments, uint32_t first);
  /// Makes the state of the variant that is for the arguments the current one.
  qdc::Status select();
  [[gnu::cold]] qdc::Status makeStateOf(const Variant &variant, std::optional<VariantState> &made);
  /// Chooses the program of the current state.
  [[gnu::cold]] qdc::Status chooseProgram(const LoopRequest &request);
  /// Of a launch with the current state.
  [[gnu::noinline]] LoopRequest requestOf(const qdrt_launch_options &options, LoopStrategyRequest loops) const;
  /// After regions of the current state have moved.
  void fillWorkspaceSlots();
  qdc::Status waitForLaunches();
  [[gnu::cold]] qdc::Status collectPrints(VariantState &of);

  Kernel &kernel;
  Stream &stream;
  ArgumentBinding binding;
  std::vector<std::optional<VariantState>> states; // for each variant
  VariantState *current = nullptr;
  bool isSelected = false; // `current` is for the arguments
  bool canBeRepeated = false; // isRepeatable() of the last launch
  uint64_t maximumIterations = 0; // an option of the last launch
  BoundWorkspace bound;
  LaunchOutcome outcome;
  CapturedLaunches captured;
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_INSTANCE_H
