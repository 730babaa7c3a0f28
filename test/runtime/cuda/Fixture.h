//===- Fixture.h - What the tests of the CUDA backend share -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_CUDA_FIXTURE_H
#define QDC_TEST_RUNTIME_CUDA_FIXTURE_H

#include "../DriverSessions.h"
#include "../Fixture.h"
#include "FakeCuda.h"

#include "Runtime/CUDA/Backend.h"
#include "Runtime/Core/DeviceMemory.h"

namespace cuda_test {

using namespace qdrt::loader;
using namespace runtime_test;

/// A device of the fake driver, as the loader's inside sees it, with the code of images/entries.c.
struct BackendSetup {
  BackendSetup();

  /// A launch of the entry point with slots that are kept by the caller.
  TaskLaunch task(const char *symbol, const std::vector<qd_slot> &slots, int64_t extent) {
    qdc::EntryPoint description;
    description.symbol = symbol;
    description.launch = shape;
    entries.push_back(std::move(*image->prepare(description)));
    return {entries.back().get(), slots.data(), static_cast<uint32_t>(slots.size()), 1, extent};
  }
  DeviceMemory memory(uint64_t bytes) { return std::move(*DeviceMemory::allocate(*device, bytes)); }
  template <typename T>
  std::vector<T> read(const DeviceMemory &from) {
    std::vector<T> values(from.size() / sizeof(T));
    REQUIRE(stream->read(values.data(), from, from.size()).ok());
    return values;
  }

  qdc::LaunchShape shape = {1, 1};
  std::unique_ptr<BackendDevice> device;
  std::unique_ptr<BackendImage> image;
  std::vector<std::unique_ptr<BackendEntry>> entries;
  std::unique_ptr<BackendStream> stream;
};

/// A context of the caller, for qdrt_device_adopt.
inline qdrt_native_device nativeDevice(void *context) { return {sizeof(qdrt_native_device), QDRT_CUDA, {{context}}}; }

inline qd_slot slotOf(const void *address) { return reinterpret_cast<uintptr_t>(address); }
inline qd_slot slotOf(const DeviceMemory &memory) { return slotOf(memory.address()); }

/// Packages are for the fake driver from now on.
void useFakeImages();

} // namespace cuda_test

#endif // QDC_TEST_RUNTIME_CUDA_FIXTURE_H
