//===- ProgressLine.h - What long work is at --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that takes longer than two seconds shows a line on the terminal that
// says how far it is. The line is redrawn in place and is gone when the work is
// done, so that nothing of it is left between what the work itself prints.
// Where there is no terminal, nothing is written and no thread is started.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_PROGRESSLINE_H
#define QDC_TOOLS_COMMANDLINE_PROGRESSLINE_H

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace qdc {

/// One line on a terminal, from the constructor to the destructor:
///
///   std::atomic<uint64_t> done = 0;
///   ProgressLine line(STDERR_FILENO, [&](double seconds) { return progressText("launch", done, 100, seconds); });
///   for (...)
///     ++done;
class ProgressLine {
public:
  /// Gives the text of the line, which ends with no newline; `seconds` have
  /// passed since the start. A thread of the line calls it.
  using Describe = std::function<std::string(double seconds)>;

  /// Shows nothing unless canErase(descriptor); -1 is no terminal. The first line comes after
  /// `delay`, the next ones five times a second.
  ProgressLine(int descriptor, Describe describe, std::chrono::milliseconds delay = std::chrono::seconds(2));
  /// Erases the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;

  /// Erases the line, so that something else can be printed now; the next line
  /// comes a fifth of a second later. Any thread may call it.
  void erase();

private:
  void run(std::chrono::milliseconds delay);
  void write(const std::string &text) const;

  int descriptor;
  Describe describe;
  std::chrono::steady_clock::time_point start;
  std::mutex mutex;
  std::condition_variable changed;
  bool isStopped = false; // guarded by the mutex, like the next one
  bool isDrawn = false;
  std::thread thread; // last: it uses the others
};

/// "launch 120 of 400, 3 s, 7 s to go". Nothing to go is told before something
/// is done.
std::string progressText(const std::string &activity, uint64_t done, uint64_t total, double seconds);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_PROGRESSLINE_H
