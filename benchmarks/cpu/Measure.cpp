// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Measure.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

static double seconds(const std::function<void()> &work, int calls) {
  auto start = std::chrono::steady_clock::now();
  for (int call = 0; call < calls; ++call)
    work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}

static double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

double measure(const std::function<void()> &work, int rounds, int calls) {
  seconds(work, std::max(1, calls / 10));
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round)
    times.push_back(seconds(work, calls));
  return median(times);
}

void measurePair(Row &row, const std::function<void()> &qdc, const std::function<void()> &rival, int rounds,
                 int calls) {
  seconds(qdc, 1);
  seconds(rival, 1);
  std::vector<double> ours, theirs;
  for (int round = 0; round < rounds; ++round) {
    ours.push_back(seconds(qdc, calls));
    theirs.push_back(seconds(rival, calls));
  }
  row.qdc = median(ours);
  row.rival = median(theirs);
}

void print(const Row &row) {
  double ratio = row.rival > 0 ? row.qdc / row.rival : 0;
  bool ok = row.goal == 0 || (row.rival > 0 ? ratio : row.qdc * row.perUnit) <= row.goal;
  std::printf("{\"case\": \"%s\", \"unit\": \"%s\", \"qdc\": %.4g, \"rival\": %.4g, \"rival_name\": \"%s\", "
              "\"ratio\": %.4g, \"goal\": %.4g, \"ok\": %s}\n",
              row.name.c_str(), row.unit, row.qdc * row.perUnit, row.rival * row.perUnit, row.rivalName.c_str(), ratio,
              row.goal, ok ? "true" : "false");
  std::fflush(stdout);
}
