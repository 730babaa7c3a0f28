//===- CacheFolderTest.cpp - Content by key, in files ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheFolder.h"

#include "TemporaryDirectory.h"
#include "qdc/Cache/CacheEntry.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

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
  CHECK(readError(theirs) ==
        "the cache entry '" + mine.entry(kKey) + "' is refused: its signature is not by the secret");
  REQUIRE(plain.write(kKey, asBytes("content")).ok());
  CHECK(readError(mine) == "the cache entry '" + mine.entry(kKey) + "' is refused: it is not signed by the secret");
}

static mode_t modeOf(const std::string &path) {
  struct stat status = {};
  CHECK(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

TEST_CASE("what has an entry's name and is no file of one is not read, and replaced itself") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "cache");
  REQUIRE(cache.write(kKey, asBytes("content")).ok());
  const std::string entry = cache.entry(kKey), other = folder / "other";
  fs::copy_file(entry, other);
  auto check = [&](const std::string &reason) {
    CHECK(readError(cache) == "the cache entry '" + entry + "' is damaged: " + reason);
    REQUIRE(cache.write(kKey, asBytes("content")).ok());
    CHECK(fs::symlink_status(entry).type() == fs::file_type::regular);
    CHECK(readError(cache) == "");
  };
  fs::remove(entry);
  REQUIRE(::mkfifo(entry.c_str(), 0600) == 0);
  check("it is no regular file");
  fs::remove(entry);
  fs::create_symlink(other, entry);
  const auto before = fs::file_size(other);
  check("it is no regular file");
  CHECK(fs::file_size(other) == before);
  fs::resize_file(entry, cacheEntryMost + 1);
  check("it has more than 268435456 bytes");
  fs::remove(entry);
  fs::create_directory(entry);
  CHECK(readError(cache) == "the cache entry '" + entry + "' is damaged: it is no regular file");
  CHECK(cache.write(kKey, asBytes("content")).error().message == "cannot write '" + entry + "': Is a directory");
}

TEST_CASE("an entry that is larger than what is read is not written") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "cache");
  CHECK(cache.write(kKey, ByteVector(cacheEntryMost)).error().message ==
        "cannot write '" + cache.entry(kKey) + "': it has more than 268435456 bytes");
}

TEST_CASE("a private folder is one by any name, and what it makes is read again whatever the umask") {
  TemporaryDirectory folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path);
  for (mode_t mask : {mode_t{0}, mode_t{002}, mode_t{022}, mode_t{077}})
    for (const char *name : {"relative", "./relative", "relative/", "deep/er", "."}) {
      CAPTURE(mask, name);
      const CacheFolder cache(name, CacheSharing::privateToUser);
      const mode_t old = ::umask(mask);
      for (int again : {1, 2}) {
        CAPTURE(again);
        CHECK(cache.write(kKey, asBytes("content")).ok());
        CHECK(readError(cache) == "");
      }
      ::umask(old);
      CHECK(modeOf(cache.entry(kKey)) == 0600);
      fs::remove_all(fs::path(cache.entry(kKey)).parent_path());
    }
  fs::current_path(before);
}

TEST_CASE("a private entry that others can write is not read, and replaced") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "cache", CacheSharing::privateToUser);
  const std::string entry = cache.entry(kKey), reason = "' can be written by others; only its owner may write it, as "
                                                        "after 'chmod go-w'";
  REQUIRE(cache.write(kKey, asBytes("content")).ok());
  fs::permissions(entry, fs::perms{0664});
  CHECK(readError(cache) == "'" + entry + reason);
  REQUIRE(cache.write(kKey, asBytes("content")).ok());
  CHECK(readError(cache) == "");
  for (const std::string &path : {fs::path(entry).parent_path().string(), cache.path()}) {
    fs::permissions(path, fs::perms{0770});
    CHECK(readError(cache) == "'" + path + reason);
    CHECK(cache.write(kKey, asBytes("content")).error().message == "'" + path + reason);
    fs::permissions(path, fs::perms{0700});
  }
}
