//===- LoopReport.cpp - How loops were run --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/LoopReport.h"

#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"

#include <cstdio>

using namespace qdc;

Failure qdc::readLoops(qdrt_kernel kernel, std::vector<LoopReport> &loops) {
  loops.clear();
  for (uint32_t index = 0; index < qdrt_kernel_loop_count(kernel); ++index) {
    qdrt_loop_info loop = {};
    loop.size = sizeof(loop);
    if (Failure failure = checkLoader(qdrt_kernel_loop(kernel, index, &loop)))
      return failure;
    LoopReport &report =
        loops.emplace_back(LoopReport{loop.name, loop.file, loop.line, loop.iterations, loop.strategy, loop.reason});
    for (uint32_t each = 0; each < QDRT_LOOP_STRATEGIES; ++each)
      if (loop.estimates[each] > 0)
        report.estimates.emplace_back(qdrt_loop_strategy_name(each), loop.estimates[each] * 1e-9);
  }
  return {};
}

std::string qdc::loopText(const LoopReport &loop) {
  std::string text = "loop " + (loop.name.empty() ? "" : "'" + printableLine(loop.name) + "' ") + "at " +
                     printableLine(loop.file) + ":" + std::to_string(loop.line) + ": " +
                     std::to_string(loop.iterations) + (loop.iterations == 1 ? " iteration" : " iterations");
  text += " (" + loop.strategy + (loop.reason.empty() ? "" : ": " + loop.reason) + ")";
  for (size_t each = 0; each < loop.estimates.size(); ++each)
    text += (each == 0 ? "; an iteration by estimate: " : ", ") + loop.estimates[each].first + " " +
            durationText(loop.estimates[each].second);
  return text;
}

Json qdc::loopsJson(const std::vector<LoopReport> &loops) {
  Json list = Json::array();
  for (const LoopReport &loop : loops) {
    Json estimates = Json::object();
    for (const auto &[strategy, seconds] : loop.estimates)
      estimates[strategy] = seconds;
    list.push_back({{"name", loop.name},
                    {"file", loop.file},
                    {"line", loop.line},
                    {"iterations", loop.iterations},
                    {"strategy", loop.strategy},
                    {"reason", loop.reason},
                    {"estimates", std::move(estimates)}});
  }
  return list;
}

std::string qdc::durationText(double seconds) {
  char text[64];
  if (seconds < 1e-3)
    std::snprintf(text, sizeof(text), "%.2f us", seconds * 1e6);
  else if (seconds < 1)
    std::snprintf(text, sizeof(text), "%.3f ms", seconds * 1e3);
  else
    std::snprintf(text, sizeof(text), "%.3f s", seconds);
  return text;
}
