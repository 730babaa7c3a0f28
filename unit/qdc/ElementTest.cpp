//===- ElementTest.cpp - Numbers of every type ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/Element.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

using namespace qdc;

static std::string roundTrip(const char *text, qdrt_type type, bool isUnsigned = false) {
  Result<qdrt_scalar> value = parseElement(text, type, isUnsigned);
  return value ? elementText(&value->bits, type, isUnsigned) : value.error().message;
}

TEST_CASE("integers cover their range and no more") {
  CHECK(roundTrip("-128", QDRT_I8) == "-128");
  CHECK(roundTrip("127", QDRT_I8) == "127");
  CHECK(roundTrip("128", QDRT_I8) == "'128' is not a whole number from -128 to 127");
  CHECK(roundTrip("255", QDRT_I8, true) == "255");
  CHECK(roundTrip("-1", QDRT_I8, true) == "'-1' is not a whole number from 0 to 255");
  CHECK(roundTrip("0xff", QDRT_I8) == "-1");
  CHECK(roundTrip("0x1ff", QDRT_I8) == "'0x1ff' is not a whole number from -128 to 127");
  CHECK(roundTrip("-0x1", QDRT_I32) ==
        "'-0x1' has a sign, which hexadecimal does not take: expected bits, as in '0xff', or a decimal number");
  CHECK(roundTrip("-9223372036854775808", QDRT_INDEX) == "-9223372036854775808");
  CHECK(roundTrip("18446744073709551615", QDRT_I64, true) == "18446744073709551615");
  CHECK(roundTrip("1.5", QDRT_I32) == "'1.5' is not a whole number from -2147483648 to 2147483647");
  CHECK(roundTrip("", QDRT_I32) == "'' is not a whole number from -2147483648 to 2147483647");
}

TEST_CASE("i1 takes words and digits") {
  CHECK(roundTrip("true", QDRT_I1) == "true");
  CHECK(roundTrip("0", QDRT_I1) == "false");
  CHECK(roundTrip("2", QDRT_I1) == "'2' is not 0, 1, 'true' or 'false'");
}

TEST_CASE("floats print with the shortest digits that read back") {
  CHECK(roundTrip("0.1", QDRT_F32) == "0.1");
  CHECK(roundTrip("1e-4", QDRT_F64) == "1e-04");
  CHECK(roundTrip("2.50", QDRT_F64) == "2.5");
  CHECK(roundTrip("+3", QDRT_F32) == "3");
  CHECK(roundTrip("-inf", QDRT_F32) == "-inf");
  CHECK(roundTrip("-nan", QDRT_F64) == "nan");
  CHECK(roundTrip("1e999", QDRT_F64) == "'1e999' is not a number that f64 holds");
  CHECK(roundTrip("1,5", QDRT_F32) == "'1,5' is not a number that f32 holds");
}

TEST_CASE("no finite float becomes infinite, and none but zero becomes zero") {
  for (const char *text : {"65520", "-1e9", "1e-9"})
    CHECK(roundTrip(text, QDRT_F16) == "'" + std::string(text) + "' is not a number that f16 holds");
  for (const char *text : {"3.4e38", "-1e39", "1e-50"})
    CHECK(roundTrip(text, QDRT_BF16) == "'" + std::string(text) + "' is not a number that bf16 holds");
  for (const char *text : {"1e39", "1e-50"})
    CHECK(roundTrip(text, QDRT_F32) == "'" + std::string(text) + "' is not a number that f32 holds");
  CHECK(roundTrip("65519", QDRT_F16) == "65504");
  CHECK(roundTrip("6e-8", QDRT_F16) == "5.9604645e-08");
  CHECK(roundTrip("-0.0", QDRT_F16) == "-0");
  CHECK(roundTrip("inf", QDRT_F16) == "inf");
  CHECK(roundTrip("-inf", QDRT_BF16) == "-inf");
  CHECK(roundTrip("nan", QDRT_BF16) == "nan");
}

TEST_CASE("half floats round to nearest, ties to even") {
  CHECK(halfFromDouble(1.0) == 0x3C00);
  CHECK(halfFromDouble(-2.5) == 0xC100);
  CHECK(halfFromDouble(65504) == 0x7BFF);
  CHECK(halfFromDouble(65519.99) == 0x7BFF);
  CHECK(halfFromDouble(65520) == 0x7C00); // halfway to the next binade: infinity
  CHECK(halfFromDouble(std::ldexp(1.0, -24)) == 1);
  CHECK(halfFromDouble(std::ldexp(1.0, -25)) == 0); // a tie goes to even
  CHECK(halfFromDouble(std::ldexp(1.5, -25)) == 1);
  CHECK(halfFromDouble(1.0 + std::ldexp(1.0, -11)) == 0x3C00);
  CHECK(halfFromDouble(1.0 + std::ldexp(3.0, -11)) == 0x3C02);
  CHECK(halfFromDouble(-0.0) == 0x8000);
  CHECK(halfFromDouble(std::nan("")) == 0x7E00);
}

TEST_CASE("every half float survives the way through double") {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    double value = doubleFromHalf(static_cast<uint16_t>(bits));
    if (!std::isnan(value))
      REQUIRE(halfFromDouble(value) == bits);
    float bfloat = floatFromBfloat(static_cast<uint16_t>(bits));
    if (!std::isnan(bfloat))
      REQUIRE(bfloatFromDouble(bfloat) == bits);
  }
}

// The processor's own conversion is the reference.
TEST_CASE("rounding to half agrees with the processor") {
  uint32_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 1664525 + 1013904223;
    float value = std::bit_cast<float>((state & 0x8FFFFFFF) | 0x30000000);
    REQUIRE(halfFromDouble(value) == std::bit_cast<uint16_t>(static_cast<_Float16>(value)));
  }
}
