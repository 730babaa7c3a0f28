//===- Sha256Blocks.h - The compression function of SHA-256 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FIPS 180-4, 6.2.2: the state of a digest after further blocks of 64 bytes.
// Instructions of the processor do it six times as fast as plain C++, and give
// the same.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_SUPPORT_SHA256BLOCKS_H
#define QDC_LIB_SUPPORT_SHA256BLOCKS_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace qdc {

using Sha256State = std::array<uint32_t, 8>;
/// Adds `count` blocks to the state.
using Sha256Compress = void (*)(Sha256State &state, const std::byte *blocks, size_t count);

/// Before the first block.
Sha256State initialSha256State();

/// On any processor.
void compressPortably(Sha256State &state, const std::byte *blocks, size_t count);

/// By instructions of this processor; NULL: it has none for this.
Sha256Compress compressByProcessor();

} // namespace qdc

#endif // QDC_LIB_SUPPORT_SHA256BLOCKS_H
