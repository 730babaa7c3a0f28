//===- ResultTest.cpp - Tests of Result.h ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Result.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace qdc;

static Status find(const std::string &name) {
  if (name.empty())
    return {};
  return makeError(ErrorCode::notFound, "there is no file '{}'; {} are there", name, 2);
}

static Result<std::unique_ptr<int>> open(const std::string &name) {
  Status found = find(name);
  if (!found)
    return found;
  return std::make_unique<int>(3);
}

TEST_CASE("success has a value and no error") {
  CHECK(find("").ok());
  Result<std::unique_ptr<int>> opened = open("");
  REQUIRE(opened);
  CHECK(**opened == 3);
}

TEST_CASE("an error has its code and its message, in a status and in a result") {
  Status found = find("a");
  REQUIRE_FALSE(found);
  CHECK(found.error().code == ErrorCode::notFound);
  CHECK(found.error().message == "there is no file 'a'; 2 are there");
  Result<std::unique_ptr<int>> opened = open("b");
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == ErrorCode::notFound);
  CHECK(opened.error().message == "there is no file 'b'; 2 are there");
  Result<int> direct = makeError(ErrorCode::internal, "no number");
  REQUIRE_FALSE(direct);
  CHECK(direct.error().message == "no number");
}

TEST_CASE("a copy of an error has its own message") {
  Status copy;
  {
    Status found = find("a");
    copy = found;
    CHECK(&copy.error() != &found.error());
    Result<int> other = found.error();
    CHECK(other.error().message == found.error().message);
  }
  CHECK(copy.error().message == "there is no file 'a'; 2 are there");
  copy = Status();
  CHECK(copy.ok());
}
