//===- CacheURLTest.cpp - Where a cache's server is -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheURL.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("a URL is taken apart, and shown without its password") {
  Result<CacheURL> url = readCacheURL("https://user:pass%2fword@cache.example:8443/a/b//");
  REQUIRE(url.ok());
  CHECK(url->whole == "https://user:pass%2fword@cache.example:8443/a/b");
  CHECK(url->shown == "https://cache.example:8443/a/b");
  CHECK((url->isEncrypted && url->hasPassword && !url->isOfThisMachine));
  url = readCacheURL("http://cache");
  REQUIRE(url.ok());
  CHECK(url->whole == "http://cache");
  CHECK(url->shown == url->whole);
  CHECK((!url->isEncrypted && !url->hasPassword && !url->isOfThisMachine));
}

TEST_CASE("this machine is told by its names") {
  for (const char *text : {"http://localhost", "http://127.0.0.1:80/x", "http://127.1", "http://[::1]:8080/"})
    CHECK(readCacheURL(text)->isOfThisMachine);
  for (const char *text : {"http://localhost.example", "http://127.0.0.1.example", "http://[::2]", "http://128.0.0.1"})
    CHECK(!readCacheURL(text)->isOfThisMachine);
}

TEST_CASE("what is no URL of a cache is refused, and nothing of a password is shown") {
  for (const char *text :
       {"http://",        "https:///path",     "ftp://host",      "HTTP://host",    "http://host:",
        "http://host:0",  "http://host:65536", "http://host:8o",  "http://[::1",    "http://[::1]x",
        "http://[]",      "http://[]:80",      "http://[::1 ]",   "http://[local]", "http://[::1]]",
        "http://[::1@2]", "http://host/a b",   "http://host/a\n", "http://host/ä",  "http://host/?a=b",
        "http://host/#a", "http://ho st",      "http://user@",    "host",           ""}) {
    Result<CacheURL> url = readCacheURL(text);
    REQUIRE_FALSE(url.ok());
    CHECK(url.error().code == ErrorCode::invalidArgument);
    CHECK_THAT(url.error().message, Catch::Contains("expected http://HOST[:PORT][/PATH] or https://..."));
  }
  for (const char *text : {"http://user:sesame@host:x", "http://user:ses/ame@host", "http://user:ses?ame@host",
                           "ftp://user:sesame@host", "http:/user:sesame@host", "http://user:12/ses@host/x",
                           "http://user:a@ses@host", "http://user:ses\\a@host", "http://user:ses[a@host"}) {
    Result<CacheURL> url = readCacheURL(text);
    REQUIRE_FALSE(url.ok());
    CHECK_THAT(url.error().message, !Catch::Contains("ses") && !Catch::Contains("user") && Catch::Contains("host"));
  }
}

TEST_CASE("a URL is told from a folder") {
  for (const char *text : {"http://host", "https://host", "ftp://host"})
    CHECK(isURL(text));
  for (const char *text : {"folder", "/folder", "C:/x", "", "http:", "a//b"})
    CHECK(!isURL(text));
}
