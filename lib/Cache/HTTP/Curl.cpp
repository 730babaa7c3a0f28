//===- Curl.cpp - libcurl, found at run time ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Curl.h"

#include <dlfcn.h>

using namespace qdc;

static constexpr const char *kLibrary = "libcurl.so.4";

static Result<Curl> openCurl() {
  // Lazily, since of what the thirty libraries call each other most is never called here.
  void *library = dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return makeError(ErrorCode::toolMissing,
                     "libcurl, by which servers are asked, is not installed: {}; expected Debian's libcurl4, or "
                     "'--cache=DIR'",
                     reason ? reason : kLibrary);
  }
  Curl curl;
  const char *missing = nullptr;
#define QDC_CURL_FUNCTION(name, symbol)                                                                                \
  curl.name = reinterpret_cast<decltype(curl.name)>(dlsym(library, #symbol));                                          \
  if (!curl.name && !missing)                                                                                          \
    missing = #symbol;
#include "CurlFunctions.def"
  if (missing)
    return makeError(ErrorCode::toolMissing, "'{}' lacks '{}': expected that of libcurl 7.64 or newer", kLibrary,
                     missing);
  if (CURLcode code = curl.globalInit(CURL_GLOBAL_DEFAULT); code != CURLE_OK)
    return makeError(ErrorCode::toolMissing, "libcurl cannot be initialized: {}", curl.easyErrorText(code));
  return curl;
}

const Result<Curl> &qdc::curl() {
  static const Result<Curl> opened = openCurl();
  return opened;
}
