//===- FileBytesTest.cpp - Tests of FileBytes.h ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/FileBytes.h"

#include "TemporaryDirectory.h"
#include "qdc/Support/FileDescriptor.h"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace qdc;

TEST_CASE("files of any size are read whole") {
  TemporaryDirectory directory;
  for (size_t size : {size_t{0}, size_t{1}, size_t{65536}, size_t{1000003}}) {
    std::string text(size, 'x');
    std::ofstream(directory / "a") << text;
    Result<ByteVector> bytes = readFileBytes(directory / "a");
    REQUIRE(bytes.ok());
    CHECK(asText(*bytes) == text);
  }
}

TEST_CASE("a pipe is read to its end") {
  TemporaryDirectory directory;
  std::string path = directory / "pipe", text(300000, 'y');
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(path) << text; });
  Result<ByteVector> bytes = readFileBytes(path);
  writer.join();
  REQUIRE(bytes.ok());
  CHECK(asText(*bytes) == text);
}

TEST_CASE("what cannot be read is an error with the system's reason") {
  TemporaryDirectory directory;
  Error missing = readFileBytes(directory / "no").error();
  CHECK(missing.code == ErrorCode::notFound);
  CHECK(missing.message == "cannot read '" + directory.path + "/no': No such file or directory");
  Error folder = readFileBytes(directory.path).error();
  CHECK(folder.code == ErrorCode::inputOutput);
  CHECK(folder.message == "cannot read '" + directory.path + "': Is a directory");
  CHECK(readFileBytes(directory.path, "the folder").error().message == "cannot read the folder: Is a directory");
  CHECK(readOpenFile(-1, "it").error().message == "cannot read it: Bad file descriptor");
}

TEST_CASE("an open file is read from where it is") {
  TemporaryDirectory directory;
  std::ofstream(directory / "a") << "some text";
  FileDescriptor file(::open((directory / "a").c_str(), O_RDONLY));
  REQUIRE(::lseek(file.get(), 5, SEEK_SET) == 5);
  Result<ByteVector> bytes = readOpenFile(file.get(), "a");
  REQUIRE(bytes.ok());
  CHECK(asText(*bytes) == "text");
}
