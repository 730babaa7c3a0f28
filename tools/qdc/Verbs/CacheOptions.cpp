//===- CacheOptions.cpp - Which cache is meant ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/CacheOptions.h"

#include "CommandLine/Environment.h"

using namespace qdc;

void qdc::addCacheOption(Verb &verb, std::vector<std::string> &given, std::string help) {
  verb.variables.insert(
      verb.variables.end(),
      {{"QDC_CACHE", "the folder of the cache, where --cache names none"},
       {"QDC_CACHE_REMOTE", "the URL of the cache's server, where --cache names none"},
       {"QDC_CACHE_TOKEN", "what the server knows you by: a bearer token, sent over https or to this machine alone"},
       {"QDC_CACHE_SECRET", "entries of the cache are signed by it, and no others are taken"},
       {"CURL_CA_BUNDLE", "the file of the authorities that https trusts, in the place of the system's"},
       {"SSL_CERT_FILE", "the same, where CURL_CA_BUNDLE is not set"}});
  verb.add_option("--cache=PLACE", into(given), std::move(help))
      ->take_all()
      ->default_str("what QDC_CACHE and QDC_CACHE_REMOTE say");
}

static Failure openServer(const std::string &text, const CacheVariables &variables, CachePlaces &cache) {
  Result<CacheURL> url = readCacheURL(text);
  if (!url)
    return ToolError::badUsage(url.error().message);
  CacheServerAccess access{std::move(*url), variables.token, variables.secret, variables.certificates};
  if (Status status = checkCacheServer(access); !status)
    return ToolError::badUsage(status.error().message);
  cache.server = std::make_unique<CacheServer>(std::move(access));
  return {};
}

Failure qdc::openCache(std::span<const std::string> given, CacheKinds kinds, CachePlaces &cache) {
  const CacheVariables variables = cacheVariables();
  std::string folder, server;
  for (const std::string &place : given)
    (isURL(place) ? server : folder) = place;
  if (folder.empty() && isURL(variables.folder))
    return ToolError::badUsage("QDC_CACHE is '" + withoutPassword(variables.folder) +
                               "': expected a folder; the URL of a server goes into QDC_CACHE_REMOTE");
  folder = folder.empty() ? variables.folder : folder;
  server = server.empty() ? variables.server : server;
  if (!folder.empty())
    cache.folder.emplace(folder, CacheSharing::shared, variables.secret);
  return server.empty() || kinds == CacheKinds::folder ? Failure() : openServer(server, variables, cache);
}
