//===- HmacSha256.h - Who wrote some bytes ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_HMACSHA256_H
#define QDC_SUPPORT_HMACSHA256_H

#include "qdc/Support/Bytes.h"

#include <string>

namespace qdc {

/// HMAC-SHA-256 of bytes by a secret (RFC 2104, FIPS 198-1), 64 lower-case hexadecimal digits: who does not know the
/// secret cannot make it. A secret has any length; what it has beyond 32 random bytes makes it no better.
std::string hmacSha256Hex(ByteSpan secret, ByteSpan bytes);

/// Whether two signatures are the same, in a time that does not tell where they differ.
bool isSameSignature(std::string_view left, std::string_view right);

} // namespace qdc

#endif // QDC_SUPPORT_HMACSHA256_H
