//===- Sha256.h - The SHA-256 digest ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SHA-256 as FIPS 180-4 defines it. Detects damaged files and names sources;
// HmacSha256.h tells who wrote something.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_SHA256_H
#define QDC_SUPPORT_SHA256_H

#include "qdc/Support/Bytes.h"

#include <array>
#include <cstdint>
#include <string>

namespace qdc {

/// Digests bytes that come in pieces.
class Sha256 {
public:
  Sha256();

  void update(ByteSpan bytes);
  /// The digest of all updates. Call one of these once, last.
  std::array<std::byte, 32> finishBytes();
  /// As 64 lower-case hexadecimal digits.
  std::string finish();

private:
  std::array<uint32_t, 8> state;
  std::array<std::byte, 64> pending; // the first `total % 64` are filled
  uint64_t total = 0;                // bytes so far
};

/// The digest of one piece, as Sha256::finish gives it.
std::string sha256Hex(ByteSpan bytes);

/// True for 64 lower-case hexadecimal digits.
bool isSha256Hex(std::string_view text);

} // namespace qdc

#endif // QDC_SUPPORT_SHA256_H
