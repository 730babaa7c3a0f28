//===- PrivateCopiesTest.cpp - Tests of Runtime/CPU/PrivateCopies.h -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/PrivateCopies.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader::cpu;

TEST_CASE("copies pay where there are many atomics for each element") {
  // Of examples/mpm88: 27 atomics for each of 8192 particles, on 128 x 128 nodes of three values.
  CHECK(privateFormPays(27 * 8192, 3 * 128 * 128, 2));
  CHECK(privateFormPays(27 * 8192, 3 * 128 * 128, 32));
  CHECK_FALSE(privateFormPays(27 * 8192, 3 * 128 * 128, 100));
  CHECK_FALSE(privateFormPays(27 * 2048, 3 * 128 * 128, 2));
  // One for each element would be done once more by the merge.
  CHECK_FALSE(privateFormPays(1000, 1000, 1));
  CHECK(privateFormPays(1000, 1, 64));
}

TEST_CASE("the largest numbers do not overflow") {
  CHECK(privateFormPays(UINT64_MAX, 1, UINT32_MAX));
  CHECK_FALSE(privateFormPays(1, UINT64_MAX, UINT32_MAX));
  CHECK_FALSE(privateFormPays(UINT64_MAX, UINT64_MAX, 1));
  CHECK_FALSE(privateFormPays(0, 1, 1));
}
