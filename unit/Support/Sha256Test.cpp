//===- Sha256Test.cpp - Tests of Sha256.h ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("SHA-256 of the public FIPS 180 examples") {
  CHECK(sha256Hex({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256Hex(asBytes("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256Hex(asBytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256Hex(asBytes(std::string(1000000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("pieces of any length give the digest of the whole") {
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += static_cast<char>(i * 7);
  for (size_t piece = 1; piece <= 130; ++piece) {
    Sha256 digest;
    for (size_t at = 0; at < text.size(); at += piece)
      digest.update(asBytes(std::string_view(text).substr(at, piece)));
    REQUIRE(digest.finish() == sha256Hex(asBytes(text)));
  }
}

TEST_CASE("a digest is 64 lower-case hexadecimal digits") {
  CHECK(isSha256Hex(sha256Hex({})));
  CHECK_FALSE(isSha256Hex(""));
  CHECK_FALSE(isSha256Hex(std::string(63, '0')));
  CHECK_FALSE(isSha256Hex(std::string(64, 'A')));
}
