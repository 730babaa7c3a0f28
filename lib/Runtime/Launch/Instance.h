//===- Instance.h - A kernel made ready for a stream ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instance is what a launch of one kernel on one stream keeps for the next:
// the arguments that were checked, the filled slots, and the scratch memory.
// A launch prepares (Instance.cpp): one whose arguments did not change checks and
// writes nothing, and may have nothing to do but to launch a graph again; one
// whose arguments did rewrites the slots that come from them (InstanceBind.cpp).
// Memory is allocated by the first launch, by the first that uses code for other
// scalars, and by one that needs more than any before (InstanceSizes.cpp).
// On a synchronous stream it then runs to its end (InstanceRun.cpp); on an
// asynchronous one it is added to the stream's work (InstanceSubmit.cpp), and
// collect() does the rest once somebody waited (InstanceCollect.cpp). On one that
// is being captured it becomes part of the caller's graph (InstanceCapture.cpp).
// Where the host has to wait for a launch anyway, to copy an array back, it is
// complete when the call returns.
//
// Used by one thread at a time: the one that holds the stream's mutex.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_INSTANCE_H
#define QDRT_INSTANCE_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Arguments/HostArrays.h"
#include "Runtime/Core/LaunchFailure.h"
#include "Runtime/Graph/Scratch.h"
#include "Runtime/Package/Kernel.h"

#include <optional>

namespace qdrt::loader {

class GraphWalk;
class Stream;

class Instance {
public:
  Instance(Kernel &kernel, Stream &stream);
  ~Instance();

  /// One launch. `arguments` has one entry for each of the kernel's. The error tells why nothing was launched; what the
  /// device finds is in failure().
  qdc::Status launch(const qdrt_argument *arguments, const qdrt_launch_options &options);
  /// The same on a stream that is being captured: adds the kernel to the caller's graph, with these arguments and with
  /// memory of its own. unsupported names what can't be there: control, host arrays, results, prints.
  qdc::Status capture(const qdrt_argument *arguments, const qdrt_launch_options &options);
  /// Finishes the launches under way: their failures go to the stream, their results and lines are there. The stream's
  /// work is done.
  qdc::Status collect();
  /// True if launches were added to the stream since it was last waited for.
  bool isUnderWay() const { return underWay; }
  /// True if freeing the instance takes nothing from anybody.
  bool isUnused() const { return !launched && !underWay && captured.empty(); }

  /// True if the last launch that was not refused ran to its end or to a failure on the device, or is under way.
  bool wasLaunched() const { return launched; }
  /// Why the last launch failed, as far as that is known: all of it, once the stream was waited for.
  const LaunchFailure &failure() const { return lastFailure; }
  /// What the last launch used; there was one.
  const Scratch &lastScratch() const { return *launched; }
  /// A copy of the text that lives until the next call or launch.
  const char *keepText(std::string of) { return (text = std::move(of)).c_str(); }
  /// The stream's number of the last launch.
  uint64_t launchNumber() const { return lastNumber; }
  /// Result `index` of the last launch, which is not under way.
  qdrt_scalar result(uint32_t index) const;

private:
  // Preparation.
  /// The first argument that is another than the slots hold; the number of arguments: none is.
  uint32_t firstChanged(const qdrt_argument *arguments) const;
  bool areGlobalsBound() const { return kernel.module().globalGeneration() == globalGeneration; }
  /// `first` is the first argument that changed, here and in the next two.
  qdc::Status prepare(const qdrt_argument *arguments, uint32_t first);
  /// Checks arguments and globals that are others than before, and puts them into the slots.
  qdc::Status bind(const qdrt_argument *arguments, uint32_t first);
  qdc::Status bindArguments(const qdrt_argument *arguments, uint32_t first);
  /// Makes candidates of the arguments that changed; after an error they may be anything.
  qdc::Status checkChanged(const qdrt_argument *arguments);
  qdc::Status placeHostArrays();
  [[gnu::cold]] qdc::Status bindGlobals();
  size_t variantOfArguments() const;
  qdc::Status selectVariant();
  qdc::Status evaluateSizes(Scratch &of);
  [[gnu::cold]] qdc::Status resizeRegion(Scratch &of, uint32_t index, int64_t bytes);
  [[gnu::cold]] static std::string nameOfRegion(const Scratch &of, uint32_t index);
  qd_slot slotValue(const Scratch &of, const qdc::SlotSource &source) const;
  void writeSlots(std::span<const uint32_t> slots);
  void writeSlots(std::span<const uint32_t> slots, uint64_t value);
  qdc::Status waitForLaunches();

  // Synchronous streams.
  qdc::Status clearErrorRecord();
  /// Decides which tasks run on copies for each thread, and finds the copies. For a prepared launch, before
  /// cleanScratch.
  qdc::Status sizeCopies();
  /// Throws away what a launch that ran out of host memory left.
  qdc::Status cleanScratch();
  /// Empties error record and print buffer after a walk, and reads the results.
  qdc::Status readBack(bool finished);
  qdc::Status runNow(const qdrt_launch_options &options);

  // Asynchronous streams.
  qdc::Status submit(const qdrt_launch_options &options);
  /// Adds the launch to the stream, with all its copies. `launched` is set once the tasks are added.
  qdc::Status submitAll(const qdrt_launch_options &options, qd_error_record *record);
  /// The same without the copies of host arrays.
  qdc::Status submitTasks(const qdrt_launch_options &options, qd_error_record *record);
  qdc::Status submitWalk(const qdrt_launch_options &options, qd_error_record *record);
  qdc::Status submitGraph(qd_error_record *record);
  /// Whether a launch with the same arguments has nothing to do but to launch the graph again. After a launch.
  bool isRepeatable() const;
  /// Launches the graph again: what the launch before left is what this one needs.
  qdc::Status repeat();
  /// The next launch of the stream is this one, and nothing is known of it yet.
  void start(uint64_t number);
  bool wantsGraph() const;
  /// False for a kernel that is to be a graph always, where the device has graphs and the host leads it.
  bool allowsGraphMode() const;
  [[gnu::cold]] qdc::Error refusedGraphMode() const;
  /// The error of a graph that could not be built, updated or launched, with how to do without where that would help.
  [[gnu::cold]] qdc::Error refusedGraph(const qdc::Error &error) const;
  /// A record for the launch that is next, of a kernel that asserts.
  qdc::Result<qd_error_record *> takeRecord(uint64_t number);
  qdc::Status collectPrints(Scratch &of);
  void noteRecord(const Scratch &of, uint64_t launch, const qd_error_record &record);
  qdc::Status checkCapture(const qdrt_argument *arguments) const;
  /// Notes what replays of captured launches found since the last call.
  void collectCaptured();

  void count(uint64_t tasks, uint64_t sourceLoops, uint64_t nodes);
  void publish();

  Kernel &kernel;
  Stream &stream;
  std::vector<BoundArgument> arguments;
  std::vector<BoundArgument> candidates; // being checked; between launches as `arguments`
  std::vector<uint32_t> changed;
  bool bound = false; // `arguments` are those that the slots hold
  HostArrays hostArrays;
  uint64_t globalGeneration = 0;
  std::vector<std::optional<Scratch>> scratch; // for each variant
  Scratch *current = nullptr;
  bool selected = false; // `current` is the code for the arguments
  LaunchCounters counters, published; // `published`: as the kernel has them, if it is the last
  bool built = false;
  bool repeatable = false; // isRepeatable() of the last launch
  RepeatedLaunches repeats;
  bool underWay = false;
  struct CapturedLaunch {
    std::weak_ptr<Scratch> scratch; // which the caller's graph owns
    uint64_t number;
  };
  std::vector<CapturedLaunch> captured; // of kernels that assert
  const Scratch *launched = nullptr; // of the last launch, whose results are in `readback`
  uint64_t lastNumber = 0;
  LaunchFailure lastFailure;
  std::vector<std::byte> readback;
  std::string text;
};

} // namespace qdrt::loader

#endif // QDRT_INSTANCE_H
