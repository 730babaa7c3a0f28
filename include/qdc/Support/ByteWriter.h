//===- ByteWriter.h - Builds little-endian bytes ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_BYTEWRITER_H
#define QDC_SUPPORT_BYTEWRITER_H

#include "qdc/Support/Bytes.h"

#include <cstdint>

namespace qdc {

/// Appends numbers, text and padding to a growing block of bytes.
class ByteWriter {
public:
  uint64_t size() const { return bytes.size(); }

  void u16(uint16_t value) { appendLittleEndian(value, 2); }
  void u32(uint32_t value) { appendLittleEndian(value, 4); }
  void u64(uint64_t value) { appendLittleEndian(value, 8); }
  void append(ByteSpan more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
  /// The text and a zero byte.
  void zeroTerminated(std::string_view text);
  /// Zero bytes until the size is a multiple of `alignment`, a power of two.
  void alignTo(uint64_t alignment);

  /// What was written; the writer is empty then.
  ByteVector take() { return std::move(bytes); }

private:
  void appendLittleEndian(uint64_t value, unsigned count);

  ByteVector bytes;
};

} // namespace qdc

#endif // QDC_SUPPORT_BYTEWRITER_H
