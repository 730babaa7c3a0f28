//===- ResponseFileTest.cpp - Words from files ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ResponseFile.h"

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
}

static void write(const char *path, const char *text) { std::ofstream(path) << text; }

TEST_CASE("files nest, and a value that names a file is left alone") {
  write("outer.rsp", "-g @inner.rsp");
  write("inner.rsp", "-O3 x=@x.npy");
  write("empty.rsp", "");
  CHECK(*expandResponseFiles(Words{"a", "@outer.rsp", "@empty.rsp", "@", "b"}) ==
        Words{"a", "-g", "-O3", "x=@x.npy", "@", "b"});
}

TEST_CASE("a file that includes itself, or is not there, is an error") {
  write("circle.rsp", "@circle.rsp");
  CHECK(expandResponseFiles(Words{"@circle.rsp"}).error().message ==
        "response files nest deeper than 16 at '@circle.rsp'");
  CHECK(expandResponseFiles(Words{"@absent.rsp"}).error().message ==
        "cannot read the response file 'absent.rsp': No such file or directory");
  write("open.rsp", "'x");
  CHECK(expandResponseFiles(Words{"@open.rsp"}).error().message ==
        "in the response file 'open.rsp': the quote ' is not closed");
}
