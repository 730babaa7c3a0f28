//===- BenchReportTest.cpp - What a measurement shows ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/BenchReport.h"

#include <catch2/catch.hpp>

using namespace qdc;

static BenchReport sample() {
  BenchReport report;
  report.subject = {"p.fatbin", "relax", "cuda:0", "GPU", "cuda:sm_90", "bounds"};
  report.rounds = 3;
  report.warmUp = 1;
  report.strategies = {
      {"auto",
       "",
       {30e-6, 10e-6, 20e-6},
       {{"", "k.qir", 3, 4, "block", "it is fast", {{"host", 16e-6}, {"block", 5e-7}}}}},
      {"host", "", {100e-6, 300e-6, 200e-6}, {{"", "k.qir", 3, 4, "host", "the launch asks for it"}}},
      {"block", "", {8e-6, 9e-6, 16e-6}, {{"", "k.qir", 3, 4, "block", "the launch asks for it"}}},
      {"grid", "there is\nno room", {}, {}},
  };
  return report;
}

TEST_CASE("the median is in the middle, or between two") {
  StrategyTimes times = {"host", "", {3, 1, 2}, {}};
  CHECK(times.median() == 2);
  times.seconds.push_back(4);
  CHECK(times.median() == 2.5);
  times.seconds = {7};
  CHECK(times.median() == 7);
}

TEST_CASE("a table has a row for each strategy, and how far auto is from the best") {
  CHECK(benchText(sample()) ==
        "relax on cuda:0 (GPU), cuda:sm_90 with bounds\n"
        "strategy     median    fastest    slowest  iterations  of an iteration\n"
        "auto       20.00 us   10.00 us   30.00 us           4          5.00 us\n"
        "host      200.00 us  100.00 us  300.00 us           4         50.00 us\n"
        "block       9.00 us    8.00 us   16.00 us           4          2.25 us\n"
        "grid      refused: there is\\x0ano room\n"
        "best: block; auto takes 2.22 times as long\n"
        "auto: loop at k.qir:3: 4 iterations (block: it is fast); an iteration by estimate: host 16.00 us, block 0.50 "
        "us\n"
        "each time is of one launch; 3 of each strategy after 1 to warm up, from the same arguments\n");
}

TEST_CASE("iterations are those of all loops") {
  BenchReport report = sample();
  report.strategies.resize(1);
  report.strategies[0].loops.push_back({"inner", "k.qir", 5, 6, "block", "the loop around it is run so"});
  CHECK(report.strategies[0].iterations() == 10);
  CHECK(benchText(report) ==
        "relax on cuda:0 (GPU), cuda:sm_90 with bounds\n"
        "strategy    median   fastest   slowest  iterations  of an iteration\n"
        "auto      20.00 us  10.00 us  30.00 us          10          2.00 us\n"
        "auto: loop at k.qir:3: 4 iterations (block: it is fast); an iteration by estimate: host 16.00 us, block 0.50 "
        "us\n"
        "auto: loop 'inner' at k.qir:5: 6 iterations (block: the loop around it is run so)\n"
        "each time is of one launch; 3 of each strategy after 1 to warm up, from the same arguments\n");
}

TEST_CASE("a kernel without loops has one row, which is the best") {
  BenchReport report = sample();
  report.strategies.resize(1);
  report.strategies[0].loops.clear();
  CHECK(report.best().strategy == "auto");
  CHECK(benchText(report) == "relax on cuda:0 (GPU), cuda:sm_90 with bounds\n"
                             "strategy    median   fastest   slowest  iterations  of an iteration\n"
                             "auto      20.00 us  10.00 us  30.00 us           -                -\n"
                             "each time is of one launch; 3 of each strategy after 1 to warm up, from the same "
                             "arguments\n");
}

TEST_CASE("what was refused has no times in JSON") {
  BenchReport report = sample();
  report.strategies.erase(report.strategies.begin() + 1, report.strategies.begin() + 3);
  CHECK(benchJson(report) ==
        R"({"package":"p.fatbin","kernel":"relax","device":"cuda:0","device_name":"GPU","target":"cuda:sm_90",)"
        R"("variant":"bounds",)"
        R"("rounds":3,"warmup":1,"strategies":[{"strategy":"auto","refusal":null,)"
        R"("seconds":{"median":2e-05,"fastest":1e-05,"slowest":3e-05},"iterations":4,"loops":[{"name":"",)"
        R"("file":"k.qir","line":3,"iterations":4,"strategy":"block","reason":"it is fast",)"
        R"("estimates":{"host":1.6e-05,"block":5e-07}}]},)"
        R"({"strategy":"grid","refusal":"there is\nno room","seconds":null,"iterations":0,"loops":[]}],"best":"auto"})"
        "\n");
}
