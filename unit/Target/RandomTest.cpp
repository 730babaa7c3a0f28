//===- RandomTest.cpp - Philox4x32-10 -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "qdc/Support/Philox.h"

#include "catch2/catch.hpp"

#include <array>

using namespace qdc;

namespace {

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
    CHECK(out[i] == randomWords(keys[i], counters[i]));
  CHECK(out[0] == std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
}
