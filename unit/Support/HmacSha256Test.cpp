//===- HmacSha256Test.cpp - Tests of HmacSha256.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/HmacSha256.h"

#include <catch2/catch.hpp>

using namespace qdc;

static std::string hmac(const std::string &secret, const std::string &text) {
  return hmacSha256Hex(asBytes(secret), asBytes(text));
}

TEST_CASE("HMAC-SHA-256 of the test cases of RFC 4231") {
  CHECK(hmac(std::string(20, '\x0b'), "Hi There") ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(hmac("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(hmac(std::string(20, '\xaa'), std::string(50, '\xdd')) ==
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  std::string counting;
  for (char byte = 1; byte <= 25; ++byte)
    counting += byte;
  CHECK(hmac(counting, std::string(50, '\xcd')) == "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  CHECK(hmac(std::string(20, '\x0c'), "Test With Truncation").starts_with("a3b6167473100ee06e0c796c2955552b"));
  CHECK(hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First") ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  CHECK(hmac(std::string(131, '\xaa'),
             "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
             "hashed before being used by the HMAC algorithm.") ==
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST_CASE("a secret of one block is taken as it is, a longer one by its digest") {
  const std::string block(64, 's');
  CHECK(hmac(block, "text") != hmac(block + "s", "text"));
  CHECK(hmac("", "text") == hmac(std::string(64, '\0'), "text"));
}

TEST_CASE("signatures are the same if all of their digits are") {
  CHECK(isSameSignature("0123", "0123"));
  CHECK_FALSE(isSameSignature("0123", "0124"));
  CHECK_FALSE(isSameSignature("1123", "0123"));
  CHECK_FALSE(isSameSignature("0123", "012"));
  CHECK_FALSE(isSameSignature("", "0"));
}
