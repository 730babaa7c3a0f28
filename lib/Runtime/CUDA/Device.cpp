//===- Device.cpp - A GPU of CUDA -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Device.h"

#include "Runtime/CUDA/Backend.h"
#include "Runtime/CUDA/Decide.h"
#include "Runtime/CUDA/Event.h"
#include "Runtime/CUDA/Image.h"
#include "Runtime/CUDA/Launch.h"
#include "Runtime/CUDA/LinkedCode.h"
#include "Runtime/CUDA/OwnCode.h"
#include "Runtime/CUDA/Stream.h"
#include "Runtime/DeviceCode/Publish.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

qdc::Result<std::unique_ptr<BackendDevice>> Device::open(std::shared_ptr<Context> context,
                                                         const qdrt_device_options &options) {
  std::unique_ptr<Device> device(new Device(std::move(context)));
  qdc::Status started = (*device->opened)("ask for the attributes of the device",
                                          [&](const Driver &driver) { return device->askFeatures(driver); });
  if (started)
    started = device->memory.start(device->about.hasMemoryPools);
  if (started)
    started = device->openCache(options);
  if (!started)
    return started;
  return std::unique_ptr<BackendDevice>(std::move(device));
}

qdc::Status Device::openCache(const qdrt_device_options &options) {
  if (qdc::Status status = cache.open(options); !status || !cache)
    return status;
  // Once: a driver that is updated under a process that runs stays the old one there.
  fileOfDriver = cuda::driverFile(opened->driver());
  if (fileOfDriver.empty())
    cache.close({qdc::ErrorCode::unsupported, "the system does not say which file the driver is, so that nothing tells "
                                              "its code from another driver's"});
  return {};
}

CUresult Device::askFeatures(const Driver &driver) {
  CUresult code = CUDA_SUCCESS;
  auto ask = [&](CUdevice_attribute attribute) {
    int value = 0;
    if (code == CUDA_SUCCESS)
      code = driver.deviceGetAttribute(&value, attribute, opened->device());
    return value;
  };
  about.driverVersion = driver.version;
  about.major = ask(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  about.minor = ask(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  about.grid.multiprocessors = static_cast<uint32_t>(ask(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  about.grid.maximumGrid = static_cast<uint32_t>(ask(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X));
  about.grid.maximumBlock = static_cast<uint32_t>(ask(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  about.grid.subgroupWidth = static_cast<uint32_t>(ask(CU_DEVICE_ATTRIBUTE_WARP_SIZE));
  about.hasMemoryPools = ask(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
  about.launchesTogether = ask(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
  about.usesPageableMemory = ask(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS) != 0;
  CUdevResource resource = {};
  if (code == CUDA_SUCCESS)
    code = driver.ctxGetDevResource(opened->handle(), &resource, CU_DEV_RESOURCE_TYPE_SM);
  if (code == CUDA_SUCCESS)
    about.grid.multiprocessors = std::min(about.grid.multiprocessors, resource.sm.smCount);
  else if (code == CUDA_ERROR_NOT_SUPPORTED) // no context has a part of the device here
    code = CUDA_SUCCESS;
  size_t bytes = 0;
  if (code == CUDA_SUCCESS)
    code = driver.deviceTotalMem(&bytes, opened->device());
  about.memoryBytes = bytes;
  return code;
}

Device::~Device() { objectsOfGraphs->dropAll(); }

qdc::Result<Allocation> Device::allocate(uint64_t bytes, MemoryUse use) {
  if (use == MemoryUse::hostVisible)
    return allocatePageLocked(bytes);
  objectsOfGraphs->dropEnded();
  // The driver calls some sizes an invalid value.
  if (bytes > about.memoryBytes)
    return qdc::makeError(qdc::ErrorCode::outOfMemory, "cannot allocate {} bytes on '{}': it has {}", bytes,
                          opened->spelling(), about.memoryBytes);
  return memory.allocate(bytes);
}

qdc::Result<Allocation> Device::allocatePageLocked(uint64_t bytes) {
  CurrentContext current(*opened);
  void *address = nullptr;
  CUresult code = current.code();
  if (code == CUDA_SUCCESS) {
    OutsideCapture outside(opened->driver());
    code = opened->driver().memHostAlloc(&address, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  }
  if (code != CUDA_SUCCESS)
    return opened->failed(code, qdc::formatText("allocate {} bytes of host memory", bytes));
  std::memset(address, 0, bytes);
  return Allocation{address};
}

void Device::free(const Allocation &allocation, MemoryUse use) {
  if (use != MemoryUse::hostVisible)
    return memory.free(allocation);
  (void)opened->tryTo([&](const Driver &driver) {
    OutsideCapture outside(driver);
    return driver.memFreeHost(allocation.address);
  });
}

namespace {
/// What the driver says about an address.
struct AddressAnswer {
  int type = 0, ordinal = 0; // a type of 0: it knows no memory there
  CUdeviceptr usable = 0;    // the address in the context; 0: it has no access
};
} // namespace

/// nullopt: it does not answer.
static std::optional<AddressAnswer> askAbout(const void *address, const Context &context) {
  CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                 CU_POINTER_ATTRIBUTE_DEVICE_POINTER};
  AddressAnswer answer;
  void *answers[] = {&answer.type, &answer.ordinal, &answer.usable};
  const bool isAnswered = context.tryTo(
      [&](const Driver &driver) { return driver.pointerGetAttributes(3, asked, answers, deviceAddress(address)); });
  return isAnswered ? std::optional(answer) : std::nullopt;
}

bool Device::hasMemoryAt(const void *address) const {
  const std::optional<AddressAnswer> answer = askAbout(address, *opened);
  return answer && answer->type != 0 && answer->usable != 0;
}

std::string Device::unusableReason(const void *address) const {
  const std::optional<AddressAnswer> answer = askAbout(address, *opened);
  if (!answer)
    return {};
  if (answer->type == CU_MEMORYTYPE_DEVICE && answer->usable == 0)
    return qdc::formatText(
        "lies on '{}'; device '{}' takes its own memory, or that of a device to which its context has access",
        spellingOf(answer->ordinal), opened->spelling());
  if (answer->type == 0 && !about.usesPageableMemory)
    return qdc::formatText(
        "lies in no memory that the driver of '{}' knows; an array in memory of the host is given as "
        "QDRT_MEMORY_HOST",
        opened->spelling());
  return {};
}

ImageFit Device::fit(const qdc::Image &image, std::span<const std::byte> bytes) const {
  return imageFit(image, bytes, about);
}

qdc::Result<std::unique_ptr<BackendImage>> Device::load(std::span<const std::byte> bytes) {
  return Image::load(*this, bytes);
}

qdc::Result<std::unique_ptr<BackendStream>> Device::createStream() { return Stream::create(*this); }

qdc::Result<std::unique_ptr<BackendStream>> Device::adoptStream(void *native) {
  return Stream::adopt(*this, static_cast<CUstream>(native));
}

qdc::Result<std::unique_ptr<BackendEvent>> Device::createEvent() { return Event::create(opened); }

qdc::Status Device::synchronize() {
  objectsOfGraphs->dropEnded();
  return (*opened)("wait for the device", [](const Driver &driver) { return driver.ctxSynchronize(); });
}

void Device::releaseCaches() {
  objectsOfGraphs->dropEnded();
  memory.trim();
}

namespace {
/// One of the loader's own kernels, which runs in one block.
struct OwnCode {
  std::span<const char> text;
  const char *symbol;
  uint32_t threads;
  qdc::SlotPassing slotPassing;
};
} // namespace

static OwnCode codeOf(OwnKernel kernel) {
  switch (kernel) {
  case OwnKernel::decide:
    return {decideCode(), QDRT_DECIDE_KERNEL, 1, qdc::SlotPassing::values};
  case OwnKernel::publish:
    return {publishCode(), QDRT_PUBLISH_KERNEL, QDRT_PUBLISH_THREADS, qdc::SlotPassing::values};
  case OwnKernel::sizes:
    break;
  }
  return {sizesCode(), QDRT_SIZES_KERNEL, 1, qdc::SlotPassing::memory};
}

qdc::Result<BackendEntry *> Device::own(OwnKernel kernel) {
  std::lock_guard lock(ownMutex);
  Own &own = ownKernels[static_cast<size_t>(kernel)];
  if (!own.entry) {
    const OwnCode code = codeOf(kernel);
    qdc::Result<std::unique_ptr<BackendImage>> image = load(std::as_bytes(code.text));
    if (!image)
      return image.error();
    qdc::EntryPoint description;
    description.symbol = code.symbol;
    description.launch = qdc::LaunchShape{code.threads, 1, 0, code.slotPassing, qdc::GridSize::single};
    qdc::Result<std::unique_ptr<BackendEntry>> entry = (*image)->prepare(description);
    if (!entry)
      return entry.error();
    own.image = std::move(*image);
    own.entry = std::move(*entry);
  }
  return own.entry.get();
}

const std::string *Device::keepName(const std::string &name) {
  std::lock_guard lock(namesMutex);
  return &*names.insert(name).first;
}
