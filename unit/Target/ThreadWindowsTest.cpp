//===- ThreadWindowsTest.cpp - Neighbouring iterations of a thread --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"
#include "PlacedTasks.h"

#include "catch2/catch.hpp"

#include <algorithm>
#include <numeric>

using namespace qdc;

/// y[i] = x[i] + y[i] for `low` <= i < `high`.
static std::string sums(const std::string &type) {
  const std::string each = memref(type), add = type[0] == 'i' ? "arith.addi" : "arith.addf";
  return taskModule("(" + array("x", 0, type) + ", " + array("y", 1, type) + ", " + scalar("low", 2) + ", " +
                        scalar("high", 3) + ")",
                    "qd.for (%i) in (%high) from (%low) block_dim(32) {\n%a = memref.load %x[%i] : " + each +
                        "\n%b = memref.load %y[%i] : " + each + "\n%c = " + add + " %a, %b : " + type +
                        "\nmemref.store %c, %y[%i] : " + each + "\n}");
}

template <typename T>
static void checkSums(const std::string &type, int64_t width) {
  GPUThreads kernel(sums(type));
  REQUIRE(kernel.shape().iterationsPerThread == width);
  for (size_t offset : {0, 1})
    for (int64_t low : {int64_t{0}, int64_t{1}, width - 1, width, width + 3})
      for (int64_t extent : {int64_t{0}, int64_t{1}, width - 1, width, 2 * width - 1, 31 * width, 33 * width + 1})
        for (uint32_t blocks : {1, 2, 3}) {
          CAPTURE(type, offset, low, extent, blocks);
          const int64_t high = low + extent, count = high + 2 * width;
          Placed<T> x(count, offset), y(count, offset);
          std::vector<T> wanted(count);
          for (int64_t i = 0; i < count; ++i) {
            x[i] = T(i % 50);
            y[i] = T(1);
            wanted[i] = i >= low && i < high ? T(1 + i % 50) : T(1);
          }
          kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(low), static_cast<qd_slot>(high)}, blocks);
          CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
        }
}

TEST_CASE("windows and the ends of a row run each iteration once, for all sizes of elements") {
  checkSums<int8_t>("i8", 16);
  checkSums<int16_t>("i16", 8);
  checkSums<int32_t>("i32", 4);
  checkSums<double>("f64", 2);
}

/// Of two dimensions, in blocks of so many threads: y = the sum of two neighbours and the product of two.
static void checkPlane(unsigned threads) {
  const std::string type = memref("i16");
  GPUThreads kernel(taskModule(
      "(" + array("x", 0, "i16") + ", " + array("y", 1, "i16") + ", " + scalar("rows", 2) + ", " +
          scalar("columns", 3) + ")",
      "%c1 = arith.constant 1 : index\n%ie = arith.subi %rows, %c1 : index\n%je = arith.subi %columns, %c1 : index\n"
      "qd.for (%i, %j) in (%ie, %je) from (%c1, %c1) block_dim(" +
          std::to_string(threads) +
          ") {\n%row = arith.muli %i, %columns : index\n%at = arith.addi %row, %j : index\n%north = arith.subi %at, "
          "%columns : index\n"
          "%south = arith.addi %at, %columns : index\n%west = arith.subi %at, %c1 : index\n"
          "%east = arith.addi %at, %c1 : index\n%a = memref.load %x[%north] : " +
          type + "\n%b = memref.load %x[%south] : " + type + "\n%c = memref.load %x[%west] : " + type +
          "\n%d = memref.load %x[%east] : " + type + "\n%old = memref.load %y[%at] : " + type +
          "\n%e = arith.addi %a, %b : i16\n%f = arith.muli %c, %d : i16\n%g = arith.addi %e, %f : i16\n"
          "%h = arith.addi %g, %old : i16\nmemref.store %h, %y[%at] : " +
          type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 16);
  for (auto [rows, columns] :
       {std::array<int64_t, 2>{3, 64}, {4, 65}, {17, 16}, {11, 136}, {19, 1032}, {5, 3}, {2, 80}, {3, 8}})
    for (size_t offset : {0, 1})
      for (uint32_t blocks : {1, 2, 4}) {
        CAPTURE(rows, columns, offset, blocks);
        Placed<int16_t> x(rows * columns, offset), y(rows * columns, offset);
        std::iota(x.begin(), x.end(), int16_t(1));
        std::vector<int16_t> wanted(rows * columns);
        for (int64_t i = 1; i < rows - 1; ++i)
          for (int64_t j = 1; j < columns - 1; ++j) {
            const int64_t at = i * columns + j;
            wanted[at] = int16_t(x[at - columns] + x[at + columns] + x[at - 1] * x[at + 1]);
          }
        kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(rows), static_cast<qd_slot>(columns)}, blocks);
        CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
      }
}

TEST_CASE("windows of inner points have the coordinates of their rows") {
  checkPlane(32);
  checkPlane(256);
}

TEST_CASE("tiles of three dimensions have each point once") {
  for (unsigned threads : {32, 64, 256}) {
    GPUThreads kernel(taskModule(
        "(" + array("x", 0, "i8") + ", " + scalar("n", 1) + ", " + scalar("m", 2) + ", " + scalar("k", 3) + ")",
        "%c2 = arith.constant 2 : index\n%one = arith.constant 1 : i8\nqd.for (%h, %i, %j) in (%n, %m, %k) from (%c2, "
        "%c2, %c2) block_dim(" +
            std::to_string(threads) +
            ") {\n%a = arith.muli %h, %m : index\n%b = arith.addi %a, %i : index\n%c = arith.muli %b, %k : index\n"
            "%at = arith.addi %c, %j : index\n%v = memref.load %x[%at] : memref<?xi8>\n%w = arith.addi %v, %one : i8\n"
            "memref.store %w, %x[%at] : memref<?xi8>\n}"));
    REQUIRE(kernel.shape().iterationsPerThread == 64);
    for (auto [n, m, k] : {std::array<int64_t, 3>{3, 3, 1040}, {9, 13, 528}, {6, 11, 144}, {4, 7, 130}, {5, 4, 32}})
      for (uint32_t blocks : {1, 3}) {
        CAPTURE(threads, n, m, k, blocks);
        Placed<int8_t> x(n * m * k);
        kernel.run({x.slot(), static_cast<qd_slot>(n), static_cast<qd_slot>(m), static_cast<qd_slot>(k)}, blocks);
        bool isRight = true;
        for (int64_t at = 0; at < n * m * k; ++at) {
          const bool isInside = at / (m * k) >= 2 && at / k % m >= 2 && at % k >= 2;
          isRight &= x[at] == (isInside ? 1 : 0);
        }
        CHECK(isRight);
      }
  }
}

/// y = the five-point sum of x, of f32, whose rows share loads.
static GPUThreads rowsTogether() {
  const std::string type = memref("f32");
  return GPUThreads(taskModule(
      "(" + array("x", 0, "f32") + ", " + array("y", 1, "f32") + ", " + scalar("rows", 2) + ", " +
          scalar("columns", 3) + ")",
      "%c1 = arith.constant 1 : index\n%ie = arith.subi %rows, %c1 : index\n%je = arith.subi %columns, %c1 : index\n"
      "qd.for (%i, %j) in (%ie, %je) from (%c1, %c1) block_dim(32) {\n%row = arith.muli %i, %columns : index\n"
      "%at = arith.addi %row, %j : index\n%north = arith.subi %at, %columns : index\n"
      "%south = arith.addi %at, %columns : index\n%west = arith.subi %at, %c1 : index\n"
      "%east = arith.addi %at, %c1 : index\n%a = memref.load %x[%north] : " +
          type + "\n%b = memref.load %x[%south] : " + type + "\n%c = memref.load %x[%west] : " + type +
          "\n%d = memref.load %x[%east] : " + type + "\n%e = memref.load %x[%at] : " + type +
          "\n%f = arith.addf %a, %b : f32\n%g = arith.addf %c, %d : f32\n%h = arith.addf %f, %g : f32\n"
          "%k = arith.addf %h, %e : f32\nmemref.store %k, %y[%at] : " +
          type + "\n}"));
}

TEST_CASE("rows that are taken together are computed right, and each element is stored once") {
  const GPUThreads kernel = rowsTogether();
  REQUIRE(kernel.shape().iterationsPerThread == 8);
  for (auto [rows, columns] :
       {std::array<int64_t, 2>{3, 256}, {4, 256}, {19, 132}, {18, 132}, {35, 64}, {5, 1028}, {7, 5}})
    for (uint32_t blocks : {1, 2}) {
      CAPTURE(rows, columns, blocks);
      Placed<float> x(rows * columns), y(rows * columns);
      std::iota(x.begin(), x.end(), 1.0f);
      std::vector<float> wanted(rows * columns);
      std::vector<int> stores(rows * columns), once(rows * columns);
      for (int64_t i = 1; i < rows - 1; ++i)
        for (int64_t j = 1; j < columns - 1; ++j) {
          const int64_t at = i * columns + j;
          wanted[at] = x[at - columns] + x[at + columns] + (x[at - 1] + x[at + 1]) + x[at];
          once[at] = 1;
        }
      const std::vector<qd_slot> slots = {x.slot(), y.slot(), static_cast<qd_slot>(rows),
                                          static_cast<qd_slot>(columns)};
      kernel.run(slots, blocks);
      CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
      for (uint32_t block = 0; block < blocks; ++block)
        for (uint32_t thread = 0; thread < kernel.shape().blockThreads; ++thread) {
          std::fill(y.begin(), y.end(), 0.0f);
          kernel.runThread(slots, blocks, block, thread);
          for (size_t at = 0; at < stores.size(); ++at)
            stores[at] += y[at] != 0;
        }
      CHECK(stores == once);
    }
}

TEST_CASE("where no index is clamped there are windows, of one dimension too") {
  const std::string type = memref("i32");
  const GPUThreads kernel(taskModule(
      "(" + array("x", 0, "i32") + ", " + array("y", 1, "i32") + ", " + scalar("n", 2) + ")",
      "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%last = arith.subi %n, %c1 : index\n"
      "qd.for (%i) in (%n) block_dim(32) {\n%a = arith.subi %i, %c1 : index\n%west = arith.maxsi %a, %c0 : index\n"
      "%b = arith.addi %i, %c1 : index\n%east = arith.minsi %b, %last : index\n%v = memref.load %x[%west] : " +
          type + "\n%w = memref.load %x[%east] : " + type +
          "\n%s = arith.subi %w, %v : i32\nmemref.store %s, %y[%i] : " + type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 4);
  for (int64_t n : {1, 2, 5, 128, 200, 201, 202, 203}) {
    CAPTURE(n);
    Placed<int32_t> x(n), y(n);
    for (int64_t i = 0; i < n; ++i)
      x[i] = int32_t(i * i);
    kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(n)}, 1);
    for (int64_t i = 0; i < n; ++i)
      CHECK(y[i] == x[std::min(i + 1, n - 1)] - x[std::max(i - 1, int64_t{0})]);
  }
}

TEST_CASE("windows begin where accesses are aligned that are all as far off") {
  const std::string type = memref("i32");
  GPUThreads kernel(
      taskModule("(" + array("x", 0, "i32") + ", " + array("y", 1, "i32") + ", " + scalar("n", 2) + ")",
                 "%c3 = arith.constant 3 : index\nqd.for (%i) in (%n) block_dim(32) {\n%at = arith.addi %i, %c3 : "
                 "index\n%a = memref.load %x[%at] : " +
                     type + "\nmemref.store %a, %y[%at] : " + type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 4);
  for (int64_t n : {200, 201, 202, 203}) {
    Placed<int32_t> x(n + 3), y(n + 3);
    std::iota(x.begin(), x.end(), 1);
    kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(n)}, 1);
    CHECK(std::count(y.begin(), y.begin() + 3, 0) == 3);
    CHECK(std::equal(y.begin() + 3, y.end(), x.begin() + 3));
  }
}

TEST_CASE("an iteration of a window that reports ends alone, by its own number") {
  const std::string type = memref("i32");
  GPUThreads kernel(taskModule(
      "(" + array("x", 0, "i32") + ", " + array("y", 1, "i32") + ", " + scalar("rows", 2) + ", " +
          scalar("columns", 3) + ", %record: memref<?xi8> {qd.slot = #qd.slot<error_record>})",
      "%c1 = arith.constant 1 : index\n%c5 = arith.constant 5 : i32\nqd.for (%i, %j) in (%rows, %columns) from (%c1, "
      "%c1) block_dim(32) {\n%row = arith.muli %i, %columns : index\n%at = arith.addi %row, %j : index\n"
      "%a = memref.load %x[%at] : " +
          type +
          "\n%fits = arith.cmpi ult, %a, %c5 : i32\nqd.check %fits, \"value {}\", %a : i32 {site = 7 : i32}\n"
          "%old = memref.load %y[%at] : " +
          type + "\n%new = arith.addi %old, %a : i32\nmemref.store %new, %y[%at] : " + type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 8);
  const int64_t rows = 5, columns = 32;
  for (int64_t wrong : {int64_t{-1}, int64_t{33}, int64_t{36}, int64_t{38}, int64_t{63}, int64_t{97}, int64_t{127}}) {
    CAPTURE(wrong);
    Placed<int32_t> x(rows * columns), y(rows * columns);
    std::fill(x.begin(), x.end(), 2);
    if (wrong >= 0)
      x[wrong] = 9;
    qd_error_record record{};
    kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(rows), static_cast<qd_slot>(columns), address(&record)}, 1);
    CHECK((record.code != 0) == (wrong >= 0));
    if (wrong >= 0) {
      CHECK(record.iteration == (wrong / columns - 1) * (columns - 1) + wrong % columns - 1);
      CHECK(record.values[0] == 9);
      CHECK(y[wrong] == 0);
      // Before the first window iterations run one by one. The others of its window ran.
      for (int64_t at = wrong / 4 * 4; at < wrong / 4 * 4 + 4; ++at)
        if (at != wrong && at % columns >= 4)
          CHECK(y[at] == 2);
    } else {
      for (int64_t at = 0; at < rows * columns; ++at)
        CHECK(y[at] == (at >= columns && at % columns != 0 ? 2 : 0));
    }
  }
}

/// c[i, j] = the sum of a[i, k] * b[k, j] for k from 1 to below m - 1, and of 1 or, where it `updates`, of c[i, j]; the
/// arrays have rows of `width`.
static std::string product(const std::string &type, bool updates = false) {
  const std::string kind = type[0] == 'i' ? "i" : "f", each = memref(type);
  const std::string first = updates ? "memref.load %c[%atC] : " + each
                                    : "arith.constant 1" + std::string(kind == "i" ? "" : ".0") + " : " + type;
  return taskModule(
      "(" + array("a", 0, type) + ", " + array("b", 1, type) + ", " + array("c", 2, type) + ", " + scalar("n", 3) +
          ", " + scalar("m", 4) + ", " + scalar("l", 5) + ", " + scalar("width", 6) + ")",
      "%c1 = arith.constant 1 : index\n%end = arith.subi %m, %c1 : index\nqd.for (%i, %j) in (%n, %l) block_dim(256) "
      "{\n%rowC = arith.muli %i, %width : index\n%atC = arith.addi %rowC, %j : index\n%first = " +
          first +
          "\n%rowA = arith.muli %i, %width : index\n%sum = scf.for %k = %c1 to %end step %c1 iter_args(%before = "
          "%first) -> (" +
          type + ") {\n%atA = arith.addi %rowA, %k : index\n%u = memref.load %a[%atA] : " + each +
          "\n%rowB = arith.muli %k, %width : index\n%atB = arith.addi %rowB, %j : index\n%v = memref.load %b[%atB] : " +
          each + "\n%p = arith.mul" + kind + " %u, %v : " + type + "\n%after = arith.add" + kind + " %before, %p : " +
          type + "\nscf.yield %after : " + type + "\n}\nmemref.store %sum, %c[%atC] : " + each + "\n}");
}

template <typename T>
static void checkProduct(const std::string &type, bool updates = false) {
  GPUThreads kernel(product(type, updates));
  REQUIRE(kernel.shape().iterationsPerThread == 1);
  for (size_t offset : {0, 1})
    for (int64_t width : {64, 65})
      for (auto [n, m, l] :
           {std::tuple<int64_t, int64_t, int64_t>{9, 7, 64}, {1 << 13, 5, 64}, {8400, 4, 63}, {9001, 0, 62}}) {
        CAPTURE(type, offset, width, n, m, l);
        Placed<T> a(width * n, offset), b(width * 10, offset), c(width * n, offset);
        for (int64_t at = 0; at < width * n; ++at)
          a[at] = T(at % 23 - 11);
        for (int64_t at = 0; at < width * 10; ++at)
          b[at] = T(at % 17 - 8);
        std::vector<T> wanted(width * n);
        for (int64_t at = 0; updates && at < width * n; ++at)
          wanted[at] = c[at] = T(at % 5);
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < l; ++j) {
            T sum = updates ? wanted[i * width + j] : T(1);
            for (int64_t k = 1; k < m - 1; ++k)
              sum += a[i * width + k] * b[k * width + j];
            wanted[i * width + j] = sum;
          }
        kernel.run({a.slot(), b.slot(), c.slot(), static_cast<qd_slot>(n), static_cast<qd_slot>(m),
                    static_cast<qd_slot>(l), static_cast<qd_slot>(width)},
                   1);
        CHECK(std::equal(c.begin(), c.end(), wanted.begin()));
      }
}

TEST_CASE("iterations of a window make the trips of their inner loops together") {
  checkProduct<int32_t>("i32");
  checkProduct<float>("f32");
  checkProduct<double>("f64");
}

TEST_CASE("sums of inner loops that are added to what was there are added once") {
  checkProduct<int32_t>("i32", /*updates=*/true);
  checkProduct<double>("f64", /*updates=*/true);
}

/// What product("i32") takes: a of n x m and b of m x l ones, and c of zeros; rows are `width` elements apart.
struct OnesProduct {
  OnesProduct(int64_t n, int64_t m, int64_t l, int64_t width)
      : a(width * n), b(width * m), c(width * n), slots{a.slot(),
                                                        b.slot(),
                                                        c.slot(),
                                                        static_cast<qd_slot>(n),
                                                        static_cast<qd_slot>(m),
                                                        static_cast<qd_slot>(l),
                                                        static_cast<qd_slot>(width)} {
    std::fill(a.begin(), a.end(), 1);
    std::fill(b.begin(), b.end(), 1);
  }
  Placed<int32_t> a, b, c;
  std::vector<qd_slot> slots;
};

TEST_CASE("rows of a product that make their trips together are a thread's alone") {
  const GPUThreads kernel(product("i32"));
  const int64_t m = 5, l = 64;
  for (auto [n, width] : {std::array<int64_t, 2>{8193, 64}, {8195, 65}, {8207, 65}}) {
    CAPTURE(n, width);
    OnesProduct matrices(n, m, l, width);
    Placed<int32_t> &c = matrices.c;
    std::vector<int> stores(width * n), once(width * n);
    for (int64_t at = 0; at < width * n; ++at)
      once[at] = at % width < l;
    for (uint32_t block : {0, 1})
      for (uint32_t thread = 0; thread < kernel.shape().blockThreads; ++thread) {
        std::fill(c.begin(), c.end(), 0);
        kernel.runThread(matrices.slots, 2, block, thread);
        for (size_t at = 0; at < stores.size(); ++at)
          stores[at] += c[at] != 0;
      }
    CHECK(stores == once);
  }
}

TEST_CASE("products of few rows have windows too") {
  const GPUThreads kernel(product("i32"));
  for (int64_t n : {1, 2, 3, 4, 6, 8, 9, 11}) {
    CAPTURE(n);
    const int64_t m = 4, l = (int64_t{1} << 19) / n / 1024 * 1024 + 1024;
    OnesProduct matrices(n, m, l, l);
    Placed<int32_t> &c = matrices.c;
    kernel.runThread(matrices.slots, 1, 0, 0);
    // The next element is the same thread's, or another one's. One row is no pair; of nine rows, in pairs, too much of
    // a tile is outside.
    CHECK((c[1] != 0) == (n != 1 && n != 9));
    kernel.run(matrices.slots, 1);
    CHECK(std::count(c.begin(), c.end(), 3) == n * l);
  }
}

TEST_CASE("rows make their trips together wherever the elements of theirs lie") {
  // c[i, j] = the sum of a[i, k] * b[j, k].
  const std::string type = memref("f32");
  const GPUThreads kernel(taskModule(
      "(" + array("a", 0, "f32") + ", " + array("b", 1, "f32") + ", " + array("c", 2, "f32") + ", " + scalar("n", 3) +
          ", " + scalar("l", 4) + ", " + scalar("m", 5) + ")",
      "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%zero = arith.constant 0.0 : f32\n"
      "qd.for (%i, %j) in (%n, %l) block_dim(256) {\n%rowA = arith.muli %i, %m : index\n"
      "%rowB = arith.muli %j, %m : index\n%sum = scf.for %k = %c0 to %m step %c1 iter_args(%before = %zero) -> (f32) "
      "{\n%atA = arith.addi %rowA, %k : index\n%atB = arith.addi %rowB, %k : index\n%u = memref.load %a[%atA] : " +
          type + "\n%v = memref.load %b[%atB] : " + type +
          "\n%p = arith.mulf %u, %v : f32\n%after = arith.addf %before, %p : f32\nscf.yield %after : f32\n}\n"
          "%rowC = arith.muli %i, %l : index\n%atC = arith.addi %rowC, %j : index\nmemref.store %sum, %c[%atC] : " +
          type + "\n}"));
  for (auto [n, l, m] : {std::array<int64_t, 3>{1030, 530, 3}, {7, 80000, 2}, {70000, 8, 1}, {300000, 3, 1}}) {
    CAPTURE(n, l, m);
    Placed<float> a(n * m), b(l * m), c(n * l);
    for (int64_t at = 0; at < n * m; ++at)
      a[at] = float(at % 23 - 11);
    for (int64_t at = 0; at < l * m; ++at)
      b[at] = float(at % 17 - 8);
    kernel.run(
        {a.slot(), b.slot(), c.slot(), static_cast<qd_slot>(n), static_cast<qd_slot>(l), static_cast<qd_slot>(m)}, 1);
    bool isRight = true;
    for (int64_t at = 0; at < n * l; ++at) {
      float sum = 0;
      for (int64_t k = 0; k < m; ++k)
        sum += a[at / l * m + k] * b[at % l * m + k];
      isRight &= c[at] == sum;
    }
    CHECK(isRight);
  }
}

TEST_CASE("there are no windows of inner loops that go where each iteration leads") {
  // x[x[...]], as often as m says; and as often as each iteration says.
  auto chase = [](const std::string &end) {
    return taskModule("(" + array("x", 0, "i32") + ", " + array("y", 1, "i32") + ", " + scalar("n", 2) + ", " +
                          scalar("m", 3) + ")",
                      "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\nqd.for (%i) in (%n) "
                      "block_dim(32) {\n%last = scf.for %k = %c0 to " +
                          end +
                          " step %c1 iter_args(%at = %i) -> (index) {\n%u = memref.load %x[%at] : memref<?xi32>\n%to "
                          "= arith.index_cast %u : i32 to index\nscf.yield %to : index\n}\n%value = arith.index_cast "
                          "%last : index to i32\nmemref.store %value, %y[%i] : memref<?xi32>\n}");
  };
  for (const char *end : {"%m", "%i"}) {
    GPUThreads kernel(chase(end));
    CHECK(kernel.shape().iterationsPerThread == 1);
    const int64_t n = 200, m = 3;
    Placed<int32_t> x(n), y(n);
    std::vector<int32_t> wanted(n);
    for (int64_t i = 0; i < n; ++i)
      x[i] = int32_t(i * 7 % n);
    for (int64_t i = 0; i < n; ++i) {
      wanted[i] = int32_t(i);
      for (int64_t k = 0; k < (end[1] == 'm' ? m : i); ++k)
        wanted[i] = x[wanted[i]];
    }
    kernel.run({x.slot(), y.slot(), n, m}, 1);
    CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
  }
}
