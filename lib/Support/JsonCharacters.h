//===- JsonCharacters.h - Characters in strings of JSON ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_SUPPORT_JSONCHARACTERS_H
#define QDC_LIB_SUPPORT_JSONCHARACTERS_H

namespace qdc {

/// Whether a byte is a whole character that stands in a string as it is. JSON takes 0x7f as one.
constexpr bool isPlainInString(char byte) {
  const auto character = static_cast<unsigned char>(byte);
  return character >= 0x20 && character < 0x80 && character != '"' && character != '\\';
}

} // namespace qdc

#endif // QDC_LIB_SUPPORT_JSONCHARACTERS_H
