//===- Backend.cpp - What a backend does not provide ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Backend.h"

using namespace qdrt::loader;

/// The loader asks for the capability first.
static qdc::Status lacking(const char *what) {
  return qdc::makeError(qdc::ErrorCode::internal, "the device was asked for {}, which it does not have", what);
}

qdc::Status BackendStream::publish(const GraphPublish &outcome) { return lacking("the report of a launch"); }

qdc::Status BackendStream::checkSizes(const GraphSizeCheck &check) { return lacking("a check of sizes"); }

qdc::Status BackendStream::waitForSemaphore(void *semaphore, uint64_t value) {
  return lacking("a wait for a semaphore");
}

qdc::Status BackendStream::signalSemaphore(void *semaphore, uint64_t value) {
  return lacking("a signal of a semaphore");
}

qdc::Result<SemaphorePoint> BackendStream::point() { return lacking("a semaphore"); }

qdc::Result<std::unique_ptr<BackendGraph>> BackendStream::buildGraph(std::span<const GraphNode> nodes) {
  return lacking("a graph");
}

qdc::Status BackendStream::capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) {
  return lacking("a capture");
}

qdc::Result<std::vector<std::unique_ptr<BackendEntry>>>
BackendImage::prepareAll(std::span<const qdc::EntryPoint *const> descriptions) {
  std::vector<std::unique_ptr<BackendEntry>> entries;
  for (const qdc::EntryPoint *description : descriptions) {
    qdc::Result<std::unique_ptr<BackendEntry>> prepared = prepare(*description);
    if (!prepared)
      return prepared.error();
    entries.push_back(std::move(*prepared));
  }
  return entries;
}

qdc::Result<Allocation> BackendDevice::importBuffer(const qdrt_vulkan_buffer &range) {
  return lacking("a buffer of the caller");
}

qdc::Result<qdrt_vulkan_buffer> BackendDevice::exportBuffer(const MemoryReference &start) const {
  return lacking("the driver's buffer");
}

qdc::Result<std::unique_ptr<BackendStream>> BackendDevice::adoptStream(void *native) {
  return lacking("a stream of the caller");
}

qdc::Result<std::unique_ptr<BackendInstance>> BackendDevice::createInstance(const qdc::Kernel &kernel,
                                                                            std::span<BackendEntry *const> entries,
                                                                            BackendStream &stream) {
  return std::unique_ptr<BackendInstance>();
}

qdc::Result<AdoptedDevice> Backend::adopt(const qdrt_native_device &native, const qdrt_device_options &options) const {
  return lacking("a native device of the caller");
}
