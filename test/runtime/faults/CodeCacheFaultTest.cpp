//===- CodeCacheFaultTest.cpp - A cache of code, failing or killed --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EveryPoint.h"

#include "Runtime/CodeCache/CodeCache.h"
#include "TemporaryDirectory.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <new>

#include <sys/wait.h>
#include <unistd.h>

using namespace qdrt::loader;
namespace fs = std::filesystem;

static constexpr std::string_view kCode = "machine code";
static const std::string kKey = qdc::sha256Hex(qdc::asBytes("a key"));

/// The cache of a folder, opened.
static void openCache(CodeCache &cache, const std::string &folder) {
  qdrt_device_options options = {};
  options.cache = folder.c_str();
  REQUIRE(cache.open(options).ok());
}

/// What a load does that finds nothing. A failure is counted and told, but for one of memory of the host.
static void keepCode(Attempt &attempt, CodeCache &cache) {
  try {
    (void)cache.find(kKey);
    cache.keep(kKey, qdc::asBytes(kCode));
  } catch (const std::bad_alloc &) {
    attempt.fail(QDRT_OUT_OF_MEMORY, "out of host memory");
  }
  const CodeUse use = cache.use();
  if (use.failures == 1)
    attempt.fail(QDRT_IO_ERROR, use.firstFailure);
  attempt.expect(use.failures < 2, "one fault is two failures");
}

/// What the cache has for the key: the code, or nothing.
static bool hasCode(const std::string &folder) {
  CodeCache cache;
  openCache(cache, folder);
  const qdc::ByteVector kept = cache.find(kKey);
  CHECK(cache.use().firstFailure == std::string());
  CHECK((kept.empty() || qdc::asText(kept) == kCode));
  return !kept.empty();
}

TEST_CASE("a cache of code that fails is told, and has the whole code or none") {
  qdc::TemporaryDirectory folder;
  for (bool hasOld : {false, true})
    failEveryPoint(
        hasOld ? "code that was there" : "new code",
        [&](Attempt &attempt) {
          CodeCache cache;
          openCache(cache, folder / "cache");
          attempt.begin();
          keepCode(attempt, cache);
        },
        [&] {
          (void)hasCode(folder / "cache");
          if (!hasOld)
            fs::remove_all(folder / "cache");
        });
}

/// Keeps the code in a process that is killed at that point. False if it came to its end before.
static bool isKilledAt(long point, const std::string &folder, bool isNamed) {
  const pid_t child = fork();
  if (child == 0) {
    faults::forbidUnnamedFiles(isNamed);
    CodeCache cache;
    openCache(cache, folder);
    faults::armKill(point);
    (void)cache.find(kKey);
    cache.keep(kKey, qdc::asBytes(kCode));
    _exit(cache.use().kept == 1 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == 0));
  return WIFSIGNALED(status);
}

TEST_CASE("a process that is killed while it keeps code leaves the whole code or none") {
  qdc::TemporaryDirectory scratch;
  const std::string folder = scratch / "cache";
  for (bool isNamed : {false, true}) {
    long point = 1;
    for (bool isKilled = true; isKilled; ++point) {
      CAPTURE(point, isNamed);
      isKilled = isKilledAt(point, folder, isNamed);
      CHECK((hasCode(folder) || isKilled));
      fs::remove_all(folder);
    }
    std::printf("code that is kept: killed at %ld points\n", point - 2);
    CHECK(point > 10);
  }
}
