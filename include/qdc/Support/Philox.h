//===- Philox.h - Philox4x32-10 ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32 with ten rounds, as in Salmon, Moraes, Dror and Shaw, "Parallel
// random numbers: as easy as 1, 2, 3" (SC 2011). qd.random becomes the same
// arithmetic in kernels (lib/Lowering/Common/Random.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_PHILOX_H
#define QDC_SUPPORT_PHILOX_H

#include <array>
#include <cstdint>

namespace qdc {

inline constexpr unsigned kPhiloxRounds = 10;
inline constexpr std::array<uint32_t, 2> kPhiloxMultipliers = {0xD2511F53, 0xCD9E8D57};
inline constexpr std::array<uint32_t, 2> kPhiloxKeyIncrements = {0x9E3779B9, 0xBB67AE85};

/// Four random words, a pure function of counter and key.
constexpr std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (unsigned round = 0; round < kPhiloxRounds; ++round) {
    const uint64_t first = uint64_t{kPhiloxMultipliers[0]} * counter[0];
    const uint64_t second = uint64_t{kPhiloxMultipliers[1]} * counter[2];
    counter = {static_cast<uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(second),
               static_cast<uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(first)};
    for (unsigned word = 0; word < 2; ++word)
      key[word] += kPhiloxKeyIncrements[word];
  }
  return counter;
}

/// What `qd.random %key, %counter` gives: the low half of each is the first word.
constexpr std::array<uint32_t, 4> randomWords(uint64_t key, uint64_t counter) {
  return philox4x32({static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0, 0},
                    {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)});
}

} // namespace qdc

#endif // QDC_SUPPORT_PHILOX_H
