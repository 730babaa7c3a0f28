//===- ByteWriterTest.cpp - Tests of ByteWriter.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/ByteWriter.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("numbers, text and padding come out in order") {
  ByteWriter writer;
  writer.u16(0x0102);
  writer.u32(0x03040506);
  writer.zeroTerminated("hi");
  writer.alignTo(4);
  CHECK(writer.size() == 12);
  writer.alignTo(4);
  CHECK(writer.size() == 12);
  writer.u64(0x1122334455667788);
  writer.append(asBytes("end"));
  const std::string_view expected("\x02\x01\x06\x05\x04\x03hi\0\0\0\0\x88\x77\x66\x55\x44\x33\x22\x11"
                                  "end",
                                  23);
  CHECK(asText(writer.take()) == expected);
  CHECK(writer.size() == 0);
}
