//===- FairMutex.h - A mutex for launches and waits --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches hold a stream's mutex for a microsecond, and threads that launch in a
// loop give it back for less than another thread needs to wake up. With a plain
// mutex, a thread that waits for the stream may then starve. So there are two
// ways to take this one:
//
//   lock()        for launches: a thread that finds it free takes it, so that
//                 threads that share a stream need not alternate.
//   lockInTurn()  for all else: waits for the holder and for those that wait
//                 already. Threads that come later, by either way, come after it.
//
// A free mutex is taken and given back by one atomic operation each.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_FAIRMUTEX_H
#define QDRT_CORE_FAIRMUTEX_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace qdrt::loader {

class FairMutex {
public:
  /// `queueMutex` guards who waits, for one or more of these, and outlives them. It is held for a moment at a time.
  explicit FairMutex(std::mutex &queueMutex) : queueMutex(queueMutex) {}
  /// Nobody holds it or waits for it.
  ~FairMutex() = default;
  FairMutex(const FairMutex &) = delete;
  FairMutex &operator=(const FairMutex &) = delete;

  void lock() {
    uint32_t seen = state.load(std::memory_order_relaxed);
    if ((seen & (kHeld | kTurn)) != 0 ||
        !state.compare_exchange_strong(seen, seen | kHeld, std::memory_order_acquire, std::memory_order_relaxed))
      waitForIt(false);
  }
  void lockInTurn() {
    uint32_t seen = 0;
    if (!state.compare_exchange_strong(seen, kHeld, std::memory_order_acquire, std::memory_order_relaxed))
      waitForIt(true);
  }
  void unlock() {
    if (uint32_t before = state.fetch_sub(kHeld, std::memory_order_release); before != kHeld)
      letInNext(before);
  }

  /// Threads that wait now.
  size_t waiting() const;

private:
  friend class Turns;

  /// A thread that waits. Guarded by `queueMutex`.
  struct Waiter {
    std::condition_variable awake;
    Waiter *next = nullptr;
    bool inTurn = false;
    bool isWoken = false;   // to try it
    bool isGranted = false; // holds the mutex, and is in no queue
  };

  [[gnu::cold]] void waitForIt(bool inTurn);
  [[gnu::cold]] void letInNext(uint32_t before);
  // With `queueMutex` held.
  void enqueue(Waiter &waiter);
  void remove(Waiter &waiter);
  /// If the mutex is free: gives it to the first, where somebody waits for a turn, else wakes the first to try it.
  void advance();
  bool tryTake();

  // `state`. Without kTurn anybody may set kHeld who finds it unset; with it only advance().
  static constexpr uint32_t kHeld = 1;
  static constexpr uint32_t kQueued = 2; // somebody waits
  static constexpr uint32_t kTurn = 4;   // somebody waits in turn
  static constexpr uint32_t kWoken = 8;  // the first was woken and has not looked yet

  std::atomic<uint32_t> state = 0;
  std::mutex &queueMutex;
  Waiter *first = nullptr;
};

/// Has a FairMutex in turn while it lives.
class Turn {
public:
  explicit Turn(FairMutex &mutex) : mutex(mutex) { mutex.lockInTurn(); }
  ~Turn() { mutex.unlock(); }
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;

private:
  FairMutex &mutex;
};

/// Has several FairMutexes, which share `queueMutex`, while it lives. It waits for all at once, so that it takes as
/// long as the slowest of those that hold one: as none of them goes on to take it again, those that wait for their
/// processor get it. One thread does so at a time, and none waits for one of them with another one held.
class Turns {
public:
  Turns(std::mutex &queueMutex, const std::vector<FairMutex *> &mutexes);
  ~Turns();
  Turns(const Turns &) = delete;
  Turns &operator=(const Turns &) = delete;

private:
  const std::vector<FairMutex *> mutexes;
};

} // namespace qdrt::loader

#endif // QDRT_CORE_FAIRMUTEX_H
