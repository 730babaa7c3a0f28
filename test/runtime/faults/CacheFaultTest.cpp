//===- CacheFaultTest.cpp - A cache with each point failing ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EveryPoint.h"

#include "TemporaryDirectory.h"
#include "qdc/Cache/CacheFolder.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <new>
#include <optional>

using namespace qdc;
namespace fs = std::filesystem;

static constexpr std::string_view kOld = "what was there", kNew = "what is written";

/// Runs `work`, which gives a Status, as a scenario.
template <typename Work>
static void attemptOf(Attempt &attempt, Work work) {
  attempt.begin();
  try {
    if (Status status = work(); !status)
      attempt.fail(status.error().code == ErrorCode::inputOutput ? QDRT_IO_ERROR : QDRT_INTERNAL,
                   status.error().message.c_str());
  } catch (const std::bad_alloc &) {
    attempt.fail(QDRT_OUT_OF_MEMORY, "out of host memory");
  }
}

static size_t filesIn(const std::string &path) {
  size_t files = 0;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(path))
    files += entry.is_regular_file();
  return files;
}

/// Writes an entry, over an old one or where none is, with each point failing.
static void checkWriting(const char *name, bool hasOld, CacheSharing sharing = CacheSharing::shared) {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "cache", sharing);
  const std::string key = sha256Hex(asBytes("a key"));
  auto putOld = [&] {
    fs::remove_all(cache.path());
    if (hasOld)
      REQUIRE(cache.write(key, asBytes(kOld)).ok());
  };
  putOld();
  failEveryPoint(
      name, [&](Attempt &attempt) { attemptOf(attempt, [&] { return cache.write(key, asBytes(kNew)); }); },
      [&] {
        Result<std::optional<ByteVector>> content = cache.read(key);
        REQUIRE(content.ok());
        if (*content)
          CHECK((asText(**content) == kNew || (hasOld && asText(**content) == kOld)));
        else
          CHECK(!hasOld);
        CHECK((fs::exists(cache.path()) ? filesIn(cache.path()) : 0) == (*content ? 1u : 0u));
        putOld();
      });
}

TEST_CASE("an entry of a cache is written whole or not at all, whichever point fails") {
  checkWriting("new entry", false);
  checkWriting("entry that replaces one", true);
  checkWriting("new private entry", false, CacheSharing::privateToUser);
  checkWriting("private entry that replaces one", true, CacheSharing::privateToUser);
  faults::forbidUnnamedFiles(true);
  checkWriting("new entry, named from the start", false);
  checkWriting("entry that replaces one, named from the start", true);
  faults::forbidUnnamedFiles(false);
}

TEST_CASE("an entry of a cache is read whole or not at all, whichever point fails") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder.path);
  const std::string key = sha256Hex(asBytes("a key"));
  REQUIRE(cache.write(key, asBytes(kNew)).ok());
  for (bool disturbed : {false, true}) {
    faults::disturbFiles(disturbed);
    failEveryPoint("entry that is read", [&](Attempt &attempt) {
      attemptOf(attempt, [&] {
        Result<std::optional<ByteVector>> content = cache.read(key);
        if (!content)
          return Status(content.error());
        attempt.expect(content->has_value() && asText(**content) == kNew, "the entry has other content");
        return Status();
      });
    });
  }
  faults::disturbFiles(false);
}
