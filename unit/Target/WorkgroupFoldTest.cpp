//===- WorkgroupFoldTest.cpp - Folds without subgroups --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <array>
#include <cstring>

using namespace qdc;

/// The value of iterations [first, last), by the rule in KernelABI.h: lanes in turn, then a tree.
template <typename T>
static T foldByRule(const std::vector<T> &x, size_t first, size_t last) {
  std::array<T, QDC_REDUCE_LANES> lanes = {};
  for (size_t i = first; i < last; ++i)
    lanes[(i - first) % lanes.size()] += x[i];
  for (size_t half = lanes.size() / 2; half > 0; half /= 2)
    for (size_t lane = 0; lane < half; ++lane)
      lanes[lane] += lanes[lane + half];
  return lanes[0];
}

/// Numbers of many magnitudes: the order of additions decides the bits of their sum.
static std::vector<float> numbers(size_t count) {
  std::vector<float> x(count);
  uint32_t state = 7;
  for (float &value : x) {
    state = state * 1664525 + 1013904223;
    value = static_cast<float>(static_cast<int32_t>(state)) / static_cast<float>(1 << (state % 24));
  }
  return x;
}

/// `kernel` adds up elements of an array, of n of which it takes those that `counts` says and 0 for others, with a
/// thread for each lane of the rule. Checks the bits of each block's sum.
template <typename T, typename Counts>
static void checkFolds(GPUThreads &kernel, Counts counts) {
  REQUIRE(kernel.shape().blockThreads == QDC_REDUCE_LANES);
  REQUIRE(kernel.shape().threadsPerIteration == QDC_REDUCE_LANES);
  constexpr size_t block = QDC_REDUCE_MINIMUM_BLOCK;
  for (size_t n : {size_t{1}, size_t{63}, size_t{65}, block - 1, 3 * block + 70}) {
    CAPTURE(n);
    const std::vector<float> some = numbers(n);
    std::vector<T> x(some.begin(), some.end()), counted = x;
    for (size_t i = 0; i < n; ++i)
      if (!counts(i))
        counted[i] = 0;
    size_t count = (n + block - 1) / block;
    std::vector<uint64_t> workspace(count);
    kernel.runBlocks({address(x.data()), static_cast<qd_slot>(n), address(workspace.data())}, /*blocks=*/2);
    for (size_t number = 0; number < count; ++number) {
      T found = 0, wanted = foldByRule(counted, number * block, std::min(n, (number + 1) * block));
      std::memcpy(&found, &workspace[number], sizeof(found));
      CHECK(std::memcmp(&found, &wanted, sizeof(found)) == 0);
    }
  }
}

TEST_CASE("blocks without subgroups reduce in the order of the rule") {
  GPUThreads kernel(spreadOverGrid(taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, "
                                              "%n: index {qd.slot = #qd.slot<scalar(1)>})",
                                              "%sum = qd.for (%i) in (%n) reduce(addf) -> f32 {\n"
                                              "%v = memref.load %x[%i] : memref<?xf32>\nqd.yield %v : f32\n}",
                                              "", "partials [0]"),
                                   /*subgroupWidth=*/0));
  checkFolds<float>(kernel, [](size_t) { return true; });
}

TEST_CASE("blocks of two subgroups, which fold by shuffles too, reduce in the order of the rule") {
  // Odd elements count as 0.
  GPUThreads kernel(spreadOverGrid(
      taskModule("(%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>})",
                 "%c0 = arith.constant 0 : index\n%c2 = arith.constant 2 : index\n%zero = arith.constant 0.0 : f64\n"
                 "%sum = qd.for (%i) in (%n) reduce(addf) -> f64 {\n%rest = arith.remui %i, %c2 : index\n"
                 "%is = arith.cmpi eq, %rest, %c0 : index\n%v = scf.if %is -> f64 {\n"
                 "%u = memref.load %x[%i] : memref<?xf64>\nscf.yield %u : f64\n} else {\nscf.yield %zero : f64\n}\n"
                 "qd.yield %v : f64\n}",
                 "", "partials [0]"),
      /*subgroupWidth=*/32));
  checkFolds<double>(kernel, [](size_t i) { return i % 2 == 0; });
}

TEST_CASE("their atomics to one element are one for each block that has any") {
  // Iterations whose number is a multiple of 3 count.
  GPUThreads kernel(spreadOverGrid(
      taskModule("(%s: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>})",
                 "qd.for (%i) in (%n) block_dim(64) {\n%c0 = arith.constant 0 : index\n%c3 = arith.constant 3 : index\n"
                 "%rest = arith.remui %i, %c3 : index\n%counts = arith.cmpi eq, %rest, %c0 : index\n"
                 "scf.if %counts {\n%v = arith.index_cast %i : index to i64\n"
                 "memref.atomic_rmw addi %v, %s[%c0] : (i64, memref<?xi64>) -> i64\n}\n}"),
      /*subgroupWidth=*/0));
  for (int64_t n : {1, 64, 200, 1000}) {
    CAPTURE(n);
    int64_t found = 5, wanted = 5;
    for (int64_t i = 0; i < n; i += 3)
      wanted += i;
    kernel.runBlocks({address(&found), static_cast<qd_slot>(n)}, /*blocks=*/3);
    CHECK(found == wanted);
  }
}

TEST_CASE("they combine the values of a reduction's blocks in the order of the rule, in one block of the grid") {
  GPUThreads kernel(spreadOverGrid(
      taskModule("(%n: index {qd.slot = #qd.slot<scalar(0)>}, %out: memref<?xf32> {qd.slot = #qd.slot<array(1)>}, "
                 "%w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>})",
                 "%sum = qd.combine_partials addf of %n iterations at 0 : f32\n%c0 = arith.constant 0 : index\n"
                 "memref.store %sum, %out[%c0] : memref<?xf32>"),
      /*subgroupWidth=*/0));
  for (size_t count : {size_t{1}, size_t{64}, size_t{150}}) {
    CAPTURE(count);
    std::vector<float> partials = numbers(count);
    std::vector<uint64_t> workspace(count);
    for (size_t number = 0; number < count; ++number)
      std::memcpy(&workspace[number], &partials[number], sizeof(float));
    float found = 0, wanted = foldByRule(partials, 0, count);
    kernel.runBlocks(
        {static_cast<qd_slot>(count * QDC_REDUCE_MINIMUM_BLOCK), address(&found), address(workspace.data())},
        /*blocks=*/2);
    CHECK(std::memcmp(&found, &wanted, sizeof(found)) == 0);
  }
}
