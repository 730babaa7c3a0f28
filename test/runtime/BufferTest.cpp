//===- BufferTest.cpp - Memory of a device --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/sysinfo.h>

using namespace runtime_test;

TEST_CASE("a new buffer is zeroed and aligned") {
  qdrt::Device device = openDevice();
  for (uint64_t bytes : {0, 1, 63, 64, 4097, 1 << 22}) {
    qdrt_buffer buffer = nullptr;
    REQUIRE(qdrt_buffer_allocate(device.get(), bytes, &buffer) == QDRT_OK);
    CHECK(qdrt_buffer_bytes(buffer) == bytes);
    CHECK(reinterpret_cast<uintptr_t>(qdrt_buffer_address(buffer)) % 64 == 0);
    std::vector<char> values(bytes, 'x');
    REQUIRE(qdrt_buffer_read(buffer, 0, values.data(), bytes, nullptr) == QDRT_OK);
    CHECK(values == std::vector<char>(bytes, 0));
    qdrt_buffer_free(buffer);
  }
}

TEST_CASE("a buffer that does not fit is refused with its size") {
  qdrt::Device device = openDevice();
  qdrt_buffer buffer = nullptr;
  CHECK_FAILS(qdrt_buffer_allocate(device.get(), uint64_t{1} << 62, &buffer), QDRT_OUT_OF_MEMORY,
              "cannot allocate 4611686018427387904 bytes on '" + deviceUnderTest() + "'");
  CHECK_FAILS(qdrt_buffer_allocate(device.get(), UINT64_MAX, &buffer), QDRT_OUT_OF_MEMORY, "18446744073709551615");
  CHECK(buffer == nullptr);
}

TEST_CASE("a processor does not promise more than the memory and swap of the machine") {
  if (!isCPU())
    return;
  struct sysinfo about = {};
  REQUIRE(::sysinfo(&about) == 0);
  const uint64_t most = (uint64_t{about.totalram} + about.totalswap) * about.mem_unit;
  qdrt::Device device = openDevice();
  qdrt_buffer buffer = nullptr;
  CHECK_FAILS(qdrt_buffer_allocate(device.get(), most + 1, &buffer), QDRT_OUT_OF_MEMORY,
              "cannot allocate " + std::to_string(most + 1) + " bytes on 'cpu': memory and swap of the machine have " +
                  std::to_string(most));
  CHECK(buffer == nullptr);
}

/// What the system notes of the pages at `address`: flags of two letters, with a blank before each.
static std::string pageFlags(const void *address) {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool isHere = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-')
      isHere = begin <= wanted && wanted < end;
    else if (isHere && line.starts_with("VmFlags:"))
      return line.substr(line.find(':') + 1);
  }
  return {};
}

TEST_CASE("a large buffer of a processor starts with a page") {
  if (!isCPU())
    return;
  qdrt::Device device = openDevice();
  for (int64_t bytes : {int64_t{1} << 16, int64_t{1} << 24}) {
    qdrt::Array<uint8_t> first(device, {bytes}), second(device, {bytes});
    CHECK(reinterpret_cast<uintptr_t>(first.address()) % 4096 == 0);
    CHECK(reinterpret_cast<uintptr_t>(second.address()) % 4096 == 0);
  }
}

TEST_CASE("a processor asks for large pages where a buffer is large") {
  if (!isCPU() || !std::filesystem::exists("/sys/kernel/mm/transparent_hugepage"))
    return;
  qdrt::Device device = openDevice();
  constexpr int64_t bytes = int64_t{64} << 20;
  qdrt::Array<uint8_t> array(device, {bytes});
  CHECK(pageFlags(array.address() + bytes / 2).find(" hg") != std::string::npos);
}

TEST_CASE("buffers are written, filled, copied and read by ranges") {
  qdrt::Device device = openDevice();
  qdrt::Array<int32_t> a(device, {5}), b(device, {5});
  a.write(std::vector<int32_t>{1, 2, 3, 4, 5});
  CHECK(qdrt_buffer_copy(b.get(), 4, a.get(), 8, 12, nullptr) == QDRT_OK);
  CHECK(b.read() == std::vector<int32_t>{0, 3, 4, 5, 0});
  // Ranges of one buffer may overlap.
  CHECK(qdrt_buffer_copy(b.get(), 0, b.get(), 4, 12, nullptr) == QDRT_OK);
  CHECK(b.read() == std::vector<int32_t>{3, 4, 5, 5, 0});
  b.fill(-7);
  CHECK(b.read() == std::vector<int32_t>(5, -7));
  uint8_t byte = 1;
  CHECK(qdrt_buffer_fill(b.get(), 1, 3, &byte, 1, nullptr) == QDRT_OK);
  CHECK(b.read()[0] == 0x010101f9);
  uint64_t wide = 0x0000000200000001;
  CHECK(qdrt_buffer_fill(b.get(), 4, 16, &wide, 8, nullptr) == QDRT_OK);
  CHECK(b.read() == std::vector<int32_t>{0x010101f9, 1, 2, 1, 2});
}

TEST_CASE("a range past the end of a buffer is refused") {
  qdrt::Device device = openDevice();
  qdrt::Array<char> a(device, {16}), b(device, {8});
  char bytes[32] = {};
  CHECK_FAILS(qdrt_buffer_write(a.get(), 8, bytes, 9, nullptr), QDRT_INVALID_ARGUMENT,
              "the range of 9 bytes from offset 8 does not lie inside the buffer of 16 bytes");
  CHECK_FAILS(qdrt_buffer_read(a.get(), UINT64_MAX, bytes, 2, nullptr), QDRT_INVALID_ARGUMENT, "does not lie inside");
  CHECK_FAILS(qdrt_buffer_copy(b.get(), 0, a.get(), 0, 9, nullptr), QDRT_INVALID_ARGUMENT, "the buffer of 8 bytes");
  CHECK_FAILS(qdrt_buffer_copy(a.get(), 0, b.get(), 0, 9, nullptr), QDRT_INVALID_ARGUMENT, "the buffer of 8 bytes");
  CHECK_FAILS(qdrt_buffer_fill(a.get(), 16, 1, bytes, 1, nullptr), QDRT_INVALID_ARGUMENT, "does not lie inside");
  CHECK(qdrt_buffer_write(a.get(), 16, nullptr, 0, nullptr) == QDRT_OK);
}

TEST_CASE("a pattern has 1, 2, 4 or 8 bytes and divides the range") {
  qdrt::Device device = openDevice();
  qdrt::Array<char> a(device, {16});
  CHECK_FAILS(qdrt_buffer_fill(a.get(), 0, 15, "abcdefgh", 3, nullptr), QDRT_INVALID_ARGUMENT,
              "the pattern has 3 bytes; it takes 1, 2, 4 or 8");
  CHECK_FAILS(qdrt_buffer_fill(a.get(), 0, 15, "abcdefgh", 8, nullptr), QDRT_INVALID_ARGUMENT,
              "15 bytes are not a multiple of the pattern's 8");
}

TEST_CASE("buffers refuse NULL and what is of another device") {
  qdrt::Device device = openDevice(), other = openDevice();
  qdrt::Array<char> a(device, {16}), b(other, {16});
  qdrt::Stream stream(other);
  char bytes[16] = {};
  CHECK_FAILS(qdrt_buffer_copy(a.get(), 0, b.get(), 0, 1, nullptr), QDRT_INVALID_ARGUMENT,
              "the two buffers are of different devices");
  CHECK_FAILS(qdrt_buffer_write(a.get(), 0, bytes, 1, stream.get()), QDRT_INVALID_ARGUMENT,
              "the stream was created on another device");
  CHECK_FAILS(qdrt_buffer_allocate(nullptr, 1, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_buffer_allocate(device.get(), 1, nullptr), QDRT_INVALID_ARGUMENT, "'buffer'");
  CHECK_FAILS(qdrt_buffer_write(nullptr, 0, bytes, 1, nullptr), QDRT_INVALID_ARGUMENT, "'to'");
  CHECK_FAILS(qdrt_buffer_write(a.get(), 0, nullptr, 1, nullptr), QDRT_INVALID_ARGUMENT, "'from'");
  CHECK_FAILS(qdrt_buffer_read(nullptr, 0, bytes, 1, nullptr), QDRT_INVALID_ARGUMENT, "'from'");
  CHECK_FAILS(qdrt_buffer_read(a.get(), 0, nullptr, 1, nullptr), QDRT_INVALID_ARGUMENT, "'to'");
  CHECK_FAILS(qdrt_buffer_copy(nullptr, 0, a.get(), 0, 1, nullptr), QDRT_INVALID_ARGUMENT, "'to'");
  CHECK_FAILS(qdrt_buffer_copy(a.get(), 0, nullptr, 0, 1, nullptr), QDRT_INVALID_ARGUMENT, "'from'");
  CHECK_FAILS(qdrt_buffer_fill(nullptr, 0, 1, bytes, 1, nullptr), QDRT_INVALID_ARGUMENT, "'to'");
  CHECK_FAILS(qdrt_buffer_fill(a.get(), 0, 1, nullptr, 1, nullptr), QDRT_INVALID_ARGUMENT, "'pattern'");
  CHECK(qdrt_buffer_address(nullptr) == nullptr);
  CHECK(qdrt_buffer_bytes(nullptr) == 0);
  qdrt_buffer_free(nullptr);
}
