//===- Sha256Blocks.cpp - The compression function of SHA-256 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Sha256Blocks.h"

#include <bit>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

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

constexpr Sha256State initialState() {
  Sha256State state{};
  for (size_t i = 0; i < state.size(); ++i)
    state[i] = static_cast<uint32_t>(integerRoot(static_cast<Wide>(firstPrimes()[i]) << 64, 2));
  return state;
}

constexpr std::array<uint32_t, 64> kRoundConstants = roundConstants();
constexpr Sha256State kInitialState = initialState();
} // namespace

Sha256State qdc::initialSha256State() { return kInitialState; }

static void compressBlock(Sha256State &state, const std::byte *block) {
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

void qdc::compressPortably(Sha256State &state, const std::byte *blocks, size_t count) {
  for (; count > 0; --count, blocks += 64)
    compressBlock(state, blocks);
}

#if defined(__x86_64__)
/// Four rounds at a time. The instructions want the state as (a, b, e, f) and (c, d, g, h), the first in the highest
/// lane, and of the schedule the words to come, with the round's constants added, from the lowest lane on.
[[gnu::target("sha,sse4.1")]] static void compressBySha(Sha256State &state, const std::byte *blocks, size_t count) {
  auto lanes = [](uint32_t w, uint32_t x, uint32_t y, uint32_t z) {
    return _mm_set_epi32(static_cast<int>(w), static_cast<int>(x), static_cast<int>(y), static_cast<int>(z));
  };
  auto load = [](const void *from) { return _mm_loadu_si128(static_cast<const __m128i *>(from)); };
  const __m128i bigEndian = lanes(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203);
  auto [a, b, c, d, e, f, g, h] = state;
  __m128i abef = lanes(a, b, e, f), cdgh = lanes(c, d, g, h);
  for (; count > 0; --count, blocks += 64) {
    const __m128i abefBefore = abef, cdghBefore = cdgh;
    __m128i schedule[4]; // the last 16 words
    for (size_t first = 0; first < 16; first += 4)
      for (size_t group = 0; group < 4; ++group) {
        __m128i &words = schedule[group];
        if (first == 0) {
          words = _mm_shuffle_epi8(load(blocks + 16 * group), bigEndian);
        } else {
          const __m128i last = schedule[(group + 3) % 4];
          words = _mm_sha256msg1_epu32(words, schedule[(group + 1) % 4]);
          words = _mm_add_epi32(words, _mm_alignr_epi8(last, schedule[(group + 2) % 4], 4));
          words = _mm_sha256msg2_epu32(words, last);
        }
        const __m128i added = _mm_add_epi32(words, load(&kRoundConstants[4 * (first + group)]));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_unpackhi_epi64(added, added));
      }
    abef = _mm_add_epi32(abef, abefBefore);
    cdgh = _mm_add_epi32(cdgh, cdghBefore);
  }
  std::array<uint32_t, 4> feba, hgdc;
  _mm_storeu_si128(reinterpret_cast<__m128i *>(feba.data()), abef);
  _mm_storeu_si128(reinterpret_cast<__m128i *>(hgdc.data()), cdgh);
  state = {feba[3], feba[2], hgdc[3], hgdc[2], feba[1], feba[0], hgdc[1], hgdc[0]};
}
#endif

Sha256Compress qdc::compressByProcessor() {
#if defined(__x86_64__)
  unsigned eax, ebx, ecx, edx;
  const bool hasVectors = __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_SSSE3) && (ecx & bit_SSE4_1);
  if (hasVectors && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & bit_SHA))
    return compressBySha;
#endif
  return nullptr;
}
