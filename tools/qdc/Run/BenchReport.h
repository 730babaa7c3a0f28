//===- BenchReport.h - What a measurement shows -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_BENCHREPORT_H
#define QDC_TOOLS_RUN_BENCHREPORT_H

#include "Run/LaunchSession.h"
#include "Run/LoopReport.h"

#include <string>
#include <vector>

namespace qdc {

/// Launches of a kernel with its loops run in one way.
struct StrategyTimes {
  std::string strategy;           // "auto": the loader chooses for each loop
  std::string refusal;            // why there was no launch; empty: there were
  std::vector<double> seconds;    // of each measured launch
  std::vector<LoopReport> loops;  // of the last one

  /// The median; of an even number of launches, the mean of the two in the middle.
  double median() const;
  /// Of all loops together, nested ones too.
  uint64_t iterations() const;
};

struct BenchReport {
  LaunchSubject subject;
  uint64_t rounds = 0;
  uint64_t warmUp = 0;
  std::vector<StrategyTimes> strategies; // "auto" first, which was launched; no others where there is no choice

  /// The launched one with the least median.
  const StrategyTimes &best() const;
};

/// For a person: a table of the strategies, the best of several, and what "auto" chose for each loop.
std::string benchText(const BenchReport &report);
/// One JSON object with everything.
std::string benchJson(const BenchReport &report);

} // namespace qdc

#endif // QDC_TOOLS_RUN_BENCHREPORT_H
