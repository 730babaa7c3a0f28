// Timing of two ways to do the same work, in turn, so that a machine that changes its speed changes both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CPU_MEASURE_H
#define QDC_BENCHMARKS_CPU_MEASURE_H

#include <functional>
#include <string>

/// One row of the result: seconds for one repetition, medians over the pairs.
struct Row {
  std::string name;
  double qdc = 0;
  double rival = 0; // 0: none
  std::string rivalName;
  double goal = 0;      // of the ratio, or of the time in `unit` where there is no rival
  double perUnit = 1e6; // units in a second
  const char *unit = "us";
};

/// Median seconds of one call, over `rounds` rounds of `calls` calls each.
double measure(const std::function<void()> &work, int rounds, int calls);

/// Measures `qdc` and `rival` in turn and fills the row's times.
void measurePair(Row &row, const std::function<void()> &qdc, const std::function<void()> &rival, int rounds, int calls);

/// Prints a row as one line of JSON.
void print(const Row &row);

#endif // QDC_BENCHMARKS_CPU_MEASURE_H
