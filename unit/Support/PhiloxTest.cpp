//===- PhiloxTest.cpp - Philox4x32-10 -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Philox.h"

#include <catch2/catch.hpp>

using namespace qdc;

using Words = std::array<uint32_t, 4>;

TEST_CASE("the generator gives the known answers of Random123") {
  CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("key and counter are words, the low ones first") {
  CHECK(randomWords(0x299f31d0a4093822, 0x85a308d3243f6a88) ==
        philox4x32({0x243f6a88, 0x85a308d3, 0, 0}, {0xa4093822, 0x299f31d0}));
}
