// A program that the bench measures serves its cases, one request a line on standard input, one reply a line on
// standard output. docs/benchmarks.md specifies the protocol.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_SERVER_SERVER_H
#define QDC_BENCHMARKS_SERVER_SERVER_H

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Work on a state of its own, which starts as Inputs.h says and changes with each call.
class Case {
public:
  virtual ~Case() = default;
  /// Does the work once, or starts it. Throws std::exception where it fails.
  virtual void call() = 0;
  /// Waits until all started work is complete.
  virtual void finish() {}
  /// Whether the time of finish(), once after all measured calls, counts. Without it a figure is the host's part alone.
  virtual bool finishCounts() const { return true; }
  /// Numbers that depend on all of the state, to be compared with those of other programs after as many calls.
  virtual std::vector<double> values() const = 0;
  /// The time that nothing happens before each measured call, and that does not count.
  virtual std::chrono::milliseconds restBeforeCall() const { return {}; }
};

struct NamedCase {
  std::string name;
  std::function<std::unique_ptr<Case>()> make;
};

/// Writes `introduction` (what this program is, on one line), then answers requests until the input ends.
/// Returns the program's exit code.
int serve(const std::string &introduction, const std::vector<NamedCase> &cases);

#endif // QDC_BENCHMARKS_SERVER_SERVER_H
