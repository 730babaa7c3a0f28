//===- ThreadPool.h - Threads that share the range of a task ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool of threads that run chunks of one range together with the caller.
//
//   ThreadPool pool(4);
//   ThreadPool::Region region(pool);        // one launch
//   region.run(rangeA, entryA, slotsA);     // returns when all of it has run
//   region.run(rangeB, entryB, slotsB);     // the threads are still awake
//
// - Threads start when the first range is worth sharing, not before.
// - A thread that has no work spins for kSpinInRegion while the region that it
//   last served is open and for kSpinAfterRegion after it, then sleeps. An idle
//   pool uses no processor time. While it spins it lets others of the machine
//   run, as the caller does that waits for a thread's last chunk.
// - A range of fewer than kInlineOperations estimated operations runs in the
//   calling thread alone.
// - A longer range is cut into equal shares, one for each thread, and a share
//   into chunks of kChunkOperations or more, at most kChunksPerShare. A thread
//   takes the chunks of its own share in order. So the same thread sees the same
//   part of an array again in the next range, and it goes through every other
//   range from the back: what the range before touched last is still in the
//   cache, where the first would be gone if the arrays are larger than that.
// - Then it helps the others, each to its end, of which half or more is not
//   begun, and when the range has taken kCachedRange, all. It waits for that as
//   long as there are chunks that nobody has begun. What a helper takes goes from
//   the owner's cache to its own, and back in the next range: between processors
//   without a common cache, to help at once made ranges of equal work take twice
//   as long, since the way back makes the owner late again.
// - One region at a time uses the threads. A caller that finds them taken runs
//   its range alone, and never waits.
// - After fork() a child's pool starts afresh.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_THREADPOOL_H
#define QDRT_CPU_THREADPOOL_H

#include "qdc/ABI/KernelABI.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace qdrt::loader::cpu {

inline constexpr std::chrono::microseconds kSpinInRegion{1000};
inline constexpr std::chrono::microseconds kSpinAfterRegion{50};
/// Measured with the cheapest operations there are, vector code on arrays in the cache, of which 50 take a nanosecond:
/// sharing a range with a thread that is awake costs 0.4 us, so it breaks even at about 40,000 operations. Slower
/// operations would gain from shorter ranges: for them this is a few microseconds too long.
inline constexpr uint64_t kInlineOperations = 32768;
/// 160 ns of the same operations, where taking a chunk costs 10 to 20.
inline constexpr uint64_t kChunkOperations = 8192;
inline constexpr int64_t kChunksPerShare = 8;
/// In so long a time a thread goes through more memory than it has cache.
inline constexpr std::chrono::milliseconds kCachedRange{4};

/// A range and the code that runs it.
struct ParallelRange {
  qd_cpu_entry entry = nullptr;
  const qd_slot *slots = nullptr;
  int64_t extent = 0;      // iterations [0, extent)
  uint32_t operations = 0; // estimate for one iteration; 0 counts as 1
  uint32_t slotStride = 0; // from the slots of a thread to those of the next; 0: all have the same
};

/// Iterations of one chunk when `threads` threads share the range; the extent itself if it should not be shared.
int64_t chunkSize(int64_t extent, uint32_t operations, uint32_t threads);

struct Team;

class ThreadPool {
public:
  /// `threadCount` counts the caller; 1 or more.
  explicit ThreadPool(uint32_t threadCount);
  /// No region is open. Ends the threads.
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  uint32_t threadCount() const { return count; }
  /// Ends the threads; the next shared range starts new ones. Waits for an open region, and for none that is opened
  /// later.
  void endThreads();

  /// The tasks of one launch. Used by one thread.
  class Region {
  public:
    explicit Region(ThreadPool &pool) : pool(pool) {}
    ~Region() { close(); }
    Region(const Region &) = delete;
    Region &operator=(const Region &) = delete;

    /// Runs all iterations; everything they wrote is visible to the caller afterwards, and everything that the
    /// caller wrote before is visible to them.
    void run(const ParallelRange &range);
    /// Lets the threads go to sleep and other regions use them. run() may be called again.
    void close();

  private:
    ThreadPool &pool;
    Team *team = nullptr; // whose threads this region holds, or NULL
  };

private:
  friend class Region;
  Team *currentTeam();

  uint32_t count;
  // The team of this process. After fork() the child hangs a new one before it; the old one, whose threads the child
  // does not have, is freed at the end.
  std::atomic<Team *> team;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_THREADPOOL_H
