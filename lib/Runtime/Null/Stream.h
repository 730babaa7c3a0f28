//===- Stream.h - Copies at once, and tasks that do nothing -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_NULL_STREAM_H
#define QDRT_NULL_STREAM_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::null {

/// Nothing is under way when a call returns, which an asynchronous stream may do but need not. A driver adds to a queue
/// of its own, and waits where the interface says so.
class Stream final : public BackendStream {
public:
  using BackendStream::BackendStream;

  void beginLaunch() override {}
  qdc::Status endLaunch() override { return {}; }
  qdc::Status runTask(const TaskLaunch &task) override { return {}; }
  qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes) override;
  qdc::Status read(void *to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override;
  qdc::Status fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) override;
  qdc::Status synchronize() override { return {}; }
  qdc::Result<std::unique_ptr<BackendGraph>> buildGraph(std::span<const GraphNode> nodes) override;
};

} // namespace qdrt::loader::null

#endif // QDRT_NULL_STREAM_H
