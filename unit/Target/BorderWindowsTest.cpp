//===- BorderWindowsTest.cpp - Windows of loops with borders --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"
#include "PlacedTasks.h"

#include "catch2/catch.hpp"

using namespace qdc;

/// y += those of four neighbours of x that exist.
static std::string neighbours() {
  const std::string type = memref("i32");
  std::string body = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%none = arith.constant 0 : i32\n"
                     "qd.for (%i, %j) in (%rows, %columns) block_dim(32) {\n%row = arith.muli %i, %columns : index\n"
                     "%at = arith.addi %row, %j : index\n%old0 = memref.load %y[%at] : " +
                     type + "\n";
  const std::array<std::array<const char *, 4>, 4> sides = {{{"%i", "sub", "sge", "%c0"},
                                                             {"%i", "add", "slt", "%rows"},
                                                             {"%j", "sub", "sge", "%c0"},
                                                             {"%j", "add", "slt", "%columns"}}};
  for (size_t side = 0; side < sides.size(); ++side) {
    const auto &[variable, step, predicate, bound] = sides[side];
    const std::string number = std::to_string(side), next = std::to_string(side + 1);
    const bool isRow = std::string(variable) == "%i";
    body += "%p" + number + " = arith." + step + "i " + variable + ", %c1 : index\n%is" + number + " = arith.cmpi " +
            predicate + ", %p" + number + ", " + bound + " : index\n%v" + number + " = scf.if %is" + number +
            " -> i32 {\n%to = arith." + step + "i %at, " + (isRow ? "%columns" : "%c1") +
            " : index\n%v = memref.load %x[%to] : " + type +
            "\nscf.yield %v : i32\n} else {\nscf.yield %none : i32\n}\n%old" + next + " = arith.addi %old" + number +
            ", %v" + number + " : i32\n";
  }
  body += "memref.store %old4, %y[%at] : " + type + "\n}";
  return taskModule("(" + array("x", 0, "i32") + ", " + array("y", 1, "i32") + ", " + scalar("rows", 2) + ", " +
                        scalar("columns", 3) + ")",
                    body);
}

TEST_CASE("where neighbours exist there are windows, and elsewhere iterations ask") {
  const GPUThreads kernel(neighbours());
  REQUIRE(kernel.shape().iterationsPerThread == 8);
  for (auto [rows, columns] : {std::array<int64_t, 2>{1, 1}, {1, 128}, {2, 64}, {3, 64}, {17, 132}, {35, 64}, {9, 131}})
    for (size_t offset : {0, 1})
      for (uint32_t blocks : {1, 2}) {
        CAPTURE(rows, columns, offset, blocks);
        Placed<int32_t> x(rows * columns, offset), y(rows * columns, offset);
        std::iota(x.begin(), x.end(), 1);
        std::fill(y.begin(), y.end(), 1000);
        std::vector<int32_t> wanted(rows * columns, 1000);
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < columns; ++j) {
            auto at = [&](int64_t row, int64_t column) {
              const bool exists = row >= 0 && row < rows && column >= 0 && column < columns;
              return exists ? x[row * columns + column] : 0;
            };
            wanted[i * columns + j] += at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1);
          }
        kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(rows), static_cast<qd_slot>(columns)}, blocks);
        CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
      }
}

TEST_CASE("interiors and borders of planes of any extents make up all of them") {
  const GPUThreads kernel(neighbours());
  for (int64_t rows = 1; rows <= 70; ++rows)
    for (int64_t columns = 1; columns <= 70; ++columns) {
      CAPTURE(rows, columns);
      Placed<int32_t> x(rows * columns), y(rows * columns);
      std::iota(x.begin(), x.end(), 1);
      std::vector<int32_t> wanted(rows * columns);
      for (int64_t at = 0; at < rows * columns; ++at) {
        const int64_t i = at / columns, j = at % columns;
        wanted[at] = (i > 0 ? x[at - columns] : 0) + (i + 1 < rows ? x[at + columns] : 0) + (j > 0 ? x[at - 1] : 0) +
                     (j + 1 < columns ? x[at + 1] : 0);
      }
      kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(rows), static_cast<qd_slot>(columns)}, 1);
      if (!std::equal(y.begin(), y.end(), wanted.begin()))
        FAIL_CHECK("an element is wrong");
    }
}

/// Of three dimensions: y += 1 for each of the points two ahead of it and one after it that exist, along those of the
/// axes 0, 1 and 2 whose bit is set. Comparisons are without a sign where a position may be negative.
static std::string countNeighbours(unsigned axes) {
  const std::string type = memref("i32");
  std::string body = "%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index\n%one = arith.constant 1 : i32\n"
                     "qd.for (%h, %i, %j) in (%n, %m, %k) block_dim(64) {\n%a = arith.muli %h, %m : index\n"
                     "%b = arith.addi %a, %i : index\n%c = arith.muli %b, %k : index\n%at = arith.addi %c, %j : index\n"
                     "%none = arith.constant 0 : i32\n%sum0 = memref.load %y[%at] : " +
                     type + "\n";
  unsigned sums = 0;
  for (unsigned axis = 0; axis < 3; ++axis)
    for (bool isAhead : {true, false}) {
      if ((axes >> axis & 1) == 0)
        continue;
      const std::string number = std::to_string(sums), next = std::to_string(++sums), name(1, "hij"[axis]);
      const std::string position = "%p" + number, extent = std::string(1, '%') + "nmk"[axis];
      body += position + " = arith." + (isAhead ? "subi %" + name + ", %c2" : "addi %" + name + ", %c1") +
              " : index\n%is" + number + " = arith.cmpi " + (isAhead ? "ult, " : "slt, ") + position + ", " + extent +
              " : index\n%v" + number + " = arith.select %is" + number + ", %one, %none : i32\n%sum" + next +
              " = arith.addi %sum" + number + ", %v" + number + " : i32\n";
    }
  body += "memref.store %sum" + std::to_string(sums) + ", %y[%at] : " + type + "\n}";
  return taskModule(
      "(" + array("y", 0, "i32") + ", " + scalar("n", 1) + ", " + scalar("m", 2) + ", " + scalar("k", 3) + ")", body);
}

TEST_CASE("borders along some of three dimensions are run once") {
  for (unsigned axes = 1; axes < 8; ++axes) {
    const GPUThreads kernel(countNeighbours(axes));
    REQUIRE(kernel.shape().iterationsPerThread == 8);
    for (auto [n, m, k] : {std::array<int64_t, 3>{1, 1, 256},
                           {2, 3, 64},
                           {4, 4, 64},
                           {5, 9, 36},
                           {9, 5, 136},
                           {3, 7, 67},
                           {7, 8, 40},
                           {4, 33, 32}})
      for (uint32_t blocks : {1, 3}) {
        CAPTURE(axes, n, m, k, blocks);
        Placed<int32_t> y(n * m * k);
        std::vector<int32_t> wanted(n * m * k);
        for (int64_t at = 0; at < n * m * k; ++at) {
          const std::array<int64_t, 3> place = {at / (m * k), at / k % m, at % k}, extents = {n, m, k};
          for (unsigned axis = 0; axis < 3; ++axis)
            if (axes >> axis & 1)
              wanted[at] += int(place[axis] >= 2) + int(place[axis] + 1 < extents[axis]);
        }
        kernel.run({y.slot(), static_cast<qd_slot>(n), static_cast<qd_slot>(m), static_cast<qd_slot>(k)}, blocks);
        CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
      }
  }
}

TEST_CASE("what a border's iterations report has their own number") {
  const std::string type = memref("i32");
  const GPUThreads kernel(
      taskModule("(" + array("y", 0, "i32") + ", " + scalar("rows", 1) + ", " + scalar("columns", 2) +
                     ", %record: memref<?xi8> {qd.slot = #qd.slot<error_record>})",
                 "%c1 = arith.constant 1 : index\nqd.for (%i, %j) in (%rows, %columns) block_dim(32) {\n"
                 "%row = arith.muli %i, %columns : index\n%at = arith.addi %row, %j : index\n"
                 "%south = arith.addi %i, %c1 : index\n%is = arith.cmpi slt, %south, %rows : index\n"
                 "qd.check %is, \"no row {}\", %south : index {site = 7 : i32}\n%old = memref.load %y[%at] : " +
                     type + "\n%next = arith.addi %old, %old : i32\nmemref.store %next, %y[%at] : " + type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 8);
  const int64_t rows = 9, columns = 64;
  Placed<int32_t> y(rows * columns);
  std::fill(y.begin(), y.end(), 1);
  qd_error_record record{};
  kernel.run({y.slot(), static_cast<qd_slot>(rows), static_cast<qd_slot>(columns), address(&record)}, 1);
  CHECK(record.iteration == (rows - 1) * columns);
  CHECK(record.values[0] == rows);
}

TEST_CASE("i32 counts an interior that its bounds cannot wrap") {
  const std::string type = memref("i32");
  // y[i + 2^31 - 1001] = 1, and 3 where i + 2 is not an index any more.
  const GPUThreads kernel(taskModule(
      "(" + array("y", 0, "i32") + ", %n: i32 {qd.slot = #qd.slot<scalar(1)>})",
      "%first = arith.constant 2147482647 : i32\n%c2 = arith.constant 2 : i32\n%c3 = arith.constant 3 : i32\n"
      "%one = arith.constant 1 : i32\nqd.for (%i) in (%n) from (%first) : i32 block_dim(32) {\n"
      "%next = arith.addi %i, %c2 : i32\n%is = arith.cmpi sge, %next, %c3 : i32\n"
      "%v = arith.select %is, %one, %c3 : i32\n%k = arith.subi %i, %first : i32\n"
      "%at = arith.index_cast %k : i32 to index\nmemref.store %v, %y[%at] : " +
          type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 4);
  Placed<int32_t> y(1000);
  kernel.run({y.slot(), static_cast<qd_slot>(2147483647)}, 1);
  CHECK(std::count(y.begin(), y.end(), 1) == 999);
  CHECK(y[999] == 3);
}

TEST_CASE("rows that are taken together run once in the border, where they are updated in place") {
  const std::string type = memref("f32");
  const GPUThreads kernel(taskModule(
      "(" + array("x", 0, "f32") + ", " + array("y", 1, "f32") + ", " + scalar("rows", 2) + ", " +
          scalar("columns", 3) + ")",
      "%c2 = arith.constant 2 : index\n%half = arith.constant 0.5 : f32\n%last = arith.subi %rows, %c2 : index\n"
      "qd.for (%i, %j) in (%rows, %columns) block_dim(32) {\n%row = arith.muli %i, %columns : index\n"
      "%at = arith.addi %row, %j : index\n%a = arith.cmpi sge, %i, %c2 : index\n"
      "%b = arith.cmpi slt, %i, %last : index\n%isInside = arith.andi %a, %b : i1\n"
      "%new = scf.if %isInside -> f32 {\n%north = arith.subi %at, %columns : index\n"
      "%south = arith.addi %at, %columns : index\n%u = memref.load %x[%north] : " +
          type + "\n%v = memref.load %x[%south] : " + type + "\n%w = memref.load %x[%at] : " + type +
          "\n%s = arith.addf %u, %v : f32\n%t = arith.addf %s, %w : f32\nscf.yield %t : f32\n} else {\n"
          "%old = memref.load %y[%at] : " +
          type + "\n%less = arith.mulf %old, %half : f32\nscf.yield %less : f32\n}\nmemref.store %new, %y[%at] : " +
          type + "\n}"));
  REQUIRE(kernel.shape().iterationsPerThread == 8);
  for (auto [rows, columns] : {std::array<int64_t, 2>{5, 256}, {6, 256}, {17, 132}, {18, 132}, {35, 64}})
    for (uint32_t blocks : {1, 2}) {
      CAPTURE(rows, columns, blocks);
      Placed<float> x(rows * columns), y(rows * columns);
      std::iota(x.begin(), x.end(), 1.0f);
      std::fill(y.begin(), y.end(), 8.0f);
      std::vector<float> wanted(rows * columns, 4.0f);
      for (int64_t at = 2 * columns; at < (rows - 2) * columns; ++at)
        wanted[at] = x[at - columns] + x[at + columns] + x[at];
      kernel.run({x.slot(), y.slot(), static_cast<qd_slot>(rows), static_cast<qd_slot>(columns)}, blocks);
      CHECK(std::equal(y.begin(), y.end(), wanted.begin()));
    }
}
