//===- HTTPClient.h - Requests to one server --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CACHE_HTTP_HTTPCLIENT_H
#define QDC_LIB_CACHE_HTTP_HTTPCLIENT_H

#include "Curl.h"

#include "qdc/Support/Bytes.h"

#include <memory>
#include <string>

namespace qdc {

struct HTTPAnswer {
  long status = 0;        // 200
  int64_t announced = -1; // the bytes that the header says it has; -1: it does not say
  ByteVector body;
};

/// What limits a transfer. None of them is a matter of the server.
struct HTTPLimits {
  long connectSeconds = 3; // until there is a connection, with the name found and the keys exchanged
  long stalledSeconds = 5, slowBytes = 1000; // ends it: less than so many bytes a second for so long
  long wholeSeconds = 60;
  size_t mostBytes = size_t{256} << 20; // of a body
  size_t mostHeaderBytes = size_t{64} << 10;
};

/// Asks a server by HTTP/1.1, over one connection as long as the server leaves it open. Redirects are answers like any
/// other and not followed. Each request gives the answer, whatever its status, or fails with ErrorCode::inputOutput
/// where there is no whole one, or outOfMemory; the error says why, and has nothing of URLs, tokens or passwords.
/// Proxies are those of the environment, as libcurl has them.
class HTTPClient {
public:
  /// Fails with ErrorCode::toolMissing where there is no libcurl.
  static Result<HTTPClient> open(std::string token, std::string certificates, HTTPLimits limits = {});

  Result<HTTPAnswer> get(const std::string &url);
  /// The answer has no body.
  Result<HTTPAnswer> head(const std::string &url);
  /// `bytes` are the body of the request.
  Result<HTTPAnswer> put(const std::string &url, ByteSpan bytes);

private:
  using Handle = std::unique_ptr<CURL, decltype(Curl::easyCleanup)>;

  HTTPClient(const Curl &curl, Handle handle, std::string token, std::string certificates, HTTPLimits limits)
      : curl(&curl), handle(std::move(handle)), token(std::move(token)), certificates(std::move(certificates)),
        limits(limits) {}

  void begin(const std::string &url);
  template <typename Value>
  void set(CURLoption option, Value value) {
    curl->easySetOption(handle.get(), option, value);
  }
  Result<HTTPAnswer> perform();

  const Curl *curl;
  Handle handle;
  std::string token, certificates;
  HTTPLimits limits;
};

} // namespace qdc

#endif // QDC_LIB_CACHE_HTTP_HTTPCLIENT_H
