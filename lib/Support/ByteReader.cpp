//===- ByteReader.cpp - Bounds-checked reads of foreign bytes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/ByteReader.h"

#include <algorithm>

using namespace qdc;

template <typename T>
static std::optional<T> readLittleEndian(std::optional<ByteSpan> bytes) {
  if (!bytes)
    return std::nullopt;
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(value | static_cast<T>(std::to_integer<uint8_t>((*bytes)[i])) << (8 * i));
  return value;
}

std::optional<uint16_t> ByteReader::u16(uint64_t offset) const { return readLittleEndian<uint16_t>(slice(offset, 2)); }
std::optional<uint32_t> ByteReader::u32(uint64_t offset) const { return readLittleEndian<uint32_t>(slice(offset, 4)); }
std::optional<uint64_t> ByteReader::u64(uint64_t offset) const { return readLittleEndian<uint64_t>(slice(offset, 8)); }

std::optional<ByteSpan> ByteReader::slice(uint64_t offset, uint64_t size) const {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return std::nullopt;
  return bytes.subspan(offset, size);
}

std::optional<std::string_view> ByteReader::zeroTerminated(uint64_t offset) const {
  if (offset >= bytes.size())
    return std::nullopt;
  auto start = bytes.begin() + static_cast<ptrdiff_t>(offset);
  auto end = std::find(start, bytes.end(), std::byte{0});
  if (end == bytes.end())
    return std::nullopt;
  return asText(bytes.subspan(offset, static_cast<size_t>(end - start)));
}
