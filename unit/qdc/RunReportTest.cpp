//===- RunReportTest.cpp - What a run shows -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/RunReport.h"

#include <catch2/catch.hpp>

using namespace qdc;

static RunReport sample() {
  RunReport report;
  report.subject.kernel = "heat";
  report.subject.device = "cpu";
  report.subject.deviceName = "Processor";
  report.subject.target = "cpu:native";
  report.launches = 1;
  report.firstSeconds = 12.5e-6;
  report.totalSeconds = 12.5e-6;
  report.counters = {{"launches", 1}, {"replays", 0}, {"tasks", 3}};
  return report;
}

TEST_CASE("one launch has one time, and counters that are 0 are left out") {
  CHECK(reportText(sample()) == "heat on cpu (Processor), cpu:native\n"
                                "counters: launches 1, tasks 3\n"
                                "1 launch: 12.50 us\n");
}

TEST_CASE("times have the unit that fits") {
  RunReport report = sample();
  report.launches = 1000;
  report.firstSeconds = 0.99e-3;
  report.bestSeconds = 0.0425;
  report.totalSeconds = 62.25;
  CHECK(reportText(report).ends_with("1000 launches: first 990.00 us, best of the rest 42.500 ms, all 62.250 s\n"));
}

TEST_CASE("a launch that failed is not counted") {
  RunReport report = sample();
  report.launches = 0;
  report.counters = {{"launches", 0}};
  report.failure.emplace();
  CHECK(reportText(report).ends_with("counters: all 0\n0 launches, then one failed\n"));
}

TEST_CASE("names of any bytes are shown, in their lines") {
  RunReport report = sample();
  report.subject.kernel = "he\nat";
  report.subject.target = "cpu:\x1b[1m";
  report.loops = {{"re\nlax", "\xe2\x80\xaeheat.qir", 13, 2, "host", "it is small"}};
  report.arrays = {{"x\x9b", {QDRT_I8, false, {}, {std::byte{7}}}}};
  std::string text = reportText(report);
  CHECK(text.starts_with("he\\x0aat on cpu (Processor), cpu:\\x1b[1m\n"));
  CHECK(text.find("\nx\\x9b: i8[]\n7\n") != std::string::npos);
  CHECK(text.find("loop 're\\x0alax' at \\u{202e}heat.qir:13: 2 iterations (host: it is small)\n") !=
        std::string::npos);
}

TEST_CASE("loops tell how often they ran") {
  RunReport report = sample();
  report.loops = {{"relax", "heat.qir", 13, 1, "host", "no graph"},
                  {"", "heat.qir", 20, 7, "grid", "it is large"},
                  {"idle", "heat.qir", 30, 0, "host", ""}};
  std::string text = reportText(report);
  CHECK(text.find("loop 'relax' at heat.qir:13: 1 iteration (host: no graph)\n") != std::string::npos);
  CHECK(text.find("loop at heat.qir:20: 7 iterations (grid: it is large)\n") != std::string::npos);
  CHECK(text.find("loop 'idle' at heat.qir:30: 0 iterations (host)\n") != std::string::npos);
}
