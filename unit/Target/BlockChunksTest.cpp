//===- BlockChunksTest.cpp - Several iterations of a GPU's thread at once -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <algorithm>
#include <numeric>

using namespace qdc;

/// Grids with fewer blocks than chunks, as many, more, and more threads than iterations.
static std::vector<uint32_t> grids(const GPUThreads &kernel, int64_t extent) {
  uint32_t threads = kernel.shape().blockThreads, blocks = static_cast<uint32_t>((extent + threads - 1) / threads);
  uint32_t chunks = (blocks + kernel.shape().iterationsPerThread - 1) / kernel.shape().iterationsPerThread;
  return {1, 2, chunks ? chunks : 1, chunks + 1, blocks + 1};
}

/// y[i] = x[i] * x[i] + y[i], of `type`, where each iteration adds 1 to its tally, so that one that is left out or runs
/// twice is seen.
static std::string squares(const std::string &type) {
  std::string array = "memref<?x" + type + ">";
  std::string operation = type[0] == 'i' ? "i" : "f";
  return taskModule("(%x: " + array + " {qd.slot = #qd.slot<array(0)>}, %y: " + array +
                        " {qd.slot = #qd.slot<array(1)>}, %tally: memref<?xi8> {qd.slot = #qd.slot<array(2)>}, "
                        "%n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                    "qd.for (%i) in (%n) block_dim(32) {\n%one = arith.constant 1 : i8\n%a = memref.load %x[%i] : " +
                        array + "\n%b = memref.load %y[%i] : " + array + "\n%aa = arith.mul" + operation +
                        " %a, %a : " + type + "\n%c = arith.add" + operation + " %aa, %b : " + type +
                        "\n%t = memref.load %tally[%i] : memref<?xi8>\n%u = arith.addi %t, %one : i8\n"
                        "memref.store %c, %y[%i] : " +
                        array + "\nmemref.store %u, %tally[%i] : memref<?xi8>\n}");
}

/// Arrays begin an element late, so that there are no windows (ThreadWindows.h).
template <typename T>
static void checkSquares(const std::string &type, int64_t iterations) {
  CAPTURE(type);
  GPUThreads kernel(squares(type));
  REQUIRE(kernel.shape().blockThreads == 32);
  int64_t chunk = 32 * iterations;
  for (int64_t extent : {int64_t{0}, int64_t{1}, int64_t{33}, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk,
                         2 * chunk + 1, 5 * chunk - 1, 5 * chunk + 33})
    for (uint32_t blocks : grids(kernel, extent)) {
      CAPTURE(extent, blocks);
      // What lies past the end must stay as it is.
      std::vector<T> x(extent + chunk + 1), y(extent + chunk + 1), wanted;
      std::vector<int8_t> tally(extent + chunk);
      std::iota(x.begin(), x.end(), T(1));
      std::iota(y.begin(), y.end(), T(5));
      wanted = y;
      for (int64_t i = 1; i <= extent; ++i)
        wanted[i] = T(x[i] * x[i] + y[i]);
      kernel.run({address(x.data() + 1), address(y.data() + 1), address(tally.data()), static_cast<qd_slot>(extent)},
                 blocks);
      CHECK(y == wanted);
      CHECK(std::count(tally.begin(), tally.begin() + extent, 1) == extent);
      CHECK(std::count(tally.begin() + extent, tally.end(), 0) == chunk);
    }
}

TEST_CASE("whole chunks and what is left of them run each iteration once, for all sizes of elements") {
  checkSquares<int8_t>("i8", 4); // by the number of loads
  checkSquares<int16_t>("i16", 4);
  checkSquares<float>("f32", 4);
  checkSquares<double>("f64", 2);
}

TEST_CASE("each copy has the coordinates of its iteration") {
  std::string bounds, slots;
  for (unsigned argument = 1; argument <= 3; ++argument)
    slots += ", %n" + std::to_string(argument) + ": i32 {qd.slot = #qd.slot<scalar(" + std::to_string(argument) + ")>}";
  // Axis 0 starts at -2, axis 1 has every third value, axis 2 is as it comes.
  GPUThreads kernel(taskModule(
      "(%out: memref<?xi32> {qd.slot = #qd.slot<array(0)>}" + slots + ")",
      "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n%c3 = arith.constant 3 : i32\n"
      "%low = arith.constant -2 : i32\n%high = arith.addi %low, %n1 : i32\n%wide = arith.muli %n2, %c3 : i32\n"
      "qd.for (%i, %j, %k) in (%high, %wide, %n3) from (%low, %c0, %c0) step (%c1, %c3, %c1) : i32 block_dim(16) {\n"
      "%d = arith.subi %i, %low : i32\n%e = arith.divsi %j, %c3 : i32\n%f = arith.muli %d, %n2 : i32\n"
      "%g = arith.addi %f, %e : i32\n%h = arith.muli %g, %n3 : i32\n%flat = arith.addi %h, %k : i32\n"
      "%at = arith.index_cast %flat : i32 to index\n%c10000 = arith.constant 10000 : i32\n"
      "%c100 = arith.constant 100 : i32\n%p = arith.muli %i, %c10000 : i32\n%q = arith.muli %j, %c100 : i32\n"
      "%r = arith.addi %p, %q : i32\n%s = arith.addi %r, %k : i32\nmemref.store %s, %out[%at] : memref<?xi32>\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 4);
  for (auto [n1, n2, n3] : {std::array<int32_t, 3>{1, 1, 64}, {3, 4, 5}, {5, 7, 11}, {1, 129, 1}, {64, 1, 1}})
    for (uint32_t blocks : grids(kernel, n1 * n2 * n3)) {
      CAPTURE(n1, n2, n3, blocks);
      std::vector<int32_t> out(n1 * n2 * n3), wanted;
      for (int32_t i = -2; i < n1 - 2; ++i)
        for (int32_t j = 0; j < 3 * n2; j += 3)
          for (int32_t k = 0; k < n3; ++k)
            wanted.push_back(i * 10000 + j * 100 + k);
      kernel.run({address(out.data()), static_cast<qd_slot>(n1), static_cast<qd_slot>(n2), static_cast<qd_slot>(n3)},
                 blocks);
      CHECK(out == wanted);
    }
}

TEST_CASE("the copies do not share local arrays") {
  GPUThreads kernel(
      taskModule("(%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 "qd.for (%i) in (%n) block_dim(32) {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
                 "%local = memref.alloca() : memref<2xi64>\n%a = memref.load %x[%i] : memref<?xi64>\n%b = arith.addi "
                 "%a, %a : i64\n"
                 "memref.store %a, %local[%c0] : memref<2xi64>\nmemref.store %b, %local[%c1] : memref<2xi64>\n"
                 "%which = arith.andi %i, %c1 : index\n%c = memref.load %local[%which] : memref<2xi64>\n"
                 "memref.store %c, %x[%i] : memref<?xi64>\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 2);
  std::vector<int64_t> x(200), wanted(200);
  for (int64_t i = 0; i < 200; ++i)
    x[i] = 1000 + i, wanted[i] = (i % 2 + 1) * x[i];
  kernel.run({address(x.data()), 200}, 3);
  CHECK(x == wanted);
}

TEST_CASE("an iteration that reports ends alone, and the others of its thread run once") {
  GPUThreads kernel(
      taskModule("(%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %p: memref<?xi32> {qd.slot = #qd.slot<array(1)>}, "
                 "%y: memref<?xi32> {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<dim(1, 0)>}, "
                 "%m: index {qd.slot = #qd.slot<dim(0, 0)>}, %record: memref<?xi8> {qd.slot = #qd.slot<error_record>})",
                 "qd.for (%i) in (%n) block_dim(32) {\n%q = memref.load %p[%i] : memref<?xi32>\n"
                 "%k = arith.index_cast %q : i32 to index\n%fits = arith.cmpi ult, %k, %m : index\n"
                 "qd.check %fits, \"index {}\", %k : index {site = 7 : i32}\n%v = memref.load %x[%k] : memref<?xi32>\n"
                 "%old = memref.load %y[%i] : memref<?xi32>\n%new = arith.addi %v, %old : i32\n"
                 "memref.store %new, %y[%i] : memref<?xi32>\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 4);
  const std::vector<int32_t> x = {10, 20, 30};
  for (int32_t wrong : {-1, 0, 5, 127, 128, 200, 399})
    for (uint32_t blocks : {1, 2, 4}) {
      CAPTURE(wrong, blocks);
      std::vector<int32_t> p(400), y(400, 1), wanted(400);
      for (int32_t i = 0; i < 400; ++i) {
        p[i] = i == wrong ? 3 : i % 3;
        wanted[i] = i == wrong ? 1 : 1 + x[i % 3];
      }
      qd_error_record record{};
      kernel.run({address(x.data()), address(p.data()), address(y.data()), 400, 3, address(&record)}, blocks);
      CHECK((record.code != 0) == (wrong >= 0));
      if (wrong < 0) {
        CHECK(y == wanted);
        continue;
      }
      CHECK(record.site == 7);
      CHECK(record.iteration == wrong);
      CHECK(record.values[0] == 3);
      CHECK(y[wrong] == 1);
      // Threads that start later do nothing.
      for (int32_t i = 0; i < 400; ++i)
        CHECK((y[i] == 1 || y[i] == wanted[i]));
      for (int32_t i = wrong / 128 * 128 + wrong % 32; i < std::min(wrong / 128 * 128 + 128, 400); i += 32)
        CHECK(y[i] == wanted[i]);
    }
}

TEST_CASE("a range of more than 2^32 iterations takes chunks too") {
  GPUThreads kernel(
      taskModule("(%first: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, "
                 "%from: index {qd.slot = #qd.slot<scalar(2)>})",
                 "qd.for (%i) in (%n) block_dim(32) {\n%at = arith.subi %i, %from : index\n%v = arith.index_cast %i : "
                 "index to i64\n"
                 "memref.store %v, %first[%at] : memref<?xi64>\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 2);
  // The last two blocks of a grid that has one for each chunk: a whole one, and one iteration more. The array begins an
  // element late, so that there are no windows (ThreadWindows.h).
  int64_t chunk = 64, from = int64_t{5} << 32, extent = from + chunk + 1;
  uint32_t blocks = static_cast<uint32_t>(from / chunk + 2);
  std::vector<int64_t> written(chunk + 3), wanted(chunk + 3);
  for (int64_t i = 0; i < chunk + 1; ++i)
    wanted[i + 1] = from + i;
  for (uint32_t block : {blocks - 2, blocks - 1})
    for (uint32_t thread = 0; thread < 32; ++thread)
      kernel.runThread({address(written.data() + 1), static_cast<qd_slot>(extent), static_cast<qd_slot>(from)}, blocks,
                       block, thread);
  CHECK(written == wanted);
}

/// Iteration (i, j) of (n, m) has the number f = i * m + j, and writes i * 2^32 + j to out[f % 128 + 128 * (f / 2^31)].
static GPUThreads longRange() {
  return GPUThreads(taskModule(
      "(%out: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, "
      "%m: index {qd.slot = #qd.slot<scalar(2)>})",
      "qd.for (%i, %j) in (%n, %m) block_dim(32) {\n%c127 = arith.constant 127 : index\n"
      "%c128 = arith.constant 128 : index\n%c31 = arith.constant 31 : index\n%c32 = arith.constant 32 : index\n"
      "%row = arith.muli %i, %m : index\n%f = arith.addi %row, %j : index\n%low = arith.andi %f, %c127 : index\n"
      "%half = arith.shrui %f, %c31 : index\n%start = arith.muli %half, %c128 : index\n"
      "%at = arith.addi %start, %low : index\n%high = arith.shli %i, %c32 : index\n"
      "%both = arith.addi %high, %j : index\n%v = arith.index_cast %both : index to i64\n"
      "memref.store %v, %out[%at] : memref<?xi64>\n}"));
}

TEST_CASE("coordinates are right up to the last range that is divided in 32 bits, and after it") {
  GPUThreads kernel = longRange();
  REQUIRE(kernel.shape().iterationsPerThread == 2);
  struct Case {
    int64_t n, m;
    std::vector<int64_t> iterations; // those of the last two blocks of 2^26
  };
  std::vector<int64_t> chunks, single;
  for (int64_t left = 128; left > 1; --left)
    chunks.push_back((int64_t{1} << 32) - left);
  for (int64_t half : {1, 2})
    for (int64_t left = 64; left > 0; --left)
      single.push_back((half << 31) - left);
  // 2^32 - 1 iterations: a whole chunk and one that lacks an iteration; 2^32, one by one, each thread two of them.
  for (const Case &each : {Case{65535, 65537, chunks}, Case{65536, 65536, single}, Case{1 << 20, 1 << 12, single}}) {
    CAPTURE(each.n, each.m);
    std::vector<int64_t> out(256), wanted(256);
    for (int64_t f : each.iterations)
      wanted[f % 128 + 128 * (f >> 31)] = ((f / each.m) << 32) + f % each.m;
    uint32_t blocks = 1u << 26;
    for (uint32_t block : {blocks - 2, blocks - 1})
      for (uint32_t thread = 0; thread < 32; ++thread)
        kernel.runThread({address(out.data()), static_cast<qd_slot>(each.n), static_cast<qd_slot>(each.m)}, blocks,
                         block, thread);
    CHECK(out == wanted);
  }
}
