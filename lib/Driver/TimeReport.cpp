//===- TimeReport.cpp - How long each phase took --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TimeReport.h"

#include "qdc/Support/JsonValue.h"

#include <cstdio>

using namespace qdc;

static double total(const std::vector<PhaseTime> &times) {
  double seconds = 0;
  for (const PhaseTime &time : times)
    seconds += time.seconds;
  return seconds;
}

std::string qdc::timeReportText(const std::vector<PhaseTime> &times) {
  std::string text;
  double all = total(times);
  auto row = [&](const std::string &name, double seconds) {
    char line[128];
    std::snprintf(line, sizeof(line), "%-12s %9.3f ms %5.1f %%\n", name.c_str(), seconds * 1e3,
                  all > 0 ? seconds / all * 100 : 100.0);
    text += line;
  };
  for (const PhaseTime &time : times)
    row(time.phase, time.seconds);
  row("total", all);
  return text;
}

std::string qdc::timeReportJson(const std::vector<PhaseTime> &times) {
  Json json;
  Json &phases = json["phases"] = Json::array();
  for (const PhaseTime &time : times)
    phases.push_back({{"name", time.phase}, {"seconds", time.seconds}});
  json["total"] = total(times);
  return writeJson(json) + "\n";
}
