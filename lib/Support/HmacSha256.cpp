//===- HmacSha256.cpp - Who wrote some bytes ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/HmacSha256.h"

#include "qdc/Support/Sha256.h"

#include <algorithm>

using namespace qdc;

using Block = std::array<std::byte, 64>; // what SHA-256 takes at a time

/// A digest that has begun with the secret, each of its bytes changed by `pad`.
static Sha256 beginWith(const Block &secret, std::byte pad) {
  Block padded = secret;
  for (std::byte &byte : padded)
    byte ^= pad;
  Sha256 digest;
  digest.update(padded);
  return digest;
}

std::string qdc::hmacSha256Hex(ByteSpan secret, ByteSpan bytes) {
  Block block{};
  if (secret.size() > block.size()) {
    Sha256 shortened;
    shortened.update(secret);
    std::ranges::copy(shortened.finishBytes(), block.begin());
  } else {
    std::ranges::copy(secret, block.begin());
  }
  Sha256 inner = beginWith(block, std::byte{0x36});
  inner.update(bytes);
  Sha256 outer = beginWith(block, std::byte{0x5c});
  outer.update(inner.finishBytes());
  return outer.finish();
}

bool qdc::isSameSignature(std::string_view left, std::string_view right) {
  unsigned difference = left.size() != right.size();
  for (size_t i = 0; i < std::min(left.size(), right.size()); ++i)
    difference |= static_cast<unsigned>(left[i] ^ right[i]);
  return difference == 0;
}
