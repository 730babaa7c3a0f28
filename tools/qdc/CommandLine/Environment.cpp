//===- Environment.cpp - Environment variables ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Environment.h"

#include <cstdlib>
#include <string_view>

using namespace qdc;

static std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool qdc::terminalIsDumb() { return variable("TERM") == "dumb"; }

bool qdc::coloursAreUnwanted() { return !variable("NO_COLOR").empty(); }

CacheVariables qdc::cacheVariables() {
  std::string_view certificates = variable("CURL_CA_BUNDLE");
  if (certificates.empty())
    certificates = variable("SSL_CERT_FILE");
  return {std::string(variable("QDC_CACHE")), std::string(variable("QDC_CACHE_REMOTE")),
          std::string(variable("QDC_CACHE_TOKEN")), std::string(variable("QDC_CACHE_SECRET")),
          std::string(certificates)};
}

std::string qdc::environmentVariable(const std::string &name) { return std::string(variable(name.c_str())); }
