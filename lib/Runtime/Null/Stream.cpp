//===- Stream.cpp - Copies at once, and tasks that do nothing -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Null/Stream.h"

#include "Runtime/Null/Graph.h"

#include <cstring>

using namespace qdrt::loader;

static qdc::Status move(void *to, const void *from, uint64_t bytes) {
  if (bytes != 0)
    std::memmove(to, from, bytes);
  return {};
}

qdc::Status null::Stream::write(const MemoryReference &to, const void *from, uint64_t bytes) {
  return move(to.address(), from, bytes);
}

qdc::Status null::Stream::read(void *to, const MemoryReference &from, uint64_t bytes) {
  return move(to, from.address(), bytes);
}

qdc::Status null::Stream::readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  return move(to.address(), from.address(), bytes);
}

qdc::Status null::Stream::copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  return move(to.address(), from.address(), bytes);
}

qdc::Status null::Stream::fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) {
  for (uint64_t at = 0; at < bytes; at += pattern.size())
    std::memcpy((to + at).address(), pattern.data(), pattern.size());
  return {};
}

qdc::Result<std::unique_ptr<BackendGraph>> null::Stream::buildGraph(std::span<const GraphNode> nodes) {
  return std::unique_ptr<BackendGraph>(std::make_unique<Graph>(*this, nodes));
}
