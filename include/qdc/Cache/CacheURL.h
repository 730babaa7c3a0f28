//===- CacheURL.h - Where a cache's server is -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHEURL_H
#define QDC_CACHE_CACHEURL_H

#include "qdc/Support/Result.h"

#include <string>
#include <string_view>

namespace qdc {

/// "https://user:password@host:8080/path", taken apart.
struct CacheURL {
  std::string whole; // without a '/' at its end. It may have a password, so it is never shown
  std::string shown; // without user and password
  bool isEncrypted = false;
  bool isOfThisMachine = false; // by its name: localhost, 127.x.y.z or [::1]
  bool hasPassword = false;     // or a user
};

/// Whether a text is meant as a URL, and not as a folder: it has "://".
bool isURL(std::string_view text);

/// A text, without what may be a user and password of a URL in it, right or wrong.
std::string withoutPassword(std::string_view text);

/// Fails with ErrorCode::invalidArgument, saying what is accepted, unless `text` is http:// or https://, a host, and
/// perhaps a user, a password, a port and a path, in visible ASCII. The error shows no password.
Result<CacheURL> readCacheURL(std::string_view text);

} // namespace qdc

#endif // QDC_CACHE_CACHEURL_H
