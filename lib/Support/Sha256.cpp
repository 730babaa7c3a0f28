//===- Sha256.cpp - The SHA-256 digest ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Sha256.h"

#include "Sha256Blocks.h"

#include <algorithm>

using namespace qdc;

/// The fastest that there is here. To ask a processor takes microseconds where it is a virtual one.
static Sha256Compress compressor() {
  static const Sha256Compress special = compressByProcessor();
  return special ? special : compressPortably;
}

Sha256::Sha256() : state(initialSha256State()), pending{} {}

void Sha256::update(ByteSpan bytes) {
  const Sha256Compress compress = compressor();
  size_t filled = total % pending.size();
  total += bytes.size();
  if (filled > 0) {
    size_t taken = std::min(bytes.size(), pending.size() - filled);
    std::copy_n(bytes.begin(), taken, pending.begin() + static_cast<ptrdiff_t>(filled));
    bytes = bytes.subspan(taken);
    if (filled + taken < pending.size())
      return;
    compress(state, pending.data(), 1);
  }
  const size_t blocks = bytes.size() / pending.size();
  compress(state, bytes.data(), blocks);
  bytes = bytes.subspan(blocks * pending.size());
  std::copy(bytes.begin(), bytes.end(), pending.begin());
}

std::array<std::byte, 32> Sha256::finishBytes() {
  uint64_t bits = total * 8;
  const std::byte mark{0x80}, zero{0};
  update({&mark, 1});
  while (total % 64 != 56)
    update({&zero, 1});
  std::array<std::byte, 8> length;
  for (size_t i = 0; i < 8; ++i)
    length[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  update(length);

  std::array<std::byte, 32> digest;
  for (size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::byte>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string Sha256::finish() {
  std::string hex;
  for (std::byte byte : finishBytes())
    for (int shift : {4, 0})
      hex += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> shift & 15];
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
