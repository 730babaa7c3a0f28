//===- ProgramDigestTest.cpp - Which program this is, without a note ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/ProgramIdentity.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/Sha256.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("a program without a note is known by the digest of its file") {
  Result<ByteVector> file = readFileBytes("/proc/self/exe");
  Result<std::string> identity = programIdentity();
  REQUIRE((file.ok() && identity.ok()));
  CHECK(*identity == "sha256 " + sha256Hex(*file));
}
