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
// After each task the error record is read; once it is set, no later task or
// iteration runs.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPHWALK_H
#define QDRT_GRAPHWALK_H

#include "Runtime/Instance.h"

namespace qdrt::loader {

/// One walk of one graph.
class GraphWalk {
public:
  /// `scratch` has filled slots. `maximumIterations`: further bound of every doWhile and whileDo; 0: none.
  GraphWalk(const Package &package, Scratch &scratch, std::span<const BoundArgument> arguments, BackendStream &stream,
            uint64_t maximumIterations);

  /// Runs the graph. False: it stopped early, and failure() tells why.
  bool run() { return runAll(scratch.variant->graph); }
  const LaunchFailure &failure() const { return reason; }
  uint64_t tasks() const { return tasksRun; }
  uint64_t sourceLoops() const { return sourceLoopsRun; }

private:
  bool runAll(const std::vector<PlanNode> &nodes);
  bool runNode(const PlanNode &node);
  bool runTask(uint32_t task);
  bool runDoWhile(const PlanNode &node);
  bool runWhileDo(const PlanNode &node);
  bool runRepeat(const PlanNode &node);
  bool runBranch(const PlanNode &node);

  bool checkErrorRecord();
  /// Sets `isSet` to whether the doWhile's flag is not 0.
  bool readFlag(const qdc::FlagSource &flag, bool &isSet);
  bool readCondition(uint64_t offset, bool &isSet);
  bool writeWord(uint64_t offset, int64_t value);
  bool evaluate(const qdc::SizeExpr &expression, const char *what, uint32_t site, int64_t &value);
  /// True while the launch option allows another iteration after `iterations`.
  bool checkMaximumIterations(const PlanNode &node, uint64_t iterations);

  bool stop(const qdc::Error &error);
  bool stopAtSite(qdrt_status status, uint32_t site, int64_t iteration, std::string message);

  const Package &package;
  Scratch &scratch;
  const qdc::Kernel &kernel;
  std::span<const BoundArgument> arguments;
  BackendStream &stream;
  std::byte *workspace;
  ArgumentBindings bindings;
  uint64_t maximumIterations;
  uint64_t tasksRun = 0, sourceLoopsRun = 0;
  LaunchFailure reason;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPHWALK_H
