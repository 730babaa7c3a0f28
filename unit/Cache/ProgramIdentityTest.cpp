//===- ProgramIdentityTest.cpp - Which program this is --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/ProgramIdentity.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("a program is known by the note that the linker was asked for") {
  Result<std::string> identity = programIdentity();
  REQUIRE(identity.ok());
  CHECK(*identity == "build-id 0123456789abcdef"); // CMakeLists.txt
}
