//===- GraphWalk.h - Run a kernel's graph task by task ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference meaning of every node, for any backend: the host launches the
// tasks in order and reads what decides about the control. Its loop strategy is
// called "host".
//
// On a synchronous stream the error record is read after each task. On an
// asynchronous one the tasks look at it themselves, and the walk reads it with
// what it decides by, which is the only time that it waits. Once it is set, no
// later task or iteration runs.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPHWALK_H
#define QDRT_GRAPHWALK_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Core/LaunchFailure.h"
#include "Runtime/Graph/Scratch.h"

namespace qdrt::loader {

/// One walk of one graph.
class GraphWalk {
public:
  /// `scratch` has filled slots. `maximumIterations`: further bound of every doWhile and whileDo; 0: none.
  GraphWalk(const Module &module, Scratch &scratch, std::span<const BoundArgument> arguments, BackendStream &stream,
            uint64_t maximumIterations);

  /// Runs the graph. False: it stopped early, and failure() tells why.
  bool run() { return runAll(scratch.variant->graph); }
  const LaunchFailure &failure() const { return reason; }
  uint64_t tasks() const { return tasksRun; }
  uint64_t sourceLoops() const { return sourceLoopsRun; }
  /// Of these tasks, those that ran on copies for each thread.
  uint64_t privateTasks() const { return privateTasksRun; }
  /// Between an asynchronous stream and the host.
  uint64_t bytesCopied() const { return copied; }

private:
  bool runAll(const std::vector<PlanNode> &nodes);
  bool runNode(const PlanNode &node);
  bool runTask(uint32_t task);
  bool runDoWhile(const PlanNode &node);
  bool runWhileDo(const PlanNode &node);
  bool runRepeat(const PlanNode &node);
  bool runBranch(const PlanNode &node);

  bool checkErrorRecord();
  /// Reads at most a word that decides, once the error record is found to be empty.
  bool read(void *to, const void *from, uint64_t bytes);
  /// Sets `isSet` to whether the doWhile's flag is not 0.
  bool readFlag(const qdc::FlagSource &flag, bool &isSet);
  bool readCondition(uint64_t offset, bool &isSet);
  bool writeWord(uint64_t offset, int64_t value);
  bool evaluate(const qdc::SizeExpr &expression, const char *what, uint32_t site, int64_t &value);
  /// True while the launch option allows another iteration after `iterations`.
  bool checkMaximumIterations(const PlanNode &node, uint64_t iterations);

  bool stop(const qdc::Error &error);
  bool stop(LaunchFailure failure);
  /// The device did not give or take what the walk decides by.
  bool stopAtDecision(const qdc::Error &error);
  bool stopAtSite(qdrt_status status, uint32_t site, const std::string &finding);

  const Module &module;
  Scratch &scratch;
  const qdc::Kernel &kernel;
  std::span<const BoundArgument> arguments;
  BackendStream &stream;
  std::byte *workspace;
  ArgumentBindings bindings;
  uint64_t maximumIterations;
  const bool isAsynchronous;
  uint64_t tasksRun = 0, sourceLoopsRun = 0, privateTasksRun = 0, copied = 0;
  LaunchFailure reason;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPHWALK_H
