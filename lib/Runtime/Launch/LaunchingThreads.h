//===- LaunchingThreads.h - Whose launch was the last -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_LAUNCHINGTHREADS_H
#define QDRT_LAUNCH_LAUNCHINGTHREADS_H

#include <memory>
#include <vector>

namespace qdrt::loader {

/// Stands for a thread and ends with it. No other thread gets an equal one as long as somebody has a weak pointer to
/// it.
using ThreadMark = std::shared_ptr<const char>;
/// That of the calling thread, made by its first call.
const ThreadMark &markOfThisThread();

/// The threads that launched one kernel on one stream. What a launch left is there until the next one, so a thread
/// whose launch was followed by that of another thread must not take that one's results for its own. A thread that
/// never launched here may ask for what the last launch left: somebody handed it over. Used by one thread at a time.
class LaunchingThreads {
public:
  /// The calling thread launches.
  void noteLaunch() {
    if (const ThreadMark &self = markOfThisThread(); self.get() != last)
      overtake(self);
  }
  /// Whether the calling thread launched, and another one since.
  bool isOvertaken() const;

private:
  [[gnu::cold]] void overtake(const ThreadMark &self);

  using WeakMark = std::weak_ptr<const char>;
  static bool isOf(const WeakMark &mark, const ThreadMark &thread) {
    return !mark.owner_before(thread) && !thread.owner_before(mark);
  }

  const char *last = nullptr; // the mark of the last launch's thread, which `lastMark` keeps from being used again
  WeakMark lastMark;
  std::vector<WeakMark> overtaken; // of threads that had not ended at the last change
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_LAUNCHINGTHREADS_H
