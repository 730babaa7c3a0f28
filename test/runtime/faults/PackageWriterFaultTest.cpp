//===- PackageWriterFaultTest.cpp - Writing with each point failing -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EveryPoint.h"

#include "../../unit/Package/SampleManifest.h"
#include "TemporaryDirectory.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <new>
#include <optional>

using namespace qdc;

/// Writes the sample package. The compiler's libraries tell of a lack of memory by std::bad_alloc.
static void writeSample(Attempt &attempt, const std::string &path) {
  attempt.begin();
  try {
    Result<ByteVector> bytes = writePackage(sampleManifest(), sampleContents());
    Status status = bytes ? writeFileAtomically(path, *bytes) : Status(bytes.error());
    if (!status)
      attempt.fail(status.error().code == ErrorCode::inputOutput ? QDRT_IO_ERROR : QDRT_INTERNAL,
                   status.error().message.c_str());
  } catch (const std::bad_alloc &) {
    attempt.fail(QDRT_OUT_OF_MEMORY, "out of host memory");
  }
}

/// Writes over `old`, or where nothing is, with each point failing.
static void checkWriting(const char *name, const std::optional<std::string> &old) {
  TemporaryDirectory folder;
  const std::string path = folder / "a.fatbin";
  const ByteVector whole = *writePackage(sampleManifest(), sampleContents());
  auto putOld = [&] {
    std::filesystem::remove(path);
    if (old)
      std::ofstream(path) << *old;
  };
  putOld();
  failEveryPoint(
      name, [&](Attempt &attempt) { writeSample(attempt, path); },
      [&] {
        // The folder has that file and nothing else, or is as empty as before.
        bool exists = std::filesystem::exists(path);
        CHECK(folder.names().size() == (exists ? 1u : 0u));
        CHECK((exists || !old));
        if (exists) {
          Result<ByteVector> bytes = readFileBytes(path);
          REQUIRE(bytes.ok());
          CHECK((*bytes == whole || asText(*bytes) == old));
        }
        putOld();
      });
}

TEST_CASE("a package is written whole or not at all, whichever point fails") {
  checkWriting("new package", std::nullopt);
  checkWriting("package that replaces a file", "old");
  faults::forbidUnnamedFiles(true);
  checkWriting("new package, named from the start", std::nullopt);
  checkWriting("package that replaces a file, named from the start", "old");
  faults::forbidUnnamedFiles(false);
}
