//===- LoopReport.h - How loops were run ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_LOOPREPORT_H
#define QDC_TOOLS_RUN_LOOPREPORT_H

#include "Run/Handles.h"
#include "qdc/Support/Json.h"

#include <string>
#include <utility>
#include <vector>

namespace qdc {

/// A loop of a kernel's graph in its last launch.
struct LoopReport {
  std::string name;
  std::string file;
  uint32_t line = 0;
  uint64_t iterations = 0;
  std::string strategy;
  std::string reason; // why so; empty if nothing ran
  /// Seconds that an iteration was estimated to take, by the strategies for which that is known.
  std::vector<std::pair<std::string, double>> estimates = {};
};

/// Those of the kernel's last launch, in the order of its graph.
Failure readLoops(qdrt_kernel kernel, std::vector<LoopReport> &loops);

/// "loop 'NAME' at FILE:7: 2 iterations (host: REASON)", and where there are estimates, "; an iteration by estimate:
/// host 16.60 us, block 0.55 us".
std::string loopText(const LoopReport &loop);
/// An array of objects.
Json loopsJson(const std::vector<LoopReport> &loops);

/// "12.50 us": a number of seconds in the unit that fits.
std::string durationText(double seconds);

} // namespace qdc

#endif // QDC_TOOLS_RUN_LOOPREPORT_H
