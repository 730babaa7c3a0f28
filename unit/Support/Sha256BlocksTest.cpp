//===- Sha256BlocksTest.cpp - Tests of Sha256Blocks.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/Sha256Blocks.h"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

using namespace qdc;

static std::vector<std::byte> randomBytes(size_t count) {
  std::mt19937 random(42);
  std::vector<std::byte> bytes(count);
  for (std::byte &byte : bytes)
    byte = static_cast<std::byte>(random());
  return bytes;
}

TEST_CASE("the one block of 'abc' gives the state that FIPS 180 shows") {
  std::array<std::byte, 64> block = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}, std::byte{0x80}};
  block[63] = std::byte{24};
  const Sha256State expected = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
  Sha256State state = initialSha256State();
  compressPortably(state, block.data(), 1);
  CHECK(state == expected);
  if (Sha256Compress compress = compressByProcessor()) {
    state = initialSha256State();
    compress(state, block.data(), 1);
    CHECK(state == expected);
  }
}

TEST_CASE("the processor's instructions give the state of plain C++, for any number of blocks at any address") {
  Sha256Compress compress = compressByProcessor();
  if (!compress)
    return;
  const std::vector<std::byte> bytes = randomBytes(64 * 40 + 64);
  for (size_t count = 0; count <= 40; ++count)
    for (size_t offset : {0, 1, 13}) {
      Sha256State expected = initialSha256State(), state = expected;
      compressPortably(expected, bytes.data() + offset, count);
      compress(state, bytes.data() + offset, count);
      INFO(count << " blocks from byte " << offset << " on");
      REQUIRE(state == expected);
    }
}
