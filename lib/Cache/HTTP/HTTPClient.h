//===- HTTPClient.h - Requests to one server --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CACHE_HTTP_HTTPCLIENT_H
#define QDC_LIB_CACHE_HTTP_HTTPCLIENT_H

#include "Curl.h"

#include "qdc/Cache/CacheEntry.h"
#include "qdc/Support/Bytes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace qdc {

struct HTTPAnswer {
  long status = 0;        // 200
  int64_t announced = -1; // the bytes that the header says it has; -1: it does not say
  ByteVector body;
};

/// What limits a transfer. None of them is a matter of the server.
struct HTTPLimits {
  // Until there is a connection, with the name found and the keys exchanged. libcurl before 7.87 waits for the name
  // however long the system looks for it.
  long connectSeconds = 3;
  long stalledSeconds = 5, slowBytes = 1000; // ends it: less than so many bytes a second for so long
  long wholeSeconds = 60;
  size_t mostBytes = cacheEntryMost; // of a body
  size_t mostHeaderBytes = size_t{64} << 10;
};

/// What a client is, whatever it asks for.
struct HTTPSettings {
  std::string token; // sent with each request, as "Authorization: Bearer"; empty: none
  std::string certificates; // the file of the authorities that https trusts; empty: those of the system
  bool usesProxies = true; // those of the environment, as libcurl has them
  HTTPLimits limits = {};
};

/// Asks a server by HTTP/1.1, over one connection as long as the server leaves it open. Redirects are answers like any
/// other and not followed. Each request gives the answer, whatever its status, or fails with ErrorCode::inputOutput
/// where there is no whole one, or outOfMemory; the error says why, and has nothing of URLs, tokens or passwords.
/// An option that the library does not take fails the request too. One thread at a time uses a client.
class HTTPClient {
public:
  /// Fails with ErrorCode::toolMissing where there is no libcurl.
  static Result<HTTPClient> open(HTTPSettings settings);

  Result<HTTPAnswer> get(const std::string &url);
  /// The answer has no body.
  Result<HTTPAnswer> head(const std::string &url);
  /// `bytes` are the body of the request.
  Result<HTTPAnswer> put(const std::string &url, ByteSpan bytes);

private:
  using Handle = std::unique_ptr<CURL, decltype(Curl::easyCleanup)>;

  HTTPClient(const Curl &curl, Handle handle, HTTPSettings settings)
      : curl(&curl), handle(std::move(handle)), settings(std::move(settings)) {}

  void begin(const std::string &url);
  template <typename Value>
  void set(CURLoption option, Value value) {
    CURLcode code = curl->easySetOption(handle.get(), option, value);
    refused = refused == CURLE_OK ? code : refused;
  }
  Result<HTTPAnswer> perform();

  const Curl *curl;
  Handle handle;
  HTTPSettings settings;
  CURLcode refused = CURLE_OK; // what the first option gave that was not taken since begin()
};

} // namespace qdc

#endif // QDC_LIB_CACHE_HTTP_HTTPCLIENT_H
