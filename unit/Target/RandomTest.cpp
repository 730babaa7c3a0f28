//===- RandomTest.cpp - Philox4x32-10 -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <array>

using namespace qdc;

namespace {

/// The generator with all four counter words, as the paper writes it.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t first = uint64_t(0xD2511F53) * counter[0], second = uint64_t(0xCD9E8D57) * counter[2];
    counter = {uint32_t(second >> 32) ^ counter[1] ^ key[0], uint32_t(second),
               uint32_t(first >> 32) ^ counter[3] ^ key[1], uint32_t(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

CompiledModule randomModule() {
  return CompiledModule::compile(taskModule("(%keys: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, "
                                            "%counters: memref<?xi64> {qd.slot = #qd.slot<array(1)>}, "
                                            "%out: memref<?x4xi32> {qd.slot = #qd.slot<array(2)>}, "
                                            "%n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                                            R"(%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%c3 = arith.constant 3 : index
qd.for (%i) in (%n) {
  %k = memref.load %keys[%i] : memref<?xi64>
  %c = memref.load %counters[%i] : memref<?xi64>
  %a, %b, %d, %e = qd.random %k, %c
  memref.store %a, %out[%i, %c0] : memref<?x4xi32>
  memref.store %b, %out[%i, %c1] : memref<?x4xi32>
  memref.store %d, %out[%i, %c2] : memref<?x4xi32>
  memref.store %e, %out[%i, %c3] : memref<?x4xi32>
})"));
}

} // namespace

TEST_CASE("the reference generator gives the known answers of Random123") {
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        std::array<uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("qd.random is Philox4x32-10 of its key and counter") {
  CompiledModule module = randomModule();
  std::vector<uint64_t> keys, counters;
  for (uint64_t k : {uint64_t(0), uint64_t(1), ~uint64_t(0), uint64_t(0x299f31d0a4093822)})
    for (uint64_t c : {uint64_t(0), uint64_t(1), uint64_t(1) << 32, ~uint64_t(0), uint64_t(0x85a308d3243f6a88)}) {
      keys.push_back(k);
      counters.push_back(c);
    }
  int64_t n = keys.size();
  std::vector<std::array<uint32_t, 4>> out(n);
  module.run(CompiledModule::Arguments().array(keys.data(), {n}).array(counters.data(), {n}).array(out.data(), {n}), 0,
             n);
  for (int64_t i = 0; i < n; ++i)
    CHECK(out[i] == philox({uint32_t(counters[i]), uint32_t(counters[i] >> 32), 0, 0},
                           {uint32_t(keys[i]), uint32_t(keys[i] >> 32)}));
  CHECK(out[0] == std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
}
