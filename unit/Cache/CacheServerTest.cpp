//===- CacheServerTest.cpp - Content by key, on a server ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What needs no server; test/Driver/cache-server.test and its neighbours have
// some.
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheServer.h"

#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

using namespace qdc;

static CacheServerAccess accessOf(const char *url, std::string token = "") {
  Result<CacheURL> read = readCacheURL(url);
  REQUIRE(read.ok());
  return {*read, std::move(token), "", ""};
}

TEST_CASE("an entry is called by the URL without its password") {
  const CacheServer server(accessOf("https://user:sesame@host/cache/"));
  CHECK(server.entry("ab" + std::string(62, '0')) == "https://host/cache/ab/" + std::string(62, '0'));
}

TEST_CASE("credentials go over https or to this machine, one at a time") {
  for (const char *url : {"https://host", "https://user:sesame@host", "http://user:sesame@localhost", "http://host"})
    CHECK(checkCacheServer(accessOf(url)).ok());
  for (const char *url : {"https://host", "http://127.0.0.1:80", "http://[::1]"})
    CHECK(checkCacheServer(accessOf(url, "token")).ok());
  CHECK_FALSE(checkCacheServer(accessOf("http://user:sesame@host")).ok());
  CHECK_FALSE(checkCacheServer(accessOf("http://host", "token")).ok());
  CHECK_FALSE(checkCacheServer(accessOf("https://user@host", "token")).ok());
  for (const char *token : {"to ken", "token\n", "token\r\nHost: other", "t\xc3\xb6ken"})
    CHECK_FALSE(checkCacheServer(accessOf("https://host", token)).ok());
}

TEST_CASE("an entry that is larger than what is read is not sent") {
  const CacheServer server(accessOf("http://host.invalid"));
  const std::string key = sha256Hex({});
  Status status = server.write(key, ByteVector(size_t{256} << 20));
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().message == "cannot write '" + server.entry(key) + "': it has more than 268435456 bytes");
  CHECK(server.takesEntries());
  CHECK(server.isAsked());
}
