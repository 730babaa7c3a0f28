//===- ResponseFileTest.cpp - Words from files ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ResponseFile.h"

#include "TemporaryDirectory.h"

#include <catch2/catch.hpp>
#include <fstream>

using namespace qdc;

using Words = std::vector<std::string>;

TEST_CASE("words are split as a shell splits them") {
  CHECK(*splitWords("a  b\n\tc") == Words{"a", "b", "c"});
  CHECK(*splitWords("'a b' \"c \\\" d\" e\\ f g'h'i") == Words{"a b", "c \" d", "e f", "ghi"});
  CHECK(*splitWords("a # not this\nb c#d") == Words{"a", "b", "c#d"});
  CHECK(*splitWords("'' x") == Words{"", "x"});
  CHECK(splitWords("").ok());
  CHECK(splitWords("'a").error().message == "the quote ' is not closed");
  CHECK(splitWords(std::string_view("a\0b", 3)).error().message == "it holds a zero byte: expected text");
}

static std::string write(const TemporaryDirectory &directory, const char *name, const std::string &text) {
  std::ofstream(directory / name) << text;
  return "@" + directory / name;
}

static std::string failure(const std::string &word) {
  Result<std::vector<std::string>> words = expandResponseFiles(Words{word});
  REQUIRE_FALSE(words.ok());
  return words.error().message;
}

TEST_CASE("files nest, and a value that names a file is left alone") {
  TemporaryDirectory directory;
  std::string inner = write(directory, "inner.rsp", "-O3 x=@x.npy");
  std::string outer = write(directory, "outer.rsp", "-g '" + inner + "'");
  std::string empty = write(directory, "empty.rsp", "");
  CHECK(*expandResponseFiles(Words{"a", outer, empty, "@", "b"}) == Words{"a", "-g", "-O3", "x=@x.npy", "@", "b"});
}

TEST_CASE("a file that includes itself, a folder, and one that is not there, are errors") {
  TemporaryDirectory directory;
  std::string circle = write(directory, "circle.rsp", "'@" + directory / "circle.rsp" + "'");
  CHECK(failure(circle) == "response files nest deeper than 16 at '" + circle + "'");
  CHECK(failure("@" + directory / "absent.rsp") ==
        "cannot read the response file '" + directory / "absent.rsp" + "': No such file or directory");
  CHECK(failure("@" + directory.path) == "cannot read the response file '" + directory.path + "': Is a directory");
  CHECK(failure(write(directory, "open.rsp", "'x")) ==
        "in the response file '" + directory / "open.rsp" + "': the quote ' is not closed");
}
