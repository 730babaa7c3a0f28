//===- LaunchingThreads.h - Whose launch was the last -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_LAUNCHINGTHREADS_H
#define QDRT_LAUNCH_LAUNCHINGTHREADS_H

#include <forward_list>
#include <memory>

namespace qdrt::loader {

/// The threads that launched one kernel on one stream. What a launch left is there until the next one, so a thread
/// whose launch was followed by that of another thread must not take that one's results for its own. A thread that
/// never launched here may ask for what the last launch left: somebody handed it over. A thread whose objects of
/// thread storage were destroyed, as that which runs the destructors of static objects, counts as one that never
/// launched, whatever it launches then. Used by one thread at a time.
class LaunchingThreads {
public:
  /// The calling thread launches. Also in destructors of objects of static or thread storage.
  void noteLaunch() {
    if (last != __builtin_thread_pointer() || lastMark.expired())
      overtake();
  }
  /// Whether the calling thread launched, and another one since.
  bool isOvertaken() const;

private:
  /// Ends with its thread. A weak pointer to it is never equal to one of a later thread.
  using Mark = std::weak_ptr<const char>;

  [[gnu::cold]] void overtake();

  // The thread of the last launch. A later one may have its pointer, so that counts while the mark is there.
  // NULL: that thread had no mark any more.
  const void *last = nullptr;
  Mark lastMark;
  std::forward_list<Mark> overtaken; // those before, which had not ended at the last change
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_LAUNCHINGTHREADS_H
