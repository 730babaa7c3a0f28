//===- LaunchOutcome.h - What an instance's last launch left ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_LAUNCHOUTCOME_H
#define QDRT_LAUNCH_LAUNCHOUTCOME_H

#include "Runtime/Core/LaunchFailure.h"
#include "Runtime/Graph/VariantState.h"
#include "Runtime/Launch/LaunchingThreads.h"
#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

class Stream;

/// Failure and results of the last launch of a kernel on a stream, and what the next one counts. Used as its instance
/// is.
class LaunchOutcome {
public:
  /// `threads` are those that launch the kernel on the stream; they outlive it.
  LaunchOutcome(Kernel &kernel, Stream &stream, LaunchingThreads &threads);
  ~LaunchOutcome();
  LaunchOutcome(const LaunchOutcome &) = delete;
  LaunchOutcome &operator=(const LaunchOutcome &) = delete;

  /// True if the last launch that was not refused ran to its end or to a failure on the device, or is under way.
  bool wasLaunched() const { return state; }
  /// Whether the calling thread launched, and another thread since: the last launch is not the one it knows of.
  bool isOfOtherThread() const { return threads.isOvertaken(); }
  /// What that launch used; there was one.
  const VariantState &lastState() const { return *state; }
  /// Why it failed, as far as that is known: all of it, once the stream was waited for.
  const LaunchFailure &failure() const { return lastFailure; }
  /// The stream's number of it, as LaunchReport.h has them; 0: it reports nothing.
  uint64_t number() const { return lastNumber; }
  /// True if launches were added to the stream since it was last waited for.
  bool isUnderWay() const { return underWay; }
  /// Its result `index`; it is not under way.
  qdrt_scalar result(uint32_t index) const;
  /// A copy of the text that lives until the next call or launch.
  const char *keepText(std::string of) { return (text = std::move(of)).c_str(); }

  // For launches.
  /// The next launch, of the calling thread, runs, and nothing is known of it yet.
  void start();
  /// The same for one that is under way from now on, until the stream was waited for.
  void startUnderWay();
  /// It will report to the host, with this number.
  void noteNumber(uint64_t number) { lastNumber = number; }
  void noteWaited() { underWay = false; }
  /// It is launched, with this state.
  void noteLaunched(VariantState &with) {
    state = &with;
    with.programs.noteLaunched();
  }
  /// It was not launched after all.
  void noteLost() {
    state = nullptr;
    lastNumber = 0;
  }
  void fail(LaunchFailure failure) { lastFailure = std::move(failure); }
  /// What was read back of the last launch, which was waited for, is in results().
  [[gnu::cold]] void noteResults();
  /// Launch `number`, with the state `of`, ended with this error record.
  void noteRecord(const VariantState &of, uint64_t number, const qd_error_record &record);
  /// The stream was waited for: takes the failures that launches with the state reported.
  void takeFailures(const VariantState &of);
  /// Room for the results, which lie together from the kernel's read-back offset on. A launch may size it before it is
  /// refused.
  std::vector<std::byte> &results() { return readback; }

  // The counters.
  LaunchCounters counters; // of the launch that is prepared or runs
  /// Adds what the state knows to the counters, and makes them the kernel's.
  void publish(VariantState &with);
  /// The same for one that counted as the last one did.
  void publishAgain(VariantState &with);

private:
  Kernel &kernel;
  Stream &stream;
  LaunchingThreads &threads;
  VariantState *state = nullptr;
  uint64_t lastNumber = 0;
  bool underWay = false;
  LaunchFailure lastFailure;
  std::vector<std::byte> readback;
  std::string text;
  LaunchCounters published; // as the kernel has them, if this launch is its last
  RepeatedLaunches repeats;
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_LAUNCHOUTCOME_H
