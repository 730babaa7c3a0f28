//===- BenchReport.cpp - What a measurement shows -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/BenchReport.h"

#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"

#include <algorithm>
#include <array>
#include <cstdio>

using namespace qdc;

double StrategyTimes::median() const {
  std::vector<double> sorted = seconds;
  std::ranges::sort(sorted);
  const size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

uint64_t StrategyTimes::iterations() const {
  uint64_t sum = 0;
  for (const LoopReport &loop : loops)
    sum += loop.iterations;
  return sum;
}

const StrategyTimes &BenchReport::best() const {
  const StrategyTimes *best = &strategies.front();
  for (const StrategyTimes &row : strategies)
    if (row.refusal.empty() && row.median() < best->median())
      best = &row;
  return *best;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using Cells = std::array<std::string, 6>;

static Cells cellsOf(const StrategyTimes &row) {
  auto [fastest, slowest] = std::ranges::minmax(row.seconds);
  Cells cells = {row.strategy, durationText(row.median()), durationText(fastest), durationText(slowest), "-", "-"};
  if (uint64_t iterations = row.iterations()) {
    cells[4] = std::to_string(iterations);
    cells[5] = durationText(row.median() / static_cast<double>(iterations));
  }
  return cells;
}

/// A line of the table; the first column stands left, the others right.
static std::string lineOf(const Cells &cells, const std::array<size_t, 6> &widths) {
  std::string line = cells[0] + std::string(widths[0] - cells[0].size(), ' ');
  for (size_t column = 1; column < cells.size(); ++column)
    line += "  " + std::string(widths[column] - cells[column].size(), ' ') + cells[column];
  return line + "\n";
}

static std::string tableText(const std::vector<StrategyTimes> &rows) {
  const Cells title = {"strategy", "median", "fastest", "slowest", "iterations", "of an iteration"};
  std::vector<Cells> lines;
  std::array<size_t, 6> widths = {};
  for (const StrategyTimes &row : rows)
    lines.push_back(row.refusal.empty() ? cellsOf(row) : Cells{row.strategy});
  for (size_t column = 0; column < widths.size(); ++column) {
    widths[column] = title[column].size();
    for (const Cells &cells : lines)
      widths[column] = std::max(widths[column], cells[column].size());
  }
  std::string text = lineOf(title, widths);
  for (size_t i = 0; i < rows.size(); ++i)
    text += rows[i].refusal.empty() ? lineOf(lines[i], widths)
                                    : rows[i].strategy + std::string(widths[0] - rows[i].strategy.size(), ' ') +
                                          "  refused: " + printableLine(rows[i].refusal) + "\n";
  return text;
}

std::string qdc::benchText(const BenchReport &report) {
  std::string text = report.subject.title() + "\n" + tableText(report.strategies);
  const StrategyTimes &automatic = report.strategies.front();
  if (report.strategies.size() > 1) {
    const StrategyTimes &best = report.best();
    char times[64];
    std::snprintf(times, sizeof(times), "%.2f", automatic.median() / best.median());
    text += "best: " + best.strategy +
            (&best == &automatic ? "\n" : "; auto takes " + std::string(times) + " times as long\n");
  }
  for (const LoopReport &loop : automatic.loops)
    text += "auto: " + loopText(loop) + "\n";
  return text + "each time is of one launch; " + std::to_string(report.rounds) + " of each strategy after " +
         std::to_string(report.warmUp) + " to warm up, from the same arguments\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static Json timesJson(const StrategyTimes &row) {
  auto [fastest, slowest] = std::ranges::minmax(row.seconds);
  return {{"median", row.median()}, {"fastest", fastest}, {"slowest", slowest}};
}

static Json strategyJson(const StrategyTimes &row) {
  const bool isRefused = !row.refusal.empty();
  return {{"strategy", row.strategy},
          {"refusal", isRefused ? Json(row.refusal) : Json()},
          {"seconds", isRefused ? Json() : timesJson(row)},
          {"iterations", row.iterations()},
          {"loops", loopsJson(row.loops)}};
}

std::string qdc::benchJson(const BenchReport &report) {
  Json json = report.subject.json();
  json["rounds"] = report.rounds;
  json["warmup"] = report.warmUp;
  Json &strategies = json["strategies"] = Json::array();
  for (const StrategyTimes &row : report.strategies)
    strategies.push_back(strategyJson(row));
  json["best"] = report.best().strategy;
  return writeJson(json) + "\n";
}
