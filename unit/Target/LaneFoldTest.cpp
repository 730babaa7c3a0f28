//===- LaneFoldTest.cpp - A block of a reduction in a subgroup ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <algorithm>
#include <array>

using namespace qdc;

static constexpr int64_t mostElements = 3100, firstPartial = 8;

/// The sum of x[from] to x[n - 1], which are added to y as well.
static GPUThreads sumAndAdd(const std::string &type) {
  const std::string each = "memref<?x" + type + ">", add = type[0] == 'i' ? "arith.addi" : "arith.addf";
  return GPUThreads(taskModule(
      "(%x: " + each + " {qd.slot = #qd.slot<array(0)>}, %y: " + each +
          " {qd.slot = #qd.slot<array(1)>}, %from: index {qd.slot = #qd.slot<scalar(2)>}, "
          "%n: index {qd.slot = #qd.slot<scalar(3)>})",
      "%sum = qd.for (%i) in (%n) from (%from) block_dim(32) reduce(" + std::string(add.substr(6)) + ") -> " + type +
          " {\n%a = memref.load %x[%i] : " + each + "\n%b = memref.load %y[%i] : " + each + "\n%c = " + add +
          " %a, %b : " + type + "\nmemref.store %c, %y[%i] : " + each + "\nqd.yield %a : " + type + "\n}",
      "", "partials [64]"));
}

/// What the first thread folds where the others have nothing: elements `lanes` of each 64 of a block, in order, and
/// then one lane with the other.
template <typename T>
static T firstThread(const T *block, int64_t size, std::array<int64_t, 2> lanes) {
  std::array<T, 2> sums = {};
  for (size_t lane = 0; lane < 2; ++lane)
    for (int64_t e = lanes[lane]; e < size; e += QDC_REDUCE_LANES)
      sums[lane] = T(sums[lane] + block[e]);
  return T(sums[0] + sums[1]);
}

/// Arrays that lie at a multiple of 64 bytes or an element further, and ranges that begin at 0 or later.
template <typename T>
static void check(const std::string &type, bool inOrder) {
  GPUThreads kernel = sumAndAdd(type);
  REQUIRE(kernel.shape().blockThreads == 32);
  for (int64_t offset : {0, 1})
    for (int64_t from : {0, 1, 16})
      for (int64_t total : {0, 1, 2, 31, 33, 63, 64, 65, 511, 512, 513, 1000, 1023, 1024, 1025, 2049, 3000}) {
        CAPTURE(type, offset, from, total);
        alignas(64) std::array<T, mostElements> x = {}, y = {};
        T *given = x.data() + offset, *made = y.data() + offset;
        for (int64_t i = 0; i < total; ++i)
          given[from + i] = T(T(1) + T(i % 7) / T(3));
        std::array<int64_t, firstPartial + 4> workspace = {};
        kernel.run({address(given), address(made), qd_slot(from), qd_slot(from + total), address(workspace.data())}, 2);
        CHECK(std::equal(x.begin(), x.end(), y.begin())); // each iteration once
        const bool isAligned = offset == 0 && from % 2 == 0;
        for (int64_t block = 0; inOrder && block * QDC_REDUCE_MINIMUM_BLOCK < total; ++block) {
          const int64_t begin = block * QDC_REDUCE_MINIMUM_BLOCK;
          const int64_t size = std::min<int64_t>(total - begin, QDC_REDUCE_MINIMUM_BLOCK);
          T partial;
          std::memcpy(&partial, &workspace[firstPartial + block], sizeof(T));
          const std::array<int64_t, 2> lanes = {0, isAligned ? 1 : 32};
          CHECK(partial == firstThread(given + from + begin, size, lanes));
        }
      }
}

TEST_CASE("a thread's lanes are neighbours where arrays are aligned, and each is folded in order") {
  check<float>("f32", true);
  check<double>("f64", true);
}

TEST_CASE("integers are folded in pieces of 16 bytes, each element once") {
  check<int8_t>("i8", false);
  check<int16_t>("i16", false);
  check<int32_t>("i32", false);
  check<int64_t>("i64", false);
}
