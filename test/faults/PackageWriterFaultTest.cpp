//===- PackageWriterFaultTest.cpp - Writing with each point failing -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EveryPoint.h"

#include "../../unit/Package/SampleManifest.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <new>

#include <unistd.h>

using namespace qdc;

/// Writes the sample package. The compiler's libraries tell of a lack of memory by std::bad_alloc.
static void writeSample(Attempt &attempt, const std::string &path) {
  attempt.begin();
  try {
    Result<ByteVector> bytes = writePackage(sampleManifest(), sampleImages(), sampleData());
    Status status = bytes ? writeFileAtomically(path, *bytes) : Status(bytes.error());
    if (!status)
      attempt.fail(status.error().code == ErrorCode::inputOutput ? QDRT_IO_ERROR : QDRT_INTERNAL,
                   status.error().message.c_str());
  } catch (const std::bad_alloc &) {
    attempt.fail(QDRT_OUT_OF_MEMORY, "std::bad_alloc");
  }
}

TEST_CASE("a package is written whole or not at all, whichever point fails") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("qdc-faults-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string path = folder / "a.fatbin";
  const ByteVector whole = *writePackage(sampleManifest(), sampleImages(), sampleData());
  for (bool isReplaced : {false, true}) {
    auto putOld = [&] {
      std::filesystem::remove(path);
      if (isReplaced)
        std::ofstream(path) << "old";
    };
    putOld();
    failEveryPoint(
        isReplaced ? "package that replaces a file" : "new package",
        [&](Attempt &attempt) { writeSample(attempt, path); },
        [&] {
                     // The folder has the file, or, before the first time, nothing.
          auto entries = std::filesystem::directory_iterator(folder);
          CHECK(std::distance(begin(entries), end(entries)) == (std::filesystem::exists(path) ? 1 : 0));
          Result<ByteVector> bytes = readFileBytes(path);
          CHECK(bytes.ok() != (!isReplaced && !std::filesystem::exists(path)));
          if (bytes)
            CHECK((*bytes == whole || (isReplaced && asText(*bytes) == "old")));
          putOld();
        });
  }
  std::filesystem::remove_all(folder);
}
