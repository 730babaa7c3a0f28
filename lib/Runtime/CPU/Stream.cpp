//===- Stream.cpp - Work in order on the CPU ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Stream.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;

qdc::Status cpu::Stream::runTask(const TaskLaunch &task) {
  auto code = [](EntryHandle entry) { return reinterpret_cast<qd_cpu_entry>(entry); };
  const PrivateLaunch *form = task.privateForm;
  if (!form) {
    region.run({code(task.entry), task.slots, task.extent, task.operations});
    return {};
  }
  region.run({code(form->entry), form->slots, task.extent, task.operations, task.slotCount});
  for (const MergeLaunch &merge : form->merges)
    if (merge.blocks > 0)
      region.run({code(merge.entry), merge.slots.data(), merge.blocks, merge.operations});
  return {};
}

qdc::Status cpu::Stream::write(void *to, const void *from, uint64_t bytes) { return copy(to, from, bytes); }

qdc::Status cpu::Stream::read(void *to, const void *from, uint64_t bytes) { return copy(to, from, bytes); }

qdc::Status cpu::Stream::readLater(void *to, const void *from, uint64_t bytes) { return copy(to, from, bytes); }

qdc::Status cpu::Stream::copy(void *to, const void *from, uint64_t bytes) {
  if (bytes != 0)
    std::memmove(to, from, bytes);
  return {};
}

qdc::Status cpu::Stream::fill(void *to, uint64_t bytes, std::span<const std::byte> pattern) {
  if (bytes == 0)
    return {};
  auto *start = static_cast<std::byte *>(to);
  std::memcpy(start, pattern.data(), pattern.size());
  // Doubles what is filled.
  for (uint64_t filled = pattern.size(); filled < bytes;) {
    uint64_t more = std::min(filled, bytes - filled);
    std::memcpy(start + filled, start, more);
    filled += more;
  }
  return {};
}

qdc::Result<std::unique_ptr<BackendGraph>> cpu::Stream::buildGraph(std::span<const GraphNode> nodes) {
  return qdc::Error{qdc::ErrorCode::unsupported, "'cpu' has no graphs"};
}

qdc::Status cpu::Stream::capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) {
  return qdc::Error{qdc::ErrorCode::unsupported, "a stream of 'cpu' is never captured"};
}
