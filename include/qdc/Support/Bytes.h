//===- Bytes.h - Views of raw memory ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_BYTES_H
#define QDC_SUPPORT_BYTES_H

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace qdc {

/// Bytes that somebody else owns.
using ByteSpan = std::span<const std::byte>;
using ByteVector = std::vector<std::byte>;

/// The bytes of a text, and a text's view of bytes. Neither copies.
inline ByteSpan asBytes(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }
inline std::string_view asText(ByteSpan bytes) { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }

} // namespace qdc

#endif // QDC_SUPPORT_BYTES_H
