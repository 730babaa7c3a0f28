//===- Device.cpp - A device that runs nothing ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Null/Device.h"

#include "Runtime/Null/Event.h"
#include "Runtime/Null/Image.h"
#include "Runtime/Null/Stream.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

using namespace qdrt::loader;

qdc::Result<Allocation> null::Device::allocate(uint64_t bytes, MemoryUse use) {
  constexpr uint64_t unit = QDC_ALLOCATION_ALIGNMENT;
  void *block = bytes <= UINT64_MAX - unit ? std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit) : nullptr;
  if (!block)
    return qdc::makeError(qdc::ErrorCode::outOfMemory, "cannot allocate {} bytes on 'null'", bytes);
  std::memset(block, 0, bytes);
  return Allocation{block};
}

void null::Device::free(const Allocation &allocation, MemoryUse use) { std::free(allocation.address); }

qdc::Status null::Device::signal(const MemoryReference &to, uint32_t value) {
  std::atomic_ref(*static_cast<uint32_t *>(to.address())).store(value, std::memory_order_relaxed);
  return {};
}

ImageFit null::Device::fit(const qdc::Image &image, std::span<const std::byte> bytes) const {
  if (image.target == target())
    return {};
  return {0, "this loader knows the target 'null:any'"};
}

qdc::Result<std::unique_ptr<BackendImage>> null::Device::load(std::span<const std::byte> bytes) {
  return std::unique_ptr<BackendImage>(std::make_unique<Image>());
}

qdc::Result<std::unique_ptr<BackendStream>> null::Device::createStream() {
  return std::unique_ptr<BackendStream>(std::make_unique<Stream>(capabilities()));
}

qdc::Result<std::unique_ptr<BackendEvent>> null::Device::createEvent() {
  return std::unique_ptr<BackendEvent>(std::make_unique<Event>());
}
