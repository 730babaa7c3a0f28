//===- Device.cpp - The processors as a device ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Device.h"

#include "Runtime/CPU/Event.h"
#include "Runtime/CPU/Image.h"
#include "Runtime/CPU/PrivateCopies.h"
#include "Runtime/CPU/Stream.h"

#include <atomic>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/sysinfo.h>

using namespace qdrt::loader;

BackendCapabilities cpu::Device::capabilitiesOf(uint32_t threadCount) {
  return {.usesHostMemory = true, .threads = threadCount};
}

cpu::Device::Device(uint32_t threadCount)
    : can(capabilitiesOf(threadCount)), features(ProcessorFeatures::detect()), pool(threadCount) {}

// A large block starts with a page, so that rows of a length that divides a page's lie in one each: loads ahead of
// their time, by the processor, end with a page.
static uint64_t alignmentOf(uint64_t bytes) {
  constexpr uint64_t page = 4096, smallestBlock = 16 * page;
  return bytes < smallestBlock ? uint64_t{QDC_ALLOCATION_ALIGNMENT} : page;
}

// Asks for pages of 2 MiB where a block is so large that it holds some in any place: a loop over arrays that no cache
// holds spends up to a sixth of its time on finding pages of 4 KiB. Where the system has none, pages stay small.
static void askForLargePages(void *block, uint64_t bytes) {
  constexpr uint64_t page = uint64_t{1} << 21, smallestBlock = 2 * page;
  if (bytes < smallestBlock)
    return;
  const uintptr_t start = reinterpret_cast<uintptr_t>(block), first = (start + page - 1) / page * page;
  const uintptr_t end = (start + bytes) / page * page;
  if (first < end)
    (void)madvise(reinterpret_cast<void *>(first), end - first, MADV_HUGEPAGE);
}

/// Memory and swap. A system may promise more, and then ends the process that writes it.
static uint64_t bytesOfMachine() {
  struct sysinfo about;
  return ::sysinfo(&about) == 0 ? (uint64_t{about.totalram} + about.totalswap) * about.mem_unit : UINT64_MAX;
}

qdc::Result<Allocation> cpu::Device::allocate(uint64_t bytes, MemoryUse use) {
  if (const uint64_t most = bytesOfMachine(); bytes > most)
    return qdc::makeError(qdc::ErrorCode::outOfMemory,
                          "cannot allocate {} bytes on 'cpu': memory and swap of the machine have {}", bytes, most);
  // calloc gives large blocks as pages that are zero without being written, so that the threads that use a page first
  // place it; the block's own address is kept before the aligned one.
  const uint64_t alignment = alignmentOf(bytes), padding = alignment + sizeof(void *);
  void *block = bytes <= UINT64_MAX - padding ? std::calloc(1, bytes + padding) : nullptr;
  if (!block)
    return qdc::makeError(qdc::ErrorCode::outOfMemory, "cannot allocate {} bytes on 'cpu'", bytes);
  askForLargePages(block, bytes + padding);
  uintptr_t address = reinterpret_cast<uintptr_t>(block) + padding;
  address -= address % alignment;
  reinterpret_cast<void **>(address)[-1] = block;
  return Allocation{reinterpret_cast<void *>(address)};
}

void cpu::Device::free(const Allocation &allocation, MemoryUse use) {
  std::free(static_cast<void **>(allocation.address)[-1]);
}

qdc::Status cpu::Device::signal(const MemoryReference &to, uint32_t value) {
  std::atomic_ref(*static_cast<uint32_t *>(to.address())).store(value, std::memory_order_relaxed);
  return {};
}

ImageFit cpu::Device::fit(const qdc::Image &image, std::span<const std::byte> bytes) const {
  return imageFit(image, features);
}

qdc::Result<std::unique_ptr<BackendImage>> cpu::Device::load(std::span<const std::byte> bytes) {
  return Image::load(bytes);
}

qdc::Result<std::unique_ptr<BackendStream>> cpu::Device::createStream() {
  return std::unique_ptr<BackendStream>(std::make_unique<Stream>(can, pool));
}

qdc::Result<std::unique_ptr<BackendInstance>>
cpu::Device::createInstance(const qdc::Kernel &kernel, std::span<BackendEntry *const> entries, BackendStream &stream) {
  return PrivateCopies::create(kernel, entries, *this, pool.threadCount());
}

qdc::Result<std::unique_ptr<BackendEvent>> cpu::Device::createEvent() {
  return std::unique_ptr<BackendEvent>(std::make_unique<Event>());
}
