//===- AtomicLoadsTest.cpp - Tests of AtomicLoads.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/AtomicLoads.h"

#include "catch2/catch.hpp"

using namespace qdc;

using Words = std::vector<uint32_t>;

static constexpr uint32_t constant32 = 4 << 16 | 43, constant64 = 5 << 16 | 43, atomicOr = 7 << 16 | 241,
                          atomicLoad = 6 << 16 | 227, atomicAdd = 7 << 16 | 234;
static constexpr uint32_t i32 = 2, i64 = 3, zero32 = 7, zero64 = 8, one32 = 9, highBit64 = 10, pointer = 11, scope = 12,
                          semantics = 13;

/// A module of constants and then these instructions.
static Words moduleOf(std::initializer_list<Words> instructions) {
  Words words = {0x07230203, 0x00010500, 0,         100, 0, // the header
                 constant32, i32,        zero32,    0,        //
                 constant64, i64,        zero64,    0,   0,     //
                 constant32, i32,        one32,     1,         //
                 constant64, i64,        highBit64, 0,   1};
  for (const Words &instruction : instructions)
    words.insert(words.end(), instruction.begin(), instruction.end());
  return words;
}

TEST_CASE("a fold that changes nothing becomes a load, of each width") {
  Words words = moduleOf(
      {{atomicOr, i32, 20, pointer, scope, semantics, zero32}, {atomicOr, i64, 21, pointer, scope, semantics, zero64}});
  restoreAtomicLoads(words);
  CHECK(words ==
        moduleOf({{atomicLoad, i32, 20, pointer, scope, semantics}, {atomicLoad, i64, 21, pointer, scope, semantics}}));
}

TEST_CASE("other folds, and other operations on 0, stay") {
  const Words module = moduleOf({{atomicOr, i32, 20, pointer, scope, semantics, one32},
                                 {atomicOr, i64, 21, pointer, scope, semantics, highBit64},
                                 {atomicAdd, i32, 22, pointer, scope, semantics, zero32}});
  Words words = module;
  restoreAtomicLoads(words);
  CHECK(words == module);
}
