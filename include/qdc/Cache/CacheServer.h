//===- CacheServer.h - Content by key, on a server --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry of a key is `URL/<2 hex>/<62 hex>` of a plain HTTP server, which is
// asked by GET and HEAD and given entries by PUT; any server of files with PUT is
// one. What it answers is not trusted: entries are checked, and who can change
// them decides what readers get unless they are signed.
//
// Every transfer ends in a known time (HTTP/HTTPClient.h), and after the first that
// fails the server is not asked again. There is no limit for all of them together:
// a server that is just fast enough costs that time for each.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CACHE_CACHESERVER_H
#define QDC_CACHE_CACHESERVER_H

#include "qdc/Cache/CachePlace.h"
#include "qdc/Cache/CacheURL.h"

#include <memory>
#include <string>

namespace qdc {

/// How a server is asked. Nothing of it but `url.shown` is ever part of a message.
struct CacheServerAccess {
  CacheURL url;
  std::string token;        // sent with each request, as "Authorization: Bearer"; empty: none
  std::string secret;       // entries are signed by it, and no others are taken; empty: they are not
  std::string certificates; // the file of the authorities that https trusts; empty: those of the system
};

/// Fails with ErrorCode::invalidArgument where the access is none: a token that no header can hold, or that goes with a
/// password, and either of them where others can read it on the way.
Status checkCacheServer(const CacheServerAccess &access);

/// A server's entries. libcurl is loaded when the server is first asked. One thread at a time uses it.
class CacheServer final : public CachePlace {
public:
  /// `access` passed checkCacheServer.
  explicit CacheServer(CacheServerAccess access);
  ~CacheServer() override;

  std::string entry(const std::string &key) const override;

  /// Also fails with ErrorCode::inputOutput where the server cannot be reached, breaks off, or answers neither with the
  /// entry nor that there is none; it is then not asked again, and everything fails with the same error. Fails with
  /// ErrorCode::toolMissing where there is no libcurl.
  Result<std::optional<ByteVector>> read(const std::string &key) const override;

  /// What is refused once, for another reason than its size, is not tried again: writing then fails with the same
  /// error. Fails with ErrorCode::toolMissing where there is no libcurl.
  Status write(const std::string &key, ByteSpan content) const override;

  /// Tells what is there by its size, unless `isWrong`: writes where there is none of this size, or the server does not
  /// say, and fails also where the server takes it and does not have it then, or answers neither that there is one nor
  /// that there is none.
  Status provide(const std::string &key, ByteSpan content, bool isWrong) const override;

  /// Whether the server is asked still, and given entries still.
  bool isAsked() const;
  bool takesEntries() const;

private:
  Result<bool> hasEntry(const std::string &key, uint64_t bytes, bool otherwise) const;

  struct State;
  std::unique_ptr<State> state;
};

} // namespace qdc

#endif // QDC_CACHE_CACHESERVER_H
