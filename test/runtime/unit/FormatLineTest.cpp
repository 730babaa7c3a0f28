//===- FormatLineTest.cpp - Tests of Runtime/FormatLine.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/FormatLine.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;
using qdc::ElementType;

static std::string format(std::string_view text, std::vector<ElementType> types, std::vector<uint64_t> values) {
  return formatLine(text, types, values);
}

TEST_CASE("placeholders take the values in order") {
  CHECK(format("plain", {}, {}) == "plain");
  CHECK(format("{}{} and {", {ElementType::i32, ElementType::i32}, {1, 2}) == "12 and {");
  CHECK(format("{} {}", {ElementType::i32}, {1}) == "1 {}");
}

TEST_CASE("integers are signed; bytes beyond their type do not count") {
  CHECK(format("{}", {ElementType::i1}, {0xff01}) == "1");
  CHECK(format("{}", {ElementType::i8}, {0x12ff}) == "-1");
  CHECK(format("{}", {ElementType::i16}, {0x8000}) == "-32768");
  CHECK(format("{}", {ElementType::i32}, {0x7fffffff}) == "2147483647");
  CHECK(format("{}", {ElementType::i64}, {uint64_t{1} << 63}) == "-9223372036854775808");
  CHECK(format("{}", {ElementType::index}, {42}) == "42");
}

TEST_CASE("floats have the fewest digits that read back as the same") {
  CHECK(format("{}", {ElementType::f32}, {0x3dcccccd}) == "0.1");
  CHECK(format("{}", {ElementType::f64}, {0x3fb999999999999a}) == "0.1");
  CHECK(format("{}", {ElementType::f32}, {0x7f800000}) == "inf");
  CHECK(format("{}", {ElementType::f32}, {0xff800000}) == "-inf");
  CHECK(format("{}", {ElementType::f32}, {0x7fc00000}) == "nan");
  CHECK(format("{}", {ElementType::bf16}, {0x3f80}) == "1");
  CHECK(format("{}", {ElementType::f16}, {0x3c00}) == "1");
  CHECK(format("{}", {ElementType::f16}, {0xc000}) == "-2");
  CHECK(format("{}", {ElementType::f16}, {0x7bff}) == "65504");
  CHECK(format("{}", {ElementType::f16}, {0x0001}) == "5.9604645e-08");
  CHECK(format("{}", {ElementType::f16}, {0x0400}) == "6.1035156e-05");
  CHECK(format("{}", {ElementType::f16}, {0x7c00}) == "inf");
  CHECK(format("{}", {ElementType::f16}, {0x7e00}) == "nan");
}

TEST_CASE("in the text of a check braces may stand for themselves") {
  auto check = [](std::string_view text, std::vector<uint64_t> values) {
    return formatCheck(text, std::vector(values.size(), ElementType::i32), values);
  };
  CHECK(check("plain {{}", {}) == "plain {}");
  CHECK(check("a {{} at ({}, {})", {1, 2}) == "a {} at (1, 2)");
  CHECK(check("{} {}", {1}) == "1 {}");
}
