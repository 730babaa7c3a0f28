//===- Stream.cpp - Work in order on the CPU ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Stream.h"

#include "Runtime/CPU/Image.h"
#include "Runtime/CPU/PrivateCopies.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;

qdc::Status cpu::Stream::runTask(const TaskLaunch &task) {
  const auto &entry = static_cast<const Entry &>(*task.entry);
  if (!task.instance || !static_cast<PrivateCopies *>(task.instance)->run(task, region))
    region.run({entry.code, task.slots, task.extent, task.operations});
  return {};
}

static qdc::Status move(void *to, const void *from, uint64_t bytes) {
  if (bytes != 0)
    std::memmove(to, from, bytes);
  return {};
}

qdc::Status cpu::Stream::write(const MemoryReference &to, const void *from, uint64_t bytes) {
  return move(to.address(), from, bytes);
}

qdc::Status cpu::Stream::read(void *to, const MemoryReference &from, uint64_t bytes) {
  return move(to, from.address(), bytes);
}

qdc::Status cpu::Stream::readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  return move(to.address(), from.address(), bytes);
}

qdc::Status cpu::Stream::copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) {
  return move(to.address(), from.address(), bytes);
}

qdc::Status cpu::Stream::fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) {
  if (bytes == 0)
    return {};
  auto *start = static_cast<std::byte *>(to.address());
  std::memcpy(start, pattern.data(), pattern.size());
  // Doubles what is filled.
  for (uint64_t filled = pattern.size(); filled < bytes;) {
    uint64_t more = std::min(filled, bytes - filled);
    std::memcpy(start + filled, start, more);
    filled += more;
  }
  return {};
}
