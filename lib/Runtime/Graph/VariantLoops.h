//===- VariantLoops.h - How a variant's loops run ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_VARIANTLOOPS_H
#define QDRT_GRAPH_VARIANTLOOPS_H

#include "Runtime/Graph/LoopFlag.h"
#include "Runtime/Package/Kernel.h"

#include <algorithm>

namespace qdrt::loader {

/// What a loop that a graph decides about takes from the arguments of a launch; of what a word holds, nothing.
struct LoopValues {
  int64_t lower = 0, upper = 0, step = 1; // repeat; doWhile: `upper` is the maximum of iterations
  LoopFlag flag;                          // doWhile
  bool operator==(const LoopValues &) const = default;
};

/// The loops of a variant, in the order of its graph: how each is run, and how often it was.
class VariantLoops {
public:
  explicit VariantLoops(size_t loops) : howRun(loops), fromArguments(loops), counts(loops) {}

  bool isEmpty() const { return counts.empty(); }
  /// By the prepared program.
  std::span<const LoopRun> runs() const { return howRun; }
  void setRuns(std::vector<LoopRun> runs) { howRun = std::move(runs); }

  /// Of a loop that a graph decides about.
  const LoopValues &values(uint32_t loop) const { return fromArguments[loop]; }
  void setValues(uint32_t loop, const LoopValues &values) {
    changes += std::exchange(fromArguments[loop], values) != values;
  }
  /// The iterations that a launch allows in one visit of a loop with a condition.
  int64_t allowed() const { return mostAllowed; }
  void setAllowed(int64_t iterations) { changes += std::exchange(mostAllowed, iterations) != iterations; }
  /// Another number each time that values or allowed iterations changed.
  uint64_t generation() const { return changes; }

  /// Iterations in the last launch, over all visits.
  std::span<const uint64_t> iterations() const { return counts; }
  void restartCounts() { std::fill(counts.begin(), counts.end(), 0); }
  void addIterations(uint32_t loop, uint64_t iterations) { counts[loop] += iterations; }
  void setIterations(uint32_t loop, uint64_t iterations) { counts[loop] = iterations; }

private:
  std::vector<LoopRun> howRun;
  std::vector<LoopValues> fromArguments;
  std::vector<uint64_t> counts;
  int64_t mostAllowed = INT64_MAX;
  uint64_t changes = 0;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_VARIANTLOOPS_H
