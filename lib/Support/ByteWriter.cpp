//===- ByteWriter.cpp - Builds little-endian bytes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/ByteWriter.h"

using namespace qdc;

void ByteWriter::zeroTerminated(std::string_view text) {
  append(asBytes(text));
  bytes.push_back(std::byte{0});
}

void ByteWriter::alignTo(uint64_t alignment) { bytes.resize((bytes.size() + alignment - 1) & ~(alignment - 1)); }

void ByteWriter::appendLittleEndian(uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}
