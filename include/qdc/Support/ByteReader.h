//===- ByteReader.h - Bounds-checked reads of foreign bytes -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads little-endian numbers, slices and strings at offsets that the bytes
// themselves may have named. A read that does not lie wholly inside the bytes
// gives nothing; no offset or size can make it look outside, and none needs to
// be aligned. The bytes belong to the caller and must outlive what is read.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_BYTEREADER_H
#define QDC_SUPPORT_BYTEREADER_H

#include "qdc/Support/Bytes.h"

#include <cstdint>
#include <optional>

namespace qdc {

class ByteReader {
public:
  explicit ByteReader(ByteSpan bytes) : bytes(bytes) {}

  uint64_t size() const { return bytes.size(); }

  std::optional<uint16_t> u16(uint64_t offset) const;
  std::optional<uint32_t> u32(uint64_t offset) const;
  std::optional<uint64_t> u64(uint64_t offset) const;

  /// The `size` bytes from `offset` on; an empty slice may start at the end.
  std::optional<ByteSpan> slice(uint64_t offset, uint64_t size) const;

  /// The text from `offset` to before the next zero byte, which must exist.
  std::optional<std::string_view> zeroTerminated(uint64_t offset) const;

private:
  ByteSpan bytes;
};

} // namespace qdc

#endif // QDC_SUPPORT_BYTEREADER_H
