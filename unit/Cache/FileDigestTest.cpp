//===- FileDigestTest.cpp - The digest of a large file --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/FileDigest.h"

#include "TemporaryDirectory.h"
#include "qdc/Cache/CacheUpkeep.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

#include <fstream>

using namespace qdc;

static uint64_t entriesIn(const CacheFolder &cache) {
  Result<CacheSize> size = measureCache(cache);
  return size ? size->entries : 0;
}

TEST_CASE("the digest of a file is remembered until the file is another one") {
  TemporaryDirectory folder;
  const CacheFolder cache(folder / "cache");
  const std::string path = folder / "tool";
  std::ofstream(path) << "one";
  CHECK(*rememberedDigest(cache, path) == sha256Hex(asBytes("one")));
  CHECK(entriesIn(cache) == 0); // it has just been written
  std::ofstream(path) << "two";
  CHECK(*rememberedDigest(cache, path) == sha256Hex(asBytes("two")));
  // A file of the system, which nobody has written just now: what was remembered of it counts.
  const std::string settled = "/bin/sh";
  const std::string digest = *rememberedDigest(cache, settled);
  Result<ByteVector> bytes = readFileBytes(settled);
  REQUIRE(bytes.ok());
  CHECK(digest == sha256Hex(*bytes));
  CHECK(entriesIn(cache) == 1);
  CHECK(*rememberedDigest(cache, settled) == digest);
  CHECK(entriesIn(cache) == 1);
}

TEST_CASE("a file that cannot be read is an error, a cache that cannot be written is none") {
  TemporaryDirectory folder;
  std::ofstream(folder / "file") << "one";
  const CacheFolder cache(folder / "file");
  CHECK(*rememberedDigest(cache, folder / "file") == sha256Hex(asBytes("one")));
  Result<std::string> absent = rememberedDigest(cache, folder / "absent");
  REQUIRE(!absent.ok());
  CHECK(absent.error().message == "cannot read '" + (folder / "absent") + "': No such file or directory");
}
