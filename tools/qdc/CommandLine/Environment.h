//===- Environment.h - Environment variables --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qdc reads its environment here and nowhere else; the loader reads its own
// variables.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H
#define QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H

#include <string>

namespace qdc {

/// TERM is "dumb": the terminal shows characters and no more.
bool terminalIsDumb();

/// NO_COLOR is set, and not empty.
bool coloursAreUnwanted();

/// What the environment says about caches; empty where it says nothing.
struct CacheVariables {
  std::string folder;       // QDC_CACHE: where compiled packages are kept
  std::string server;       // QDC_CACHE_REMOTE: the URL of a server that has them too
  std::string token;        // QDC_CACHE_TOKEN: what the server knows us by
  std::string secret;       // QDC_CACHE_SECRET: what entries are signed by
  std::string certificates; // CURL_CA_BUNDLE, or else SSL_CERT_FILE: the file of the authorities that https trusts
};
CacheVariables cacheVariables();

/// The value of a variable that says where programs of others are, by its name; empty: it is not set.
std::string environmentVariable(const std::string &name);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H
