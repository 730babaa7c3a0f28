//===- Stream.h - Work in order on the CPU ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_STREAM_H
#define QDRT_CPU_STREAM_H

#include "Runtime/CPU/ThreadPool.h"
#include "Runtime/Core/Backend.h"

namespace qdrt::loader::cpu {

/// Every call is complete when it returns.
class Stream final : public BackendStream {
public:
  Stream(const BackendCapabilities &capabilities, ThreadPool &pool) : BackendStream(capabilities), region(pool) {}

  void beginLaunch() override {}
  qdc::Status endLaunch() override {
    region.close();
    return {};
  }
  qdc::Status runTask(const TaskLaunch &task) override;
  qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes) override;
  qdc::Status read(void *to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) override;
  qdc::Status synchronize() override { return {}; }

private:
  ThreadPool::Region region; // takes the pool's threads at the first range worth sharing
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_STREAM_H
