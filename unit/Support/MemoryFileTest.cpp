//===- MemoryFileTest.cpp - A file that no folder has ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/MemoryFile.h"
#include "NoDescriptorsLeft.h"

#include "qdc/Support/FileBytes.h"

#include "catch2/catch.hpp"

#include <cstring>

using namespace qdc;

TEST_CASE("a file in memory has its bytes, at a path that opens it") {
  Result<FileDescriptor> file = makeMemoryFile("bytes", asBytes("some bytes"));
  REQUIRE(file);
  REQUIRE(file->path());
  Result<ByteVector> bytes = readFileBytes(*file->path());
  REQUIRE(bytes);
  CHECK(asText(*bytes) == "some bytes");
  Result<FileDescriptor> empty = makeMemoryFile("empty");
  REQUIRE(empty);
  CHECK(readFileBytes(*empty->path())->empty());
}

TEST_CASE("where the system has no files left, a file in memory is an error with its reason") {
  auto refused = [] {
    test::NoDescriptorsLeft guard;
    return makeMemoryFile("refused");
  };
  Result<FileDescriptor> file = refused();
  REQUIRE(!file);
  CHECK(file.error().code == ErrorCode::inputOutput);
  CHECK(file.error().message == "cannot write a file in memory: Too many open files");
}
