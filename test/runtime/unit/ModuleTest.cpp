//===- ModuleTest.cpp - Tests of Module.h ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Package/Module.h"

#include "Runtime/Null/Device.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;

TEST_CASE("a global that a caller bound is a part of the buffer that lies there now") {
  alignas(64) std::byte memory[64];
  int first = 0, second = 0; // a driver's objects
  LiveBuffers buffers;
  GlobalState global;
  CHECK(global.address() == nullptr);
  buffers.add(MemoryReference({memory, &first}), sizeof(memory));
  global.bind(memory + 16);
  CHECK(global.address() == memory + 16);
  CHECK(global.place(buffers) == MemoryReference({memory, &first}, 16));
  buffers.remove(memory);
  CHECK(global.place(buffers) == MemoryReference::ofForeign(memory + 16));
  buffers.add(MemoryReference({memory, &second}), sizeof(memory));
  CHECK(global.place(buffers) == MemoryReference({memory, &second}, 16));
  CHECK(global.address() == memory + 16);
}

TEST_CASE("a global of the package lies where its memory does") {
  null::Device device;
  LiveBuffers buffers;
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, 8);
  REQUIRE(memory.ok());
  const MemoryReference start = *memory;
  GlobalState global;
  global.own(std::move(*memory));
  CHECK(global.address() == start.address());
  CHECK(global.place(buffers) == start);
}

TEST_CASE("buffers of a device do not overlap") {
  std::byte memory[192];
  auto at = [&](size_t offset) { return MemoryReference({memory + offset, nullptr}); };
  LiveBuffers buffers;
  CHECK(buffers.add(at(64), 64));
  CHECK_FALSE(buffers.add(at(64), 64));
  CHECK_FALSE(buffers.add(at(0), 65));
  CHECK_FALSE(buffers.add(at(127), 1));
  CHECK_FALSE(buffers.add(at(0), 192));
  // Nothing was added, and what lies beside it is another one.
  MemoryReference found;
  CHECK_FALSE(buffers.resolve(memory, found));
  CHECK(buffers.add(at(0), 64));
  CHECK(buffers.add(at(128), 64));
  buffers.remove(memory + 64);
  CHECK_FALSE(buffers.resolve(memory + 64, found));
  CHECK(buffers.resolve(memory + 191, found));
}
