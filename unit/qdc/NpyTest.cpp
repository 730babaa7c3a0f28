//===- NpyTest.cpp - NumPy's array files ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/Npy.h"

#include "qdc/Support/Bytes.h"

#include <catch2/catch.hpp>

using namespace qdc;

using Shape = std::vector<int64_t>;

/// A file with the given header; the length field is right unless given.
static ByteVector file(const std::string &header, const std::string &data, int version = 1) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    text += static_cast<char>(header.size() >> 8 * i & 255);
  ByteSpan bytes = asBytes(text += header + data);
  return {bytes.begin(), bytes.end()};
}

static std::string failure(const ByteVector &bytes) {
  Result<NpyArray> array = parseNpy(bytes);
  REQUIRE_FALSE(array.ok());
  return array.error().message;
}

TEST_CASE("what is written reads back, whatever the shape") {
  for (const Shape &shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{0, 5}, Shape{1, 1, 1, 1, 1, 1, 1, 2}}) {
    size_t count = 4;
    for (int64_t extent : shape)
      count *= static_cast<size_t>(extent);
    ByteVector data(count, std::byte{7});
    ByteVector bytes = npyBytes("<f4", shape, data);
    CHECK((bytes.size() - data.size()) % 64 == 0);
    Result<NpyArray> array = parseNpy(bytes);
    REQUIRE(array.ok());
    CHECK(array->descr == "<f4");
    CHECK(array->shape == shape);
    CHECK(array->data == data);
  }
}

TEST_CASE("headers are read as NumPy writes them, in any order") {
  Result<NpyArray> array = parseNpy(file("{'shape': (2,), \"fortran_order\": False, 'descr': '|u1'}   \n", "ab"));
  REQUIRE(array.ok());
  CHECK(array->shape == Shape{2});
  CHECK(parseNpy(file("{'descr': '<i2', 'fortran_order': False, 'shape': (), }\n", "ab", 2)).ok());
  // One axis has only one order.
  CHECK(parseNpy(file("{'descr': '<i2', 'fortran_order': True, 'shape': (1,), }\n", "ab")).ok());
}

TEST_CASE("each kind of bad file has its message") {
  CHECK(failure({}) == "is not an .npy file: it does not start with '\\x93NUMPY'");
  CHECK(failure(file("{}", "", 9)) == "has .npy version 9: expected 1, 2 or 3");
  ByteVector cut = file("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", "");
  cut.resize(20);
  CHECK(failure(cut) == "ends within its .npy header");
  const std::string header =
      "has an .npy header that is not a dictionary of a simple 'descr', 'fortran_order' and 'shape'";
  CHECK(failure(file("{'descr': '<f4'}", "")) == header);
  CHECK(failure(file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "")) == header);
  CHECK(failure(file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "")) == header);
  CHECK(failure(file("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "")) == header);
  CHECK(failure(file("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "abcd")) ==
        "has elements of type '>f4': expected little-endian ones, as '<f4'");
  CHECK(failure(file("{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}", "")) ==
        "has elements of type '<c16': expected booleans, integers or floats of 1, 2, 4 or 8 bytes");
  CHECK(failure(file("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1)}", "abcd")) ==
        "is in Fortran order: expected C order, as numpy.ascontiguousarray gives");
  CHECK(failure(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "abcd")) ==
        "holds 4 bytes of elements: its shape needs 8");
  CHECK(failure(file("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "")) ==
        "has a shape of more than 2^63 - 1 bytes");
}

TEST_CASE("element types map to NumPy's, bf16 to two bytes") {
  CHECK(npyDescr(QDRT_F32, false) == "<f4");
  CHECK(npyDescr(QDRT_I8, true) == "|u1");
  CHECK(npyDescr(QDRT_BF16, true) == "<u2");
  CHECK(npyHolds("|V2", QDRT_BF16));
  CHECK(npyHolds("<u8", QDRT_I64));
  CHECK_FALSE(npyHolds("<u8", QDRT_INDEX));
  CHECK_FALSE(npyHolds("<f8", QDRT_F32));
  CHECK(npyAccepted(QDRT_I32) == "'<i4' or '<u4'");
}
