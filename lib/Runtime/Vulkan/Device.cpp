//===- Device.cpp - A device of Vulkan ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Device.h"

#include "Runtime/DeviceCode/Proceed.h"
#include "Runtime/DeviceCode/Publish.h"
#include "Runtime/DeviceCode/Sizes.h"
#include "Runtime/Vulkan/Event.h"
#include "Runtime/Vulkan/ImportedBuffer.h"
#include "Runtime/Vulkan/LoopCosts.h"
#include "Runtime/Vulkan/OwnCode.h"
#include "Runtime/Vulkan/Stream.h"

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

qdc::Result<std::unique_ptr<BackendDevice>> vulkan::Device::open(std::shared_ptr<Context> context,
                                                                 const qdrt_device_options &options) {
  qdc::Result<std::unique_ptr<Allocator>> memory = Allocator::create(context);
  if (!memory)
    return memory.error();
  std::unique_ptr<Device> device(new Device(std::move(context), std::move(*memory)));
  if (qdc::Status opened = device->cache.open(options); !opened)
    return opened;
  return std::unique_ptr<BackendDevice>(std::move(device));
}

BackendCapabilities vulkan::Device::capabilitiesOf(const Context &context) {
  BackendCapabilities capabilities = kCapabilities;
  capabilities.sharesObjects = context.isAdopted();
  return capabilities;
}

std::string vulkan::Device::unusableReason(const void *address) const {
  if (shared->isAdopted() || memory->hasAddress(address))
    return {};
  return qdc::formatText(
      "lies in no memory that the driver of '{}' knows; an array in memory of the host is given as QDRT_MEMORY_HOST",
      shared->spelling());
}

static Place placeFor(MemoryUse use) {
  switch (use) {
  case MemoryUse::device:
    break;
  case MemoryUse::signalled:
    return Place::shared;
  case MemoryUse::hostVisible:
    return Place::host;
  }
  return Place::device;
}

qdc::Result<Allocation> vulkan::Device::allocate(uint64_t bytes, MemoryUse use) {
  collect(/*waits=*/false);
  qdc::Result<Allocation> made = memory->allocate(bytes, placeFor(use));
  if (!made && made.error().code == qdc::ErrorCode::outOfMemory && collect(/*waits=*/true))
    made = memory->allocate(bytes, placeFor(use));
  return made;
}

qdc::Result<Allocation> vulkan::Device::importBuffer(const qdrt_vulkan_buffer &range) {
  qdc::Result<Block> block = importBlock(*shared, range);
  if (!block)
    return block.error();
  return memory->import(std::move(*block));
}

qdc::Result<qdrt_vulkan_buffer> vulkan::Device::exportBuffer(const MemoryReference &start) const {
  const BufferPlace place = placeOf(start);
  qdrt_vulkan_buffer range = {};
  range.buffer = place.buffer;
  range.offset = place.offset;
  range.address = place.address;
  range.usage = blockOf(start).usage;
  return range;
}

void vulkan::Device::attach(const Commands &ofStream) {
  std::lock_guard lock(streamsMutex);
  streams.push_back(&ofStream);
}

void vulkan::Device::detach(const Commands &ofStream) {
  std::lock_guard lock(streamsMutex);
  std::erase(streams, &ofStream);
}

vulkan::Device::~Device() { collect(/*waits=*/true); }

vulkan::Device::Retired vulkan::Device::retire(const Allocation &allocation) {
  Retired made = {allocation, {}};
  std::lock_guard lock(streamsMutex);
  for (const Commands *stream : streams)
    if (const uint64_t last = stream->last(); last != 0 && !stream->timeline()->hasReached(last))
      made.after.emplace_back(stream->timeline(), last);
  return made;
}

void vulkan::Device::finishStreams() {
  std::lock_guard lock(streamsMutex);
  for (const Commands *stream : streams)
    if (const uint64_t last = stream->last(); last != 0)
      stream->timeline()->finish(last);
}

void vulkan::Device::free(const Allocation &allocation, MemoryUse use) {
  try {
    Retired made = retire(allocation);
    if (isImported(allocation)) { // the caller may destroy it next
      for (const auto &[timeline, last] : made.after)
        timeline->finish(last);
    } else if (!made.after.empty()) {
      std::lock_guard lock(retiredMutex);
      retired.push_back(std::move(made));
      return;
    }
  } catch (const std::bad_alloc &) { // who frees memory can't be told
    finishStreams();
  }
  memory->free(allocation);
}

bool vulkan::Device::collect(bool waits) {
  std::lock_guard lock(retiredMutex);
  return std::erase_if(retired, [&](const Retired &each) {
           for (const auto &[timeline, last] : each.after)
             if (waits)
               timeline->finish(last);
             else if (!timeline->hasReached(last) && !shared->isLost())
               return false;
           memory->free(each.allocation);
           return true;
         }) != 0;
}

void vulkan::Device::releaseCaches() {
  collect(/*waits=*/true);
  memory->trim();
}

qdc::Status vulkan::Device::signal(const MemoryReference &to, uint32_t value) {
  // Not relaxed: a store may stay where the processor combines writes to memory of the device.
  std::atomic_ref(*reinterpret_cast<uint32_t *>(hostAddressOf(to))).store(value);
  return {};
}

ImageFit vulkan::Device::fit(const qdc::Image &image, std::span<const std::byte> bytes) const {
  return imageFit(image, shared->features());
}

qdc::Result<std::unique_ptr<BackendImage>> vulkan::Device::load(std::span<const std::byte> bytes) {
  if (qdc::Status alive = shared->checkNotLost("load the code"); !alive)
    return alive.error();
  return Image::load(*this, bytes);
}

qdc::Result<std::unique_ptr<BackendStream>> vulkan::Device::createStream() {
  if (qdc::Status alive = shared->checkNotLost("create a stream"); !alive)
    return alive.error();
  return Stream::create(*this);
}

qdc::Result<std::unique_ptr<BackendEvent>> vulkan::Device::createEvent() { return Event::create(shared); }

LoopCosts vulkan::Device::loopCosts() const { return loopCostsOf(shared->features().grid.multiprocessors); }

namespace {
/// One of the loader's own kernels, which runs in one block.
struct OwnCode {
  std::span<const uint32_t> words;
  const char *symbol;
  uint32_t threads;
};
} // namespace

static OwnCode codeOf(OwnKernel kernel) {
  switch (kernel) {
  case OwnKernel::publish:
    break;
  case OwnKernel::sizes:
    return {sizesCode(), QDRT_SIZES_KERNEL, 1};
  case OwnKernel::proceed:
    return {proceedCode(), QDRT_PROCEED_KERNEL, 1};
  }
  return {publishCode(), QDRT_PUBLISH_KERNEL, QDRT_PUBLISH_THREADS};
}

qdc::Result<const Entry *> vulkan::Device::own(OwnKernel kernel) {
  std::lock_guard lock(ownMutex);
  Own &own = ownKernels[static_cast<size_t>(kernel)];
  if (!own.entry) {
    const OwnCode code = codeOf(kernel);
    qdc::Result<std::unique_ptr<BackendImage>> image = load(std::as_bytes(code.words));
    if (!image)
      return image.error();
    qdc::EntryPoint description;
    description.symbol = code.symbol;
    description.launch = qdc::LaunchShape{code.threads, 1, 0, qdc::SlotPassing::memory, qdc::GridSize::single};
    qdc::Result<std::unique_ptr<BackendEntry>> entry = (*image)->prepare(description);
    if (!entry)
      return entry.error();
    own.image = std::move(*image);
    own.entry = std::move(*entry);
  }
  return static_cast<const Entry *>(own.entry.get());
}
