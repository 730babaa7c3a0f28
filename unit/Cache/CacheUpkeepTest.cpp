//===- CacheUpkeepTest.cpp - What is in a cache, and less of it -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/CacheUpkeep.h"

#include "TemporaryDirectory.h"
#include "qdc/Cache/CacheEntry.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace qdc;
namespace fs = std::filesystem;

static std::string keyOf(int number) { return sha256Hex(asBytes(std::to_string(number))); }

static void setAge(const std::string &file, std::chrono::minutes age) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - age);
}

/// Entries 0 to `count` - 1, of 300 bytes each, the first one used longest ago.
static void fill(const CacheFolder &cache, int count) {
  for (int number = 0; number < count; ++number) {
    REQUIRE(cache.write(keyOf(number), ByteVector(300 - cacheEntryHead)).ok());
    setAge(cache.entry(keyOf(number)), std::chrono::minutes(1000 - number));
  }
}

TEST_CASE("a cache is measured, shrunk from what was used longest ago, and cleared") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder.path);
  fill(cache, 10);
  CHECK(measureCache(cache)->entries == 10);
  CHECK(measureCache(cache)->bytes == 3000);
  REQUIRE(cache.read(keyOf(0)).ok());
  Result<CacheSize> removed = shrinkCache(cache, 1499);
  REQUIRE(removed.ok());
  CHECK(removed->entries == 6);
  CHECK(removed->bytes == 1800);
  for (int number = 0; number < 10; ++number)
    CHECK(fs::exists(cache.entry(keyOf(number))) == (number == 0 || number > 6));
  CHECK(shrinkCache(cache, 1200)->entries == 0);
  CHECK(clearCache(cache)->entries == 4);
  CHECK(measureCache(cache)->entries == 0);
}

TEST_CASE("what killed processes left goes away, what is somebody else's stays") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder.path);
  fill(cache, 1);
  const fs::path file = cache.entry(keyOf(0));
  auto place = [&](const std::string &name) { return (file.parent_path() / name).string(); };
  const std::string old = place("." + file.filename().string() + ".12-0.tmp");
  const std::string recent = place("." + file.filename().string() + ".13-0.tmp");
  const std::vector<std::string> foreign = {folder / "README", place("notes"), place(".a.tmp"), folder / "src"};
  for (const std::string &name : {old, recent, foreign[0], foreign[1], foreign[2]})
    std::ofstream(name) << "x";
  fs::create_directory(foreign[3]);
  setAge(old, std::chrono::minutes(61));
  CHECK(measureCache(cache)->entries == 1);
  REQUIRE(shrinkCache(cache, 1000).ok());
  CHECK(!fs::exists(old));
  CHECK(fs::exists(recent));
  REQUIRE(clearCache(cache).ok());
  CHECK(!fs::exists(recent));
  CHECK(!fs::exists(file));
  for (const std::string &name : foreign)
    CHECK(fs::exists(name));
}

TEST_CASE("verifying finds every entry that is not whole, and no other") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder.path);
  fill(cache, 5);
  CHECK(verifyCache(cache)->empty());
  fs::resize_file(cache.entry(keyOf(1)), 10);
  fs::copy_file(cache.entry(keyOf(2)), cache.entry(keyOf(3)), fs::copy_options::overwrite_existing);
  Result<std::vector<Error>> findings = verifyCache(cache);
  REQUIRE(findings.ok());
  REQUIRE(findings->size() == 2);
  std::string messages = (*findings)[0].message + "\n" + (*findings)[1].message;
  CHECK_THAT(messages, Catch::Contains("'" + cache.entry(keyOf(1)) + "' is damaged: it ends early"));
  CHECK_THAT(messages, Catch::Contains("'" + cache.entry(keyOf(3)) + "' is damaged: it is the entry of another key"));
}

TEST_CASE("a folder that is not there is an error that names it") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "absent");
  for (const Error &error : {measureCache(cache).error(), verifyCache(cache).error(), shrinkCache(cache, 0).error(),
                             clearCache(cache).error()}) {
    CHECK(error.code == ErrorCode::notFound);
    CHECK(error.message == "cannot read the folder '" + (folder / "absent") + "': No such file or directory");
  }
}
