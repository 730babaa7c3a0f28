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
  CHECK(roundTrip("0x0ff", QDRT_I8, true) == "255");
  CHECK(roundTrip("+127", QDRT_I8) == "127");
  CHECK(roundTrip("-0", QDRT_I8, true) == "0");
  CHECK(roundTrip("0x1ff", QDRT_I8) == "'0x1ff' has more than the 8 bits of i8");
  CHECK(roundTrip("0x10000000000000000", QDRT_INDEX) == "'0x10000000000000000' has more than the 64 bits of index");
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
  CHECK(roundTrip("1,5", QDRT_F32) ==
        "'1,5' is no number: expected one such as '2.5', '-1e-4', '0x10', 'inf' or 'nan'");
}

TEST_CASE("no finite float becomes infinite, and none but zero becomes zero") {
  auto refusal = [](const char *text, const char *type, const char *range) {
    return "'" + std::string(text) + "' is not a number that " + type + " holds: expected 0, or from " + range +
           " with either sign, 'inf' or 'nan'";
  };
  for (const char *text : {"65520", "-1e9", "1e-9", "1e999", "0x10000", "0x1p-25", "-0x1p999"})
    CHECK(roundTrip(text, QDRT_F16) == refusal(text, "f16", "5.9604645e-08 to 65504"));
  for (const char *text : {"3.4e38", "-1e39", "1e-50", "0x1p128"})
    CHECK(roundTrip(text, QDRT_BF16) == refusal(text, "bf16", "9.1835e-41 to 3.3895314e+38"));
  for (const char *text : {"1e39", "1e-50", "1e999", "0x1p128", "0x1p-150"})
    CHECK(roundTrip(text, QDRT_F32) == refusal(text, "f32", "1e-45 to 3.4028235e+38"));
  for (const char *text : {"1e999", "-1e-999", "0x1p1024", "0x1p-1075", "0x1p99999999999999999999"})
    CHECK(roundTrip(text, QDRT_F64) == refusal(text, "f64", "5e-324 to 1.7976931348623157e+308"));
  CHECK(roundTrip("65519", QDRT_F16) == "65504");
  CHECK(roundTrip("6e-8", QDRT_F16) == "5.9604645e-08");
  CHECK(roundTrip("-0.0", QDRT_F16) == "-0");
  CHECK(roundTrip("inf", QDRT_F16) == "inf");
  CHECK(roundTrip("-inf", QDRT_BF16) == "-inf");
  CHECK(roundTrip("nan", QDRT_BF16) == "nan");
}

TEST_CASE("hexadecimal floats are those of C, and exact") {
  for (qdrt_type type : {QDRT_F16, QDRT_BF16, QDRT_F32, QDRT_F64}) {
    CHECK(roundTrip("0x10", type) == "16");
    CHECK(roundTrip("0XfF", type) == "255");
    CHECK(roundTrip("-0x1.8p-3", type) == "-0.1875");
    CHECK(roundTrip("+0x.8P+1", type) == "1");
    CHECK(roundTrip("0x0", type) == "0");
    CHECK(roundTrip("-0x0.0p5", type) == "-0");
    CHECK(roundTrip("0x000001000", type) == "4096");
    for (const char *text : {"0x", "0xg", "0x1p", "0x1p+-1", "0x1.2.3", "0xinf", "0xnan", "0x 1", "-0x-1", "0x.",
                             "0xp1", "0x1p3.0", "00x1"})
      CHECK(roundTrip(text, type) ==
            "'" + std::string(text) + "' is no number: expected one such as " +
                (std::string(text) == "00x1" ? "'2.5', '-1e-4', '0x10', 'inf' or 'nan'" : "'0x10' or '0x1.8p-3'"));
  }
  auto refusal = [](const char *text, const char *type) {
    return "'" + std::string(text) + "' has more digits than " + type +
           " holds, and hexadecimal numbers are not rounded: expected fewer, or a decimal number";
  };
  CHECK(roundTrip("0x7ff", QDRT_F16) == "2047");
  CHECK(roundTrip("0x801", QDRT_F16) == refusal("0x801", "f16"));
  CHECK(roundTrip("0x1p-24", QDRT_F16) == "5.9604645e-08");
  CHECK(roundTrip("0x1.8p-24", QDRT_F16) == refusal("0x1.8p-24", "f16"));
  CHECK(roundTrip("0xff", QDRT_BF16) == "255");
  CHECK(roundTrip("0x1ff", QDRT_BF16) == refusal("0x1ff", "bf16"));
  CHECK(roundTrip("0xffffff", QDRT_F32) == "16777215");
  CHECK(roundTrip("0x1000001", QDRT_F32) == refusal("0x1000001", "f32"));
  CHECK(roundTrip("0x1.8p-149", QDRT_F32) == refusal("0x1.8p-149", "f32"));
  CHECK(roundTrip("0x1fffffffffffff", QDRT_F64) == "9007199254740991");
  CHECK(roundTrip("0x20000000000001", QDRT_F64) == refusal("0x20000000000001", "f64"));
  CHECK(roundTrip("0x10000000000000000000000000000001", QDRT_F64) ==
        refusal("0x10000000000000000000000000000001", "f64"));
  CHECK(roundTrip("0x1.8p-1074", QDRT_F64) == refusal("0x1.8p-1074", "f64"));
  CHECK(roundTrip("0x1p-1074", QDRT_F64) == "5e-324");
}

TEST_CASE("words and signs are numbers of the types that have them") {
  for (qdrt_type type : {QDRT_F16, QDRT_BF16, QDRT_F32, QDRT_F64}) {
    for (const char *text : {"inf", "+inf", "INF", "infinity"})
      CHECK(roundTrip(text, type) == "inf");
    for (const char *text : {"nan", "-nan", "NaN"})
      CHECK(roundTrip(text, type) == "nan");
    CHECK(roundTrip("-3", type) == "-3");
    CHECK(roundTrip(".5", type) == "0.5");
    CHECK(roundTrip("5.", type) == "5");
    for (const char *text : {"", "+", "-", "true", "false", "++1", "+-1", "1 ", " 1", "1e", "1f", "i", "-true"})
      CHECK(roundTrip(text, type) ==
            "'" + std::string(text) + "' is no number: expected one such as '2.5', '-1e-4', '0x10', 'inf' or 'nan'");
  }
  for (qdrt_type type : {QDRT_I8, QDRT_I16, QDRT_I32, QDRT_I64, QDRT_INDEX}) {
    CHECK(roundTrip("+5", type) == "5");
    CHECK(roundTrip("-3", type) == "-3");
    CHECK(roundTrip("0x10", type) == "16");
    for (const char *text : {"inf", "nan", "1e-4", "1e2", "true", "", "+", "-", "++1", "+-1", "1 ", "5."}) {
      INFO(text);
      CHECK(roundTrip(text, type).starts_with("'" + std::string(text) + "' is not a whole number from -"));
      CHECK(roundTrip(text, type, true).starts_with("'" + std::string(text) + "' is not a whole number from "));
    }
    for (const char *text : {"0x", "0xg", "-0x", "0x1p3", "0x1.8"})
      CHECK(roundTrip(text, type) ==
            "'" + std::string(text) + "' is no whole number: expected bits, as in '0xff', or a decimal number");
    CHECK(roundTrip("+0x1", type).starts_with("'+0x1' has a sign"));
  }
  for (const char *text : {"0x1", "-1", "+1", "True", "inf", "", "1.0"})
    CHECK(roundTrip(text, QDRT_I1) == "'" + std::string(text) + "' is not 0, 1, 'true' or 'false'");
}

static std::string countedText(uint64_t number, qdrt_type type, bool isUnsigned = false) {
  qdrt_scalar element = countElement(number, type);
  return elementText(&element.bits, type, isUnsigned);
}

TEST_CASE("types count as far as they are exact") {
  CHECK(largestCount(QDRT_I1, false) == 1);
  CHECK(countedText(1, QDRT_I1) == "true");
  for (qdrt_type type : {QDRT_I8, QDRT_I16, QDRT_I32, QDRT_I64, QDRT_INDEX, QDRT_F16, QDRT_BF16, QDRT_F32, QDRT_F64})
    for (bool isUnsigned : {false, true}) {
      uint64_t largest = largestCount(type, isUnsigned);
      if (isFloat(type)) {
        qdrt_scalar last = countElement(largest, type), next = countElement(largest + 1, type);
        CHECK(last.bits == next.bits); // rounds to even
        CHECK(countElement(largest - 1, type).bits != last.bits);
      } else {
        CHECK(countedText(largest, type, isUnsigned) == std::to_string(largest));
        CHECK(!parseElement(std::to_string(largest) + "0", type, isUnsigned));
      }
    }
  CHECK(largestCount(QDRT_I8, false) == 127);
  CHECK(largestCount(QDRT_I64, true) == UINT64_MAX);
  CHECK(largestCount(QDRT_BF16, false) == 256);
}

static std::string randomText(uint64_t seed, uint64_t index, qdrt_type type, bool isUnsigned = false) {
  qdrt_scalar element = randomElement(seed, index, type);
  return elementText(&element.bits, type, isUnsigned);
}

// Made from the first two known answers of Random123, 6627e8d5 and e169c58d, by Python.
TEST_CASE("random elements are bits of the words of qd.random") {
  CHECK(randomText(0, 0, QDRT_F32) == "0.39904642");
  CHECK(randomText(0, 0, QDRT_F64) == "0.8805201978886142");
  CHECK(randomText(0, 0, QDRT_F16) == "0.39892578");
  CHECK(randomText(0, 0, QDRT_BF16) == "0.3984375");
  CHECK(randomText(0, 0, QDRT_I1) == "true");
  CHECK(randomText(0, 0, QDRT_I8) == "-43");
  CHECK(randomText(0, 0, QDRT_I16, true) == "59605");
  CHECK(randomText(0, 0, QDRT_I32) == "1713891541");
  CHECK(randomText(0, 0, QDRT_I64) == "-2204013331526194987");
  CHECK(randomText(0, 0, QDRT_INDEX) == "-2204013331526194987");
}

TEST_CASE("random floats are below 1, and reach both ends") {
  for (qdrt_type type : {QDRT_F16, QDRT_BF16, QDRT_F32, QDRT_F64}) {
    double least = 1, most = 0, sum = 0;
    for (uint64_t index = 0; index < 10000; ++index) {
      double value = std::stod(randomText(3, index, type));
      least = std::min(least, value);
      most = std::max(most, value);
      sum += value;
    }
    CHECK((least >= 0 && least < 0.001));
    CHECK((most < 1 && most > 0.995));
    CHECK((sum > 4900 && sum < 5100));
  }
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
