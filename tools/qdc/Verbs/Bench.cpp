//===- Bench.cpp - qdc bench ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures launches of a kernel, with each strategy for its loops. It knows no
// more than the loader's C ABI.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ProgressLine.h"
#include "Run/BenchReport.h"
#include "Run/BenchRequest.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <unistd.h>

using namespace qdc;

/// Fills the names: "auto", and, for a kernel with loops, the loader's strategies. On the CPU the host leads all loops:
/// there is nothing to choose.
static Failure findStrategies(const LaunchSession &session, std::vector<std::string> &names) {
  names = {"auto"};
  qdrt_device_info device = {};
  device.size = sizeof(device);
  if (Failure failure = checkLoader(qdrt_device_describe(session.device.get(), &device)))
    return failure;
  if (device.backend != QDRT_CPU && qdrt_kernel_loop_count(session.kernel) > 0)
    for (uint32_t index = 0; const char *name = qdrt_loop_strategy_name(index); ++index)
      names.emplace_back(name);
  return {};
}

/// One launch from the arguments that were kept; `status` is what it gave.
static Failure measureLaunch(LaunchSession &session, const qdrt_launch_options &options, double &seconds,
                             qdrt_status &status) {
  if (Failure failure = session.arguments->restore())
    return failure;
  auto start = std::chrono::steady_clock::now();
  status = launchAndWait(session, options);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (isFoundByDevice(status))
    return ToolError::input(launchFailure(status, session.kernel).message);
  return {};
}

/// Fills the row but for its name. `done` counts the launches.
static Failure measureStrategy(const BenchRequest &request, LaunchSession &session, StrategyTimes &row,
                               std::atomic<uint64_t> &done) {
  qdrt_launch_options options = request.launch;
  options.loops = row.strategy.c_str();
  options.set_ordinal = 1; // else random numbers, and what depends on them, differ from launch to launch
  const uint64_t count = request.warmUp + request.rounds;
  for (uint64_t i = 0; i < count; ++i) {
    double seconds = 0;
    qdrt_status status = QDRT_OK;
    if (Failure failure = measureLaunch(session, options, seconds, status))
      return failure;
    if (status == QDRT_UNSUPPORTED && row.strategy != "auto") {
      row.refusal = qdrt_last_error();
      done += count - i;
      return {};
    }
    if (status != QDRT_OK)
      return loaderError(status);
    if (i >= request.warmUp)
      row.seconds.push_back(seconds);
    ++done;
  }
  return readLoops(session.kernel, row.loops);
}

static Failure benchKernel(const BenchRequest &request, BenchReport &report) {
  LaunchSession session;
  // What the kernel prints would come once for each launch.
  if (Failure failure = session.open(request, [](void *, const char *, const char *, uint32_t) {}, nullptr))
    return failure;
  if (Failure failure = session.arguments->bind(request.arguments))
    return failure;
  if (Failure failure = session.arguments->keep())
    return failure;
  report.subject = session.subject;
  report.rounds = request.rounds;
  report.warmUp = request.warmUp;
  std::vector<std::string> strategies;
  if (Failure failure = findStrategies(session, strategies))
    return failure;
  std::atomic<uint64_t> done = 0;
  ProgressLine progress(STDERR_FILENO, [&](double seconds) {
    return progressText("launches", done, strategies.size() * (request.warmUp + request.rounds), seconds);
  });
  for (const std::string &strategy : strategies) {
    StrategyTimes row;
    row.strategy = strategy;
    if (Failure failure = measureStrategy(request, session, row, done))
      return failure;
    report.strategies.push_back(std::move(row));
  }
  return {};
}

ExitCode qdc::runBench(const BenchRequest &request) {
  BenchReport report;
  if (Failure failure = benchKernel(request, report))
    return reportError(*failure);
  std::string text = request.isJson ? benchJson(report) : benchText(report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::success;
}
