//===- MemoryFileTest.cpp - A file that no folder has ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/MemoryFile.h"

#include "qdc/Support/FileBytes.h"

#include "catch2/catch.hpp"

#include <cstring>
#include <sys/resource.h>

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
  rlimit before = {};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  rlimit none = before;
  none.rlim_cur = 0;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  Result<FileDescriptor> file = makeMemoryFile("refused");
  ::setrlimit(RLIMIT_NOFILE, &before);
  REQUIRE(!file);
  CHECK(file.error().code == ErrorCode::inputOutput);
  CHECK(file.error().message == "cannot write a file in memory: Too many open files");
}
