//===- RunReport.h - What a run shows ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_RUNREPORT_H
#define QDC_TOOLS_RUN_RUNREPORT_H

#include "Run/LaunchArguments.h"

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

struct LaunchFailure {
  std::string status;  // "QDRT_ASSERTION_FAILED"
  std::string message; // with the place
  std::string file;    // empty: no place in the source
  uint32_t line = 0;
  uint32_t column = 0;
  int64_t iteration = 0;
};

struct RunReport {
  std::string package;
  std::string kernel;
  std::string device; // "cpu"
  std::string deviceName;
  std::string target;    // of the image in use
  uint64_t launches = 0; // that succeeded
  double firstSeconds = 0;
  double bestSeconds = 0; // of the launches after the first; 0 if there is none
  double totalSeconds = 0;
  std::vector<std::pair<std::string, ArrayContents>> arrays; // to be printed
  std::vector<ArrayContents> results;                        // rank 0
  std::vector<PrintedLine> lines;                            // of all launches
  std::vector<std::pair<std::string, uint64_t>> counters;
  struct Loop {
    std::string name;
    std::string file;
    uint32_t line = 0;
    uint64_t iterations = 0;
    std::string strategy;
    std::string reason; // why so; empty if nothing ran
  };
  std::vector<Loop> loops; // of the last launch
  std::optional<LaunchFailure> failure;
};

/// For a person: results, arrays, loops, the counters that are not 0, times
/// last. The printed lines are not in it: they come out as they are made.
std::string reportText(const RunReport &report);
/// One JSON object with everything.
std::string reportJson(const RunReport &report);

} // namespace qdc

#endif // QDC_TOOLS_RUN_RUNREPORT_H
