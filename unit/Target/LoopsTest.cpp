//===- LoopsTest.cpp - Parallel loops of every shape ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <array>
#include <functional>

using namespace qdc;

namespace {

struct Axis {
  int64_t lower, upper, step;
  int64_t count() const { return lower < upper && step > 0 ? (upper - lower + step - 1) / step : 0; }
};

int64_t total(const std::vector<Axis> &axes) {
  int64_t product = 1;
  for (const Axis &axis : axes)
    product *= axis.count();
  return product;
}

/// What the visits of a range must leave: at position `flat`, the induction variables.
std::vector<int64_t> referenceVisits(const std::vector<Axis> &axes) {
  std::vector<int64_t> visits;
  std::vector<int64_t> variables(axes.size());
  std::function<void(size_t)> visit = [&](size_t axis) {
    if (axis == axes.size()) {
      visits.insert(visits.end(), variables.begin(), variables.end());
      return;
    }
    for (int64_t i = 0; i < axes[axis].count(); ++i) {
      variables[axis] = axes[axis].lower + i * axes[axis].step;
      visit(axis + 1);
    }
  };
  visit(0);
  return visits;
}

/// A task over `rank` axes of bounds given as scalars of `type`. Each iteration computes its own flat position from its
/// variables, the lower bounds, steps and counts, adds 1 to a tally there and writes its variables.
std::string visitorModule(unsigned rank, const std::string &type) {
  std::string parameters = "(%out: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, "
                           "%tally: memref<?xi32> {qd.slot = #qd.slot<array(1)>}";
  std::string variables, uppers, lowers, steps, body;
  unsigned argument = 2;
  auto list = [](std::string &text, const std::string &item) { text += (text.empty() ? "" : ", ") + item; };
  for (unsigned axis = 0; axis < rank; ++axis) {
    std::string n = std::to_string(axis);
    for (const char *name : {"l", "u", "s", "n"})
      parameters += ", %" + (name + n) + ": " + (*name == 'n' ? "i64" : type) + " {qd.slot = #qd.slot<scalar(" +
                    std::to_string(argument++) + ")>}";
    list(variables, "%i" + n);
    list(uppers, "%u" + n);
    list(lowers, "%l" + n);
    list(steps, "%s" + n);
  }
  parameters += ")";
  std::string toLong = type == "i32" ? "arith.extsi" : type == "index" ? "arith.index_cast" : "";
  auto asLong = [&](const std::string &value) {
    if (toLong.empty())
      return value;
    body += value + "_long = " + toLong + " " + value + " : " + type + " to i64\n";
    return value + "_long";
  };
  std::string flat = "%zero";
  body += "%zero = arith.constant 0 : i64\n%one = arith.constant 1 : i32\n%rank = arith.constant " +
          std::to_string(rank) + " : i64\n";
  std::string stores;
  for (unsigned axis = 0; axis < rank; ++axis) {
    std::string n = std::to_string(axis);
    std::string i = asLong("%i" + n), l = asLong("%l" + n), s = asLong("%s" + n);
    body += "%d" + n + " = arith.subi " + i + ", " + l + " : i64\n%c" + n + " = arith.divsi %d" + n + ", " + s +
            " : i64\n%m" + n + " = arith.muli " + flat + ", %n" + n + " : i64\n%f" + n + " = arith.addi %m" + n +
            ", %c" + n + " : i64\n";
    flat = "%f" + n;
    stores += "%k" + n + " = arith.constant " + n + " : i64\n%p" + n + " = arith.addi %base, %k" + n + " : i64\n%x" +
              n + " = arith.index_cast %p" + n + " : i64 to index\nmemref.store " + i + ", %out[%x" + n +
              "] : memref<?xi64>\n";
  }
  body += "%base = arith.muli " + flat + ", %rank : i64\n" + stores + "%at = arith.index_cast " + flat +
          " : i64 to index\n%old = memref.load %tally[%at] : memref<?xi32>\n%new = arith.addi %old, %one : i32\n" +
          "memref.store %new, %tally[%at] : memref<?xi32>\n";
  return taskModule(parameters, "qd.for (" + variables + ") in (" + uppers + ") from (" + lowers + ") step (" + steps +
                                    ") : " + type + " {\n" + body + "}");
}

/// Runs the range in chunks of `chunk` iterations and compares.
void checkVisits(const CompiledModule &module, const std::vector<Axis> &axes, const std::string &type, int64_t chunk) {
  int64_t count = total(axes);
  std::vector<int64_t> out(count * axes.size() + 1, -77);
  std::vector<int32_t> tally(count + 1, 0);
  CompiledModule::Arguments arguments;
  arguments.array(out.data(), {}).array(tally.data(), {});
  auto bound = [&](int64_t value) {
    if (type == "i32")
      arguments.scalar(static_cast<int32_t>(value));
    else
      arguments.scalar(value);
  };
  for (const Axis &axis : axes) {
    bound(axis.lower);
    bound(axis.upper);
    bound(axis.step);
    arguments.scalar(axis.count());
  }
  module.runInChunks(arguments, count, chunk);
  if (count == 0)
    module.run(arguments, 0, 0);
  std::vector<int64_t> expected = referenceVisits(axes);
  expected.push_back(-77);
  CHECK(out == expected);
  CHECK(std::count(tally.begin(), tally.end(), 1) == count);
  CHECK(tally.back() == 0);
}

} // namespace

TEST_CASE("a parallel loop visits each point of a range of any rank once, however it is cut into chunks") {
  const std::vector<Axis> axes = {{0, 3, 1}, {-2, 5, 3}, {7, 12, 2}, {0, 2, 1},
                                  {1, 2, 1}, {-5, 0, 2}, {0, 2, 1},  {3, 9, 2}};
  for (unsigned rank = 1; rank <= 8; ++rank) {
    CAPTURE(rank);
    std::vector<Axis> range(axes.begin(), axes.begin() + rank);
    CompiledModule module = CompiledModule::compile(visitorModule(rank, "index"));
    for (int64_t chunk : {int64_t(1), int64_t(5), int64_t(64), total(range)})
      checkVisits(module, range, "index", chunk);
  }
}

TEST_CASE("loop variables may be i32 and i64") {
  for (const char *type : {"i32", "i64"}) {
    CAPTURE(type);
    CompiledModule module = CompiledModule::compile(visitorModule(2, type));
    checkVisits(module, {{-3, 4, 2}, {10, 107, 3}}, type, 7);
    // The difference of the bounds does not fit their type.
    checkVisits(module, {{INT32_MIN, INT32_MAX, 1 << 30}, {-1, 2, 1}}, type, 4);
  }
  CompiledModule module = CompiledModule::compile(visitorModule(1, "i64"));
  std::vector<int64_t> out(9, 0);
  std::vector<int32_t> tally(9, 0);
  CompiledModule::Arguments arguments;
  arguments.array(out.data(), {}).array(tally.data(), {});
  arguments.scalar(INT64_MIN).scalar(INT64_MAX).scalar(int64_t(1) << 61).scalar(int64_t(8));
  module.run(arguments, 0, 3);
  CHECK(out[0] == INT64_MIN);
  CHECK(out[1] == INT64_MIN + (int64_t(1) << 61));
  CHECK(out[2] == INT64_MIN + (int64_t(1) << 62));
}

TEST_CASE("a range with an upper bound at or below its lower bound, or a step that is not positive, is empty") {
  CompiledModule module = CompiledModule::compile(visitorModule(3, "index"));
  for (const std::vector<Axis> &range : std::vector<std::vector<Axis>>{{{0, 0, 1}, {0, 5, 1}, {0, 5, 1}},
                                                                       {{0, 5, 1}, {3, 1, 1}, {0, 5, 1}},
                                                                       {{0, 5, 1}, {0, 5, 1}, {4, 4, 2}},
                                                                       {{0, 5, 0}, {0, 5, 1}, {0, 5, 1}},
                                                                       {{0, 5, 1}, {0, 5, -1}, {0, 5, 1}}})
    checkVisits(module, range, "index", 1);
}

TEST_CASE("a loop's bound may be loaded in its task") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%n: memref<i32> {qd.slot = #qd.slot<array(0)>}, %x: memref<?xi32> {qd.slot = #qd.slot<array(1)>})",
                 "%c1 = arith.constant 1 : i32\n%m = memref.load %n[] : memref<i32>\nqd.for (%i) in (%m) : i32 {\n"
                 "%j = arith.index_cast %i : i32 to index\nmemref.store %c1, %x[%j] : memref<?xi32>\n}"));
  int32_t n = 3;
  std::vector<int32_t> x(5, 0);
  module.run(CompiledModule::Arguments().array(&n, {}).array(x.data(), {5}), 0, 3);
  CHECK(x == std::vector<int32_t>{1, 1, 1, 0, 0});
}

TEST_CASE("local arrays of one iteration are not seen by another") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xi32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 R"(%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c8 = arith.constant 8 : index
%zero = arith.constant 0 : i32
qd.for (%i) in (%n) {
  %local = memref.alloca() : memref<8xi32>
  %v = arith.index_cast %i : index to i32
  scf.for %k = %c0 to %c8 step %c1 {
    %w = arith.index_cast %k : index to i32
    %p = arith.muli %v, %w : i32
    memref.store %p, %local[%k] : memref<8xi32>
  }
  %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%a = %zero) -> i32 {
    %q = memref.load %local[%k] : memref<8xi32>
    %r = arith.addi %a, %q : i32
    scf.yield %r : i32
  }
  memref.store %s, %x[%i] : memref<?xi32>
})"));
  std::vector<int32_t> x(100, -1), expected(100);
  for (int32_t i = 0; i < 100; ++i)
    expected[i] = 28 * i;
  module.run(CompiledModule::Arguments().array(x.data(), {100}), 0, 100);
  CHECK(x == expected);
}

TEST_CASE("a loop over all elements of an array of short rows visits each once, however it is cut into chunks") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?x?x3xi32> {qd.slot = #qd.slot<array(0)>})", R"(%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c3 = arith.constant 3 : index
%n = memref.dim %x, %c0 : memref<?x?x3xi32>
%m = memref.dim %x, %c1 : memref<?x?x3xi32>
%one = arith.constant 1 : i32
qd.for (%i, %j, %k) in (%n, %m, %c3) {
  %old = memref.load %x[%i, %j, %k] : memref<?x?x3xi32>
  %new = arith.addi %old, %one : i32
  memref.store %new, %x[%i, %j, %k] : memref<?x?x3xi32>
})"));
  for (int64_t chunk : {1, 4, 50, 1000}) {
    const int64_t n = 7, m = 5, count = n * m * 3;
    std::vector<int32_t> x(count + 1), expected(count + 1);
    for (int64_t k = 0; k <= count; ++k) {
      x[k] = static_cast<int32_t>(k * k);
      expected[k] = x[k] + (k < count);
    }
    module.runInChunks(CompiledModule::Arguments().array(x.data(), {n, m, 3}), count, chunk);
    CHECK(x == expected);
  }
}

TEST_CASE("a loop over short rows that also asks for the row visits each element once, however it is cut into chunks") {
  for (int columns : {2, 3, 8, 9}) {
    std::string type = "memref<?x?x" + std::to_string(columns) + "xi32>";
    CompiledModule module = CompiledModule::compile(taskModule(
        "(%x: " + type + " {qd.slot = #qd.slot<array(0)>}, %m: memref<?xi32> {qd.slot = #qd.slot<array(1)>})",
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%columns = arith.constant " +
            std::to_string(columns) + " : index\n%n = memref.dim %x, %c0 : " + type +
            "\n%m1 = memref.dim %x, %c1 : " + type + R"(
qd.for (%i, %j, %k) in (%n, %m1, %columns) {
  %a = memref.load %m[%i] : memref<?xi32>
  %b = memref.load %m[%j] : memref<?xi32>
  %c = memref.load %m[%k] : memref<?xi32>
  %old = memref.load %x[%i, %j, %k] : )" +
            type +
            R"(
  %s0 = arith.addi %a, %old : i32
  %s1 = arith.muli %s0, %b : i32
  %s2 = arith.addi %s1, %c : i32
  memref.store %s2, %x[%i, %j, %k] : )" +
            type + "\n}"));
    const int64_t n = 4, m = 37, count = n * m * columns;
    std::vector<int32_t> factors(40);
    for (int k = 0; k < 40; ++k)
      factors[k] = 3 * k + 1;
    for (int64_t chunk : {int64_t(1), int64_t(5), int64_t(100), count}) {
      std::vector<int32_t> x(count + 1), expected(count + 1);
      for (int64_t k = 0; k <= count; ++k)
        expected[k] = x[k] = static_cast<int32_t>(k * k);
      for (int64_t k = 0; k < count; ++k) {
        int64_t i = k / columns / m, j = k / columns % m;
        expected[k] = (factors[i] + x[k]) * factors[j] + factors[k % columns];
      }
      module.runInChunks(CompiledModule::Arguments().array(x.data(), {n, m, columns}).array(factors.data(), {40}),
                         count, chunk);
      CAPTURE(columns, chunk);
      CHECK(x == expected);
    }
  }
}

TEST_CASE("a loop over arrays with extents of their own visits each element once, whether they are the loop's or not") {
  CompiledModule module = CompiledModule::compile(taskModule(
      "(%x: memref<?x?xi32> {qd.slot = #qd.slot<array(0)>}, %y: memref<?x?xi32> {qd.slot = #qd.slot<array(1)>}, "
      "%n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>})",
      R"(qd.for (%i, %j) in (%n, %m) {
  %a = memref.load %x[%i, %j] : memref<?x?xi32>
  %b = memref.load %y[%i, %j] : memref<?x?xi32>
  %s = arith.addi %a, %b : i32
  memref.store %s, %y[%i, %j] : memref<?x?xi32>
})"));
  for (auto [rows, columns, xColumns, yColumns] : {std::array<int64_t, 4>{7, 33, 33, 33},
                                                   {7, 33, 34, 33},
                                                   {7, 33, 33, 40},
                                                   {7, 33, 34, 34},
                                                   {1, 100, 100, 100},
                                                   {100, 1, 1, 1}})
    for (int64_t chunk : {int64_t(1), int64_t(20), int64_t(1000)}) {
      std::vector<int32_t> x(rows * xColumns), y(rows * yColumns), expected;
      for (size_t k = 0; k < x.size(); ++k)
        x[k] = static_cast<int32_t>(k * k + 1);
      for (size_t k = 0; k < y.size(); ++k)
        y[k] = static_cast<int32_t>(1000 * k);
      expected = y;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          expected[i * yColumns + j] += x[i * xColumns + j];
      CompiledModule::Arguments arguments;
      arguments.array(x.data(), {rows, xColumns}).array(y.data(), {rows, yColumns}).scalar(rows).scalar(columns);
      module.runInChunks(arguments, rows * columns, chunk);
      CHECK(y == expected);
    }
}
