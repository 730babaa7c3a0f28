//===- Sha256.cpp - The SHA-256 digest ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

using namespace qdc;

// The constants of FIPS 180-4 (4.2.2, 5.3.3) are the first 32 bits of the
// fractional parts of roots of primes. Computing them leaves no table to
// mistype.
namespace {
using Wide = unsigned __int128;

constexpr std::array<uint32_t, 64> firstPrimes() {
  std::array<uint32_t, 64> primes{};
  uint32_t candidate = 2;
  for (uint32_t &prime : primes) {
    for (bool composite = true; composite; ++candidate) {
      composite = false;
      for (uint32_t divisor = 2; divisor * divisor <= candidate; ++divisor)
        composite |= candidate % divisor == 0;
      prime = candidate;
    }
  }
  return primes;
}

/// floor(root(radicand)), of degree 2 or 3, below 2^36.
constexpr uint64_t integerRoot(Wide radicand, unsigned degree) {
  uint64_t root = 0;
  for (int bit = 35; bit >= 0; --bit) {
    Wide next = root | uint64_t{1} << bit;
    if ((degree == 2 ? next * next : next * next * next) <= radicand)
      root = static_cast<uint64_t>(next);
  }
  return root;
}

constexpr std::array<uint32_t, 64> roundConstants() {
  std::array<uint32_t, 64> constants = firstPrimes();
  for (uint32_t &constant : constants)
    constant = static_cast<uint32_t>(integerRoot(static_cast<Wide>(constant) << 96, 3));
  return constants;
}

constexpr std::array<uint32_t, 8> initialState() {
  std::array<uint32_t, 8> state{};
  for (size_t i = 0; i < state.size(); ++i)
    state[i] = static_cast<uint32_t>(integerRoot(static_cast<Wide>(firstPrimes()[i]) << 64, 2));
  return state;
}

constexpr std::array<uint32_t, 64> kRoundConstants = roundConstants();
constexpr std::array<uint32_t, 8> kInitialState = initialState();
} // namespace

Sha256::Sha256() : state(kInitialState), pending{} {}

void Sha256::compress(const std::byte *block) {
  std::array<uint32_t, 64> schedule;
  for (size_t i = 0; i < 16; ++i) {
    uint32_t word = 0;
    for (size_t j = 0; j < 4; ++j)
      word = word << 8 | std::to_integer<uint32_t>(block[4 * i + j]);
    schedule[i] = word;
  }
  for (size_t i = 16; i < 64; ++i) {
    uint32_t early = schedule[i - 15], late = schedule[i - 2];
    uint32_t sigma0 = std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3;
    uint32_t sigma1 = std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10;
    schedule[i] = schedule[i - 16] + sigma0 + schedule[i - 7] + sigma1;
  }

  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; ++i) {
    uint32_t choose = (e & f) ^ (~e & g);
    uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    uint32_t t1 =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choose + kRoundConstants[i] + schedule[i];
    uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < 8; ++i)
    state[i] += added[i];
}

void Sha256::update(ByteSpan bytes) {
  size_t filled = total % pending.size();
  total += bytes.size();
  if (filled > 0) {
    size_t taken = std::min(bytes.size(), pending.size() - filled);
    std::copy_n(bytes.begin(), taken, pending.begin() + static_cast<ptrdiff_t>(filled));
    bytes = bytes.subspan(taken);
    if (filled + taken < pending.size())
      return;
    compress(pending.data());
  }
  for (; bytes.size() >= pending.size(); bytes = bytes.subspan(pending.size()))
    compress(bytes.data());
  std::copy(bytes.begin(), bytes.end(), pending.begin());
}

std::string Sha256::finish() {
  uint64_t bits = total * 8;
  const std::byte mark{0x80}, zero{0};
  update({&mark, 1});
  while (total % 64 != 56)
    update({&zero, 1});
  std::array<std::byte, 8> length;
  for (size_t i = 0; i < 8; ++i)
    length[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  update(length);

  std::string hex;
  for (uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4)
      hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

std::string qdc::sha256Hex(ByteSpan bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.finish();
}

bool qdc::isSha256Hex(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}
