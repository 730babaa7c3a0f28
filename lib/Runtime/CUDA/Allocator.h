//===- Allocator.h - The memory of a GPU of CUDA ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are of two kinds. A direct one comes from cuMemAlloc and goes by
// cuMemFree, which waits for the device. A pooled one comes from a pool of the
// stream-ordered allocator, which keeps what is freed and waits for nothing.
//
// A pool costs a process 7 to 10 ms when it is first used (H200, driver 580), a
// direct block 0.1 ms, later ones 4 us, and a large one less than from a pool. So
// blocks are direct until one is freed, the sign that memory is used again, and
// pooled from then on. Each direct block makes the device wait at most once.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_ALLOCATOR_H
#define QDRT_CUDA_ALLOCATOR_H

#include "Runtime/CUDA/Context.h"
#include "Runtime/Core/MemoryReference.h"

#include <atomic>
#include <mutex>
#include <set>
#include <vector>

namespace qdrt::loader::cuda {

class Stream;

/// The device memory of a context. Thread-safe. All calls work while the caller is capturing a stream.
class Allocator {
public:
  explicit Allocator(const Context &context) : context(context) {}
  ~Allocator();
  Allocator(const Allocator &) = delete;
  Allocator &operator=(const Allocator &) = delete;

  /// To be called once, ahead of the rest. Without pools all blocks are direct.
  qdc::Status start(bool deviceHasPools);
  /// A zeroed block, which every stream may use; `bytes` is 1 or more.
  qdc::Result<Allocation> allocate(uint64_t bytes);
  /// Frees a block when the work that the streams have now is done.
  void free(const Allocation &allocation);
  /// Copies to a block by a stream of its own, and waits.
  qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes);
  /// BackendDevice::signal.
  qdc::Status signal(const MemoryReference &to, uint32_t value);
  /// Gives the driver what the pool keeps.
  void trim();

  /// Streams say when they come and go: what is freed waits for their work. One that is being captured is left out.
  void attach(const Stream &stream);
  void detach(const Stream &stream);

private:
  CUresult allocateZeroed(const Driver &driver, uint64_t bytes, CUdeviceptr &address);
  /// The pool if blocks are pooled, made by the first call; else NULL.
  CUresult poolInUse(const Driver &driver, CUmemoryPool &inUse);
  /// True, and forgets it, if the block is direct.
  bool takeDirect(CUdeviceptr address);
  CUresult freeAfterStreams(const Driver &driver, CUdeviceptr address);

  const Context &context;
  CUstream work = nullptr; // nothing of it is under way between calls

  std::atomic<bool> isReused = false; // a direct block was freed

  std::mutex mutex; // guards what follows, up to `streams`
  std::set<CUdeviceptr> direct;
  bool hasPools = false;
  CUmemoryPool pool = nullptr;
  // Made ahead of the pool, and as lasting as it: with a pooled block in hand they are read without the lock.
  CUstream frees = nullptr; // waits for the other streams
  CUevent fence = nullptr;

  std::mutex signalsMutex; // guards `signals`
  // Apart from `work`: zeros that are written there may wait for a grid that holds all multiprocessors, and the signal
  // that is to end that grid would wait for them.
  CUstream signals = nullptr; // made by the first signal

  std::mutex streamsMutex; // guards `streams` and the order of what `frees` waits for
  std::vector<const Stream *> streams;
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_ALLOCATOR_H
