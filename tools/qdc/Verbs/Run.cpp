//===- Run.cpp - qdc run --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches a kernel of a package with arrays and numbers from the command line.
// It knows no more than the loader's C ABI.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ProgressLine.h"
#include "Run/LaunchSession.h"
#include "Run/Npy.h"
#include "Run/RunReport.h"
#include "Run/RunRequest.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/PrintableText.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <unistd.h>

using namespace qdc;

namespace {
/// What a run holds while it lasts. Lines that the kernel prints are kept, and
/// shown at once unless the report is JSON.
struct Session : LaunchSession {
  RunReport report;
  bool isJson = false;
  ProgressLine *progress = nullptr; // while launches are made
};
} // namespace

static void receiveLine(void *user, const char *text, const char *file, uint32_t line) {
  Session &session = *static_cast<Session *>(user);
  session.report.lines.push_back({text, file ? file : "", line});
  if (session.isJson)
    return;
  if (session.progress)
    session.progress->erase();
  std::printf("%s\n", printableText(text).c_str());
}

//===----------------------------------------------------------------------===//
// Launches and what they leave
//===----------------------------------------------------------------------===//

/// Launches as often as asked; an error that the device found ends it and goes
/// to the report. `done` counts the launches.
static Failure launchRepeatedly(const RunRequest &request, Session &session, std::atomic<uint64_t> &done) {
  RunReport &report = session.report;
  qdrt_launch_options options = request.launch;
  options.loops = request.loops.empty() ? nullptr : request.loops.c_str();
  for (uint64_t i = 0; i < request.repeat; ++i) {
    auto start = std::chrono::steady_clock::now();
    qdrt_status status = launchAndWait(session, options);
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (isFoundByDevice(status)) {
      session.report.failure = launchFailure(status, session.kernel);
      return {};
    }
    if (status != QDRT_OK)
      return loaderError(status);
    ++report.launches;
    done.store(report.launches, std::memory_order_relaxed);
    report.totalSeconds += seconds;
    if (i == 0)
      report.firstSeconds = seconds;
    else if (i == 1 || seconds < report.bestSeconds)
      report.bestSeconds = seconds;
  }
  return {};
}

static Failure launch(const RunRequest &request, Session &session) {
  std::atomic<uint64_t> done = 0;
  ProgressLine progress(STDERR_FILENO, [&](double seconds) {
    return progressText("launches", done.load(std::memory_order_relaxed), request.repeat, seconds);
  });
  session.progress = &progress;
  Failure failure = launchRepeatedly(request, session, done);
  session.progress = nullptr;
  return failure;
}

static Failure collectResults(Session &session) {
  std::vector<qdrt_scalar> values(qdrt_kernel_result_count(session.kernel));
  if (values.empty() || session.report.failure)
    return {};
  if (Failure failure = checkLoader(
          qdrt_kernel_results(session.kernel, nullptr, values.data(), static_cast<uint32_t>(values.size()))))
    return failure;
  for (uint32_t index = 0; index < values.size(); ++index) {
    qdrt_type type = QDRT_I32;
    int isUnsigned = 0;
    if (Failure failure = checkLoader(qdrt_kernel_result(session.kernel, index, &type, &isUnsigned)))
      return failure;
    auto *bytes = reinterpret_cast<const std::byte *>(&values[index]);
    session.report.results.push_back({type, isUnsigned != 0, {}, {bytes, bytes + qdrt_type_bytes(type)}});
  }
  return {};
}

static Failure collectCounters(Session &session) {
  qdrt_counters counters = {};
  counters.size = sizeof(counters);
  if (Failure failure = checkLoader(qdrt_kernel_counters(session.kernel, &counters)))
    return failure;
  session.report.counters = {{"launches", counters.launches},
                             {"source_loops", counters.source_loops},
                             {"tasks", counters.tasks},
                             {"nodes", counters.nodes},
                             {"builds", counters.builds},
                             {"replays", counters.replays},
                             {"patched_slots", counters.patched_slots},
                             {"patched_nodes", counters.patched_nodes},
                             {"instances", counters.instances},
                             {"bytes_copied", counters.bytes_copied},
                             {"workspace_bytes", counters.workspace_bytes},
                             {"dropped_prints", counters.dropped_prints},
                             {"specialized", counters.specialized},
                             {"private_tasks", counters.private_tasks},
                             {"private_bytes", counters.private_bytes},
                             {"reruns", counters.reruns}};
  if (Failure failure = session.countCode(session.report.counters))
    return failure;
  return readLoops(session.kernel, session.report.loops);
}

static Failure collectArrays(const RunRequest &request, Session &session) {
  for (const std::string &name : request.prints) {
    ArrayContents contents;
    if (Failure failure = session.arguments->read(name, contents))
      return failure;
    session.report.arrays.emplace_back(name, std::move(contents));
  }
  return {};
}

static Failure saveArrays(const RunRequest &request, const Session &session) {
  for (const SaveRequest &save : request.saves) {
    ArrayContents contents;
    if (Failure failure = session.arguments->read(save.name, contents))
      return failure;
    if (Status status =
            writeNpy(save.file, npyDescr(contents.type, contents.isUnsigned), contents.shape, contents.data);
        !status)
      return ToolError::from(status.error());
  }
  return {};
}

/// Binds the arguments, and finds what is wrong with the names and files of what is to be shown and saved: that a
/// launch took place is no reason to learn it late.
static Failure prepareArguments(const RunRequest &request, Session &session) {
  LaunchArguments &arguments = *session.arguments;
  for (const std::string &name : request.prints)
    if (Failure failure = arguments.checkArrayName(name))
      return failure;
  for (const SaveRequest &save : request.saves) {
    if (Failure failure = arguments.checkArrayName(save.name))
      return failure;
    if (Status status = checkFileIsWritable(save.file); !status)
      return ToolError::from(status.error());
  }
  return arguments.bind(request.arguments);
}

static Failure runKernel(const RunRequest &request, Session &session) {
  session.isJson = request.isJson;
  if (Failure failure = session.open(request, receiveLine, &session))
    return failure;
  session.report.subject = session.subject;
  if (Failure failure = prepareArguments(request, session))
    return failure;
  if (Failure failure = launch(request, session))
    return failure;
  if (Failure failure = collectResults(session))
    return failure;
  if (Failure failure = collectCounters(session))
    return failure;
  return collectArrays(request, session);
}

ExitCode qdc::runRun(const RunRequest &request) {
  Session session;
  Failure failure = runKernel(request, session);
  std::fflush(stdout);
  if (failure)
    return reportError(*failure);
  std::string text = request.isJson ? reportJson(session.report) : reportText(session.report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  ExitCode code = ExitCode::success;
  if (session.report.failure)
    code = reportError(ToolError::input(session.report.failure->message));
  if (Failure notSaved = saveArrays(request, session))
    code = reportError(*notSaved);
  return code;
}
