//===- Backend.cpp - The CPU backend --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Backend.h"

#include "Runtime/CPU/Device.h"
#include "Runtime/Core/Environment.h"
#include "Runtime/Core/Processors.h"

using namespace qdrt::loader;

std::vector<DeviceDescription> cpu::Backend::devices() const {
  constexpr int32_t dlpackCPU = 1;
  return {{QDRT_CPU, 0, processorName(), "cpu", dlpackCPU, ""}};
}

static qdc::Result<uint32_t> threadCount(const qdrt_device_options &options) {
  if (options.thread_count > QDRT_MAX_THREADS)
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "thread_count is {}; a CPU device takes at most {}",
                          options.thread_count, QDRT_MAX_THREADS);
  if (options.thread_count != 0)
    return options.thread_count;
  qdc::Result<uint32_t> threads = threadsFromEnvironment();
  if (threads && *threads == 0)
    return usableProcessors();
  return threads;
}

qdc::Result<BackendCapabilities> cpu::Backend::capabilities(const qdrt_device_options &options) const {
  qdc::Result<uint32_t> threads = threadCount(options);
  if (!threads)
    return threads.error();
  return Device::capabilitiesOf(*threads);
}

qdc::Result<std::unique_ptr<BackendDevice>> cpu::Backend::open(uint32_t index,
                                                               const qdrt_device_options &options) const {
  qdc::Result<uint32_t> threads = threadCount(options);
  if (!threads)
    return threads.error();
  return std::unique_ptr<BackendDevice>(std::make_unique<Device>(*threads));
}
