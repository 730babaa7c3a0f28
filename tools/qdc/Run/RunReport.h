//===- RunReport.h - What a run shows ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_RUNREPORT_H
#define QDC_TOOLS_RUN_RUNREPORT_H

#include "Run/LaunchSession.h"
#include "Run/LoopReport.h"

#include <string>
#include <utility>
#include <vector>

namespace qdc {

/// A line that the kernel printed.
struct PrintedLine {
  std::string text;
  std::string file;
  uint32_t line = 0;
};

struct RunReport {
  LaunchSubject subject;
  uint64_t launches = 0; // that succeeded
  double firstSeconds = 0;
  double bestSeconds = 0; // of the launches after the first; 0 if there is none
  double totalSeconds = 0;
  std::vector<std::pair<std::string, ArrayContents>> arrays; // to be printed
  std::vector<ArrayContents> results;                        // rank 0
  std::vector<PrintedLine> lines;                            // of all launches
  std::vector<std::pair<std::string, uint64_t>> counters;
  std::vector<LoopReport> loops; // of the last launch
  std::optional<LaunchFailure> failure;
};

/// For a person: results, arrays, loops, the counters that are not 0, times
/// last. The printed lines are not in it: they come out as they are made.
std::string reportText(const RunReport &report);
/// One JSON object with everything.
std::string reportJson(const RunReport &report);

} // namespace qdc

#endif // QDC_TOOLS_RUN_RUNREPORT_H
