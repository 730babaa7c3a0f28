//===- CacheFolderTest.cpp - Content by key, in files ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheFolder.h"

#include "TemporaryDirectory.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace qdc;
namespace fs = std::filesystem;

static const std::string kKey = sha256Hex(asBytes("a key"));

static std::string readError(const CacheFolder &cache) {
  Result<std::optional<ByteVector>> content = cache.read(kKey);
  return content ? "" : content.error().message;
}

TEST_CASE("a cache that is not there has nothing, and is made by the first entry") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "deep/er/cache");
  Result<std::optional<ByteVector>> before = cache.read(kKey);
  REQUIRE(before.ok());
  CHECK(!*before);
  REQUIRE(cache.write(kKey, asBytes("content")).ok());
  Result<std::optional<ByteVector>> after = cache.read(kKey);
  REQUIRE((after.ok() && after->has_value()));
  CHECK(asText(**after) == "content");
  CHECK(cache.entry(kKey) == folder / "deep/er/cache/" + kKey.substr(0, 2) + "/" + kKey.substr(2));
  CHECK(fs::is_regular_file(cache.entry(kKey)));
  REQUIRE(cache.write(kKey, asBytes("other")).ok());
  CHECK(asText(**cache.read(kKey)) == "other");
  CHECK(std::distance(fs::directory_iterator(fs::path(cache.entry(kKey)).parent_path()), {}) == 1);
}

TEST_CASE("reading an entry makes it the one used last") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder.path);
  REQUIRE(cache.write(kKey, {}).ok());
  const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(24);
  fs::last_write_time(cache.entry(kKey), longAgo);
  REQUIRE(cache.read(kKey).ok());
  CHECK(fs::last_write_time(cache.entry(kKey)) > longAgo + std::chrono::hours(1));
}

TEST_CASE("an entry that is not whole is an error that names it, until it is written anew") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder.path);
  REQUIRE(cache.write(kKey, asBytes("content")).ok());
  fs::resize_file(cache.entry(kKey), 20);
  CHECK(readError(cache) == "the cache entry '" + cache.entry(kKey) + "' is damaged: it ends early");
  REQUIRE(cache.write(kKey, asBytes("content")).ok());
  CHECK(readError(cache) == "");
}

TEST_CASE("what the system refuses is an error with its reason") {
  TemporaryDirectory folder;
  std::ofstream(folder / "file") << "text";
  const CacheFolder cache(folder / "file");
  CHECK(readError(cache) == "cannot read '" + cache.entry(kKey) + "': Not a directory");
  Status status = cache.write(kKey, {});
  REQUIRE(!status.ok());
  CHECK(status.error().code == ErrorCode::inputOutput);
  CHECK(status.error().message ==
        "cannot make the folder '" + (folder / "file") + "/" + kKey.substr(0, 2) + "': Not a directory");
}

TEST_CASE("a folder with a secret signs its entries, and refuses others until they are written anew") {
  TemporaryDirectory folder;
  const CacheFolder plain(folder.path), mine(folder.path, CacheSharing::shared, "mine"),
      theirs(folder.path, CacheSharing::shared, "theirs");
  REQUIRE(mine.write(kKey, asBytes("content")).ok());
  CHECK(readError(mine) == "");
  CHECK(readError(plain) == "");
  CHECK(readError(theirs) == "the cache entry '" + mine.entry(kKey) +
                                 "' is refused: its signature is not by the secret of QDC_CACHE_SECRET");
  REQUIRE(plain.write(kKey, asBytes("content")).ok());
  CHECK(readError(mine) ==
        "the cache entry '" + mine.entry(kKey) + "' is refused: it is not signed, and QDC_CACHE_SECRET is set");
}
