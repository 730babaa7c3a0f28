//===- Curl.h - libcurl, found at run time ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qdc is built with libcurl's header and not linked with the library, which
// brings thirty others: libcurl.so.4 is opened when somebody first asks for it,
// and never closed. Whether that went well, and if not why, is decided once for
// the process.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CACHE_HTTP_CURL_H
#define QDC_LIB_CACHE_HTTP_CURL_H

#include "qdc/Support/Result.h"

#include <curl/curl.h>

namespace qdc {

/// The functions of CurlFunctions.def; none is NULL.
struct Curl {
#define QDC_CURL_FUNCTION(name, symbol) decltype(&::symbol) name = nullptr;
#include "CurlFunctions.def"
};

/// The initialized library of this process; ErrorCode::toolMissing says what is missing.
const Result<Curl> &curl();

} // namespace qdc

#endif // QDC_LIB_CACHE_HTTP_CURL_H
