//===- HostExecutor.h - Run a program step by step --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference meaning of every step, for any backend: the host launches the
// tasks in order and reads what decides about the control. As a strategy of
// loops it is called "host". Where the device has graphs, it gives a segment to
// the device at once (SegmentGraphs.h).
//
// On a synchronous stream the error record is read after each task, and the
// steps that clear and publish have nothing to do: the host looks at the memory
// itself. On an asynchronous one the tasks look at the record themselves, and
// the executor reads it with what it decides by, which is the only time that it
// waits. Once it is set, no later task does anything, and where the executor has
// read it no further task or iteration is submitted. Nor does a further
// iteration of any loop begin once the stream was stopped.
//
// Where a check of sizes answers, the steps after it are submitted before the
// host takes the answer. If the regions are too small, these steps have done
// nothing, and are submitted once more when there is room.
//
// What follows from arguments and from counters of loops around (HostWord) it
// computes, so a counted loop with such conditions is submitted without a wait.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_HOSTEXECUTOR_H
#define QDRT_GRAPH_HOSTEXECUTOR_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Core/LaunchFailure.h"
#include "Runtime/Core/StopCheck.h"
#include "Runtime/Graph/HostBindings.h"
#include "Runtime/Graph/VariantState.h"

namespace qdrt::loader {

/// What one launch runs with. What it refers to outlives the executor.
struct LaunchContext {
  const Module &module;
  VariantState &state; // with filled slots
  std::span<const BoundArgument> arguments;
  BackendDevice &device; // of the stream
  BackendStream &stream;
  uint64_t maximumIterations = 0;    // further bound of every doWhile and whileDo; 0: none
  qdc::GraphMode graphMode = qdc::GraphMode::never;
  StopCheck stop = {};
};

/// One run of a program, or a part of one.
class HostExecutor {
public:
  /// Counts what it runs in `counters`, and iterations in the state.
  HostExecutor(const LaunchContext &context, LaunchCounters &counters);

  /// Runs from `progress` on, at most `steps` of them; a segment that the device is given at once counts as one. True:
  /// all went well, and `progress` is where to go on. False: the launch ends here, and failure() tells why; it is
  /// published as one that did not fail, with the lines that it printed until then. invalidArgument for a state of
  /// another program.
  bool run(ProgramState &progress, uint64_t steps = UINT64_MAX);
  const LaunchFailure &failure() const { return reason; }
  /// How often the stream was given the step that publishes the outcome: twice where what came after a check of sizes
  /// runs again. The last one counts.
  uint32_t timesPublished() const { return published; }

private:
  bool runSteps(ProgramState &progress, uint64_t steps);
  /// Whether the segment that begins at step `at` is given to the device at once.
  bool wantsGraph(const Step &step, uint32_t at);
  bool runGraph(uint32_t segment);
  bool runTask(uint32_t task);
  /// Clears, checks sizes or publishes; nothing on a synchronous stream.
  bool runReport(const Step &step);
  /// Publishes what a launch that ends early leaves, as far as the device allows that.
  void endEarly();
  // Each gives false if the launch ends, and sets `next` where control does not go to the next step.
  bool runControl(const Step &step, LoopState *loop, uint32_t &next);
  bool beginDoWhile(const qdc::Node &node, LoopState &loop);
  bool endDoWhile(const Step &step, LoopState &loop, uint32_t &next);
  bool testWhileDo(const Step &step, const LoopState &loop, uint32_t &next);
  bool beginRepeat(const Step &step, LoopState &loop, uint32_t &next);
  bool endRepeat(const Step &step, LoopState &loop, uint32_t &next);
  bool beginBranch(const Step &step, uint32_t &next);
  bool readCounts(const Step &step);
  bool sizeRegions(const Step &step, uint32_t next);
  /// Reads the sizes, and makes regions larger.
  bool findSizes(const Step &step);
  /// Waits for the answer of the last check. Where the regions are too small, they become larger, and `progress` goes
  /// back to what comes after the check.
  [[gnu::cold]] bool takeAnswer(ProgramState &progress);
  /// Reads words that follow each other, once the error record is found to be empty.
  bool readWords(std::span<int64_t> values, uint64_t offset);
  void countIteration(const Step &step, LoopState &loop);

  /// A loop that has run so often may begin another iteration: nobody stopped the launch.
  bool checkStop(const qdc::Node &node, uint64_t iterations);
  bool checkErrorRecord();
  /// Reads at most a word that decides, once the error record is found to be empty.
  bool read(void *to, const MemoryReference &from, uint64_t bytes);
  /// Sets `isSet` to whether the doWhile's flag is not 0.
  bool readFlag(const qdc::FlagSource &source, bool &isSet);
  bool readCondition(uint64_t offset, bool &isSet);
  bool writeWord(uint64_t offset, int64_t value);
  // Each sets `isAsked` where the device has to be asked for a word, which is written then.
  bool prepareWord(uint64_t offset, bool &isAsked);
  bool prepareWords(const qdc::SizeExpr &expression, bool &isAsked);
  bool evaluate(const qdc::SizeExpr &expression, const char *what, uint32_t site, int64_t &value);
  /// True while the launch option allows another iteration after `iterations`.
  bool checkMaximumIterations(const qdc::Node &node, uint64_t iterations);

  bool stop(const qdc::Error &error);
  bool stop(LaunchFailure failure);
  /// The device did not give or take what decides.
  bool stopAtDecision(const qdc::Error &error);
  bool stopAtSite(qdrt_status status, uint32_t site, const std::string &finding);
  /// The loop of that site ended with a code and a number as an error record has them.
  bool stopAtLoop(uint32_t code, uint32_t site, int64_t value);

  const LaunchContext context;
  LaunchCounters &counters;
  VariantState &state;
  const Program &program;
  const qdc::Kernel &kernel;
  BackendStream &stream;
  HostBindings bindings;
  const bool isAsynchronous, copiesToHost;
  LaunchFailure reason;
  uint32_t published = 0;
  bool trustsChecks; // regions are as large as the checks take them to be
  /// The step after a check whose answer nobody has taken yet; and what was counted until then.
  std::optional<uint32_t> afterCheck;
  uint64_t tasksBefore = 0, sourceLoopsBefore = 0;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_HOSTEXECUTOR_H
