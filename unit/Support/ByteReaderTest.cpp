//===- ByteReaderTest.cpp - Tests of ByteReader.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/ByteReader.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("numbers are little-endian at any offset") {
  ByteReader reader(asBytes("\x01\x02\x03\x04\x05\x06\x07\x08\xff"));
  CHECK(reader.u16(0) == 0x0201);
  CHECK(reader.u32(1) == 0x05040302);
  CHECK(reader.u64(0) == 0x0807060504030201);
  CHECK(reader.u64(1) == 0xff08070605040302);
  CHECK(reader.u16(7) == 0xff08);
}

TEST_CASE("nothing is read past the end, whatever the offset") {
  ByteReader reader(asBytes("123456789"));
  CHECK_FALSE(reader.u16(8));
  CHECK_FALSE(reader.u32(6));
  CHECK_FALSE(reader.u64(2));
  CHECK_FALSE(reader.u64(UINT64_MAX));
  CHECK_FALSE(reader.slice(10, 0));
  CHECK_FALSE(reader.slice(5, 5));
  CHECK_FALSE(reader.slice(5, UINT64_MAX));
  CHECK_FALSE(reader.slice(UINT64_MAX, 2));
  CHECK(reader.slice(9, 0)->empty());
  CHECK(asText(*reader.slice(5, 4)) == "6789");
}

TEST_CASE("strings end before their zero byte, which must exist") {
  ByteReader reader(asBytes(std::string_view("ab\0c", 4)));
  CHECK(reader.zeroTerminated(0) == "ab");
  CHECK(reader.zeroTerminated(2) == "");
  CHECK_FALSE(reader.zeroTerminated(3));
  CHECK_FALSE(reader.zeroTerminated(4));
  CHECK_FALSE(reader.zeroTerminated(UINT64_MAX));
}
