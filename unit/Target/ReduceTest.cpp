//===- ReduceTest.cpp - Deterministic reductions --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "ElementTypes.h"

#include "catch2/catch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

using namespace qdc;

namespace {

/// The rule of KernelABI.h, as it is written there.
template <typename T>
struct Reference {
  T neutral;
  std::function<T(T, T)> fold;

  T reduceBlock(const std::vector<T> &values, int64_t first, int64_t last) const {
    std::vector<T> lanes(QDC_REDUCE_LANES, neutral);
    for (int64_t e = first; e < last; ++e)
      lanes[(e - first) % QDC_REDUCE_LANES] = fold(lanes[(e - first) % QDC_REDUCE_LANES], values[e]);
    for (int half = 32; half >= 1; half /= 2)
      for (int lane = 0; lane < half; ++lane)
        lanes[lane] = fold(lanes[lane], lanes[lane + half]);
    return lanes[0];
  }

  static int64_t blockSize(int64_t n) {
    int64_t most = int64_t(QDC_REDUCE_MINIMUM_BLOCK) * QDC_REDUCE_MAXIMUM_PARTIALS;
    return QDC_REDUCE_MINIMUM_BLOCK * std::max<int64_t>(1, (n + most - 1) / most);
  }

  T reduce(const std::vector<T> &values) const {
    int64_t n = values.size(), size = blockSize(n);
    std::vector<T> partials;
    for (int64_t first = 0; first < n; first += size)
      partials.push_back(reduceBlock(values, first, std::min(n, first + size)));
    return reduceBlock(partials, 0, partials.size());
  }
};

/// Reduces `x` with the two tasks that `qd-offload` makes.
std::string reduceModule(const std::string &kind, const std::string &type) {
  std::string memref = "memref<?x" + type + ">";
  return taskModule("(%x: " + memref + " {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                    "%r = qd.for (%i) in (%n) reduce(" + kind + ") -> " + type +
                        " {\n%v = memref.load %x[%i] : " + memref + "\nqd.yield %v : " + type + "\n}",
                    "", "partials [64]") +
         "qd.task @t.1 of @t extent(#qd.size<\"1\">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {\n"
         "%r = qd.combine_partials " +
         kind + " of %n iterations at 64 : " + type + "\nqd.write_word %r, 8 : " + type + "\n}\n";
}

/// The bits of the result, with the blocks cut into chunks of `chunk`.
template <typename T>
T runReduce(const CompiledModule &module, std::vector<T> &values, int64_t chunk) {
  int64_t n = values.size(), size = Reference<T>::blockSize(n), blocks = (n + size - 1) / size;
  std::vector<uint64_t> workspace(8 + blocks, 0x5555555555555555);
  CompiledModule::Arguments arguments;
  arguments.array(values.data(), {n}).workspace = workspace.data();
  module.runInChunks(arguments, blocks, chunk);
  module.run(arguments, 0, 1, "t.1");
  T result;
  std::memcpy(&result, &workspace[1], sizeof(T));
  return result;
}

template <typename T>
void check(const std::string &kind, const std::string &type, Reference<T> reference,
           std::function<T(std::mt19937_64 &)> draw) {
  CAPTURE(kind, type);
  CompiledModule module = CompiledModule::compile(reduceModule(kind, type));
  std::mt19937_64 random(7);
  for (int64_t n : {0, 1, 63, 64, 65, 1023, 1024, 1025, 5000, 70001}) {
    CAPTURE(n);
    std::vector<T> values(n);
    for (T &value : values)
      value = draw(random);
    T expected = reference.reduce(values);
    for (int64_t chunk : {1, 3, 1000}) {
      T result = runReduce(module, values, chunk);
      CHECK(std::memcmp(&result, &expected, sizeof(T)) == 0);
    }
  }
}

template <typename T>
void checkFloat(const std::string &type) {
  auto draw = [](std::mt19937_64 &random) {
    return T(std::ldexp(double(random() >> 11), int(random() % 20) - 60) * (random() % 2 ? 1 : -1));
  };
  const T infinity = T(std::numeric_limits<float>::infinity());
  check<T>("addf", type, {T(0), [](T a, T b) { return a + b; }}, draw);
  check<T>("minimumf", type, {infinity, [](T a, T b) { return std::min(a, b); }}, draw);
  check<T>("maximumf", type, {-infinity, [](T a, T b) { return std::max(a, b); }}, draw);
  check<T>("mulf", type, {T(1), [](T a, T b) { return a * b; }}, [](std::mt19937_64 &random) {
    return T(1 + std::ldexp(double(random() >> 11), -63) * (random() % 2 ? 1 : -1));
  });
}

template <typename T>
void checkInteger(const std::string &type) {
  using U = std::make_unsigned_t<T>;
  auto draw = [](std::mt19937_64 &random) { return T(random()); };
  check<T>("addi", type, {0, [](T a, T b) { return T(U(a) + U(b)); }}, draw);
  check<T>("muli", type, {1, [](T a, T b) { return T(uint64_t(U(a)) * U(b)); }},
           [](std::mt19937_64 &random) { return T(random() | 1); });
  check<T>("mins", type, {std::numeric_limits<T>::max(), [](T a, T b) { return std::min(a, b); }}, draw);
  check<T>("maxs", type, {std::numeric_limits<T>::min(), [](T a, T b) { return std::max(a, b); }}, draw);
  check<T>("minu", type, {T(-1), [](T a, T b) { return T(std::min(U(a), U(b))); }}, draw);
  check<T>("maxu", type, {0, [](T a, T b) { return T(std::max(U(a), U(b))); }}, draw);
  check<T>("andi", type, {T(-1), [](T a, T b) { return T(a & b); }}, draw);
  check<T>("ori", type, {0, [](T a, T b) { return T(a | b); }}, draw);
  check<T>("xori", type, {0, [](T a, T b) { return T(a ^ b); }}, draw);
}

} // namespace

TEST_CASE("a reduction has the bits of the rule in KernelABI.h, however its blocks are cut into chunks") {
  checkFloat<float>("f32");
  checkFloat<double>("f64");
  checkFloat<_Float16>("f16");
  forEveryInteger([]<typename T>(const char *type) { checkInteger<T>(type); });
  checkInteger<int64_t>("index");
}

TEST_CASE("a reduction over more than 4096 blocks makes its blocks longer") {
  CompiledModule module = CompiledModule::compile(reduceModule("addf", "f32"));
  std::vector<float> values(4096 * 1024 + 777);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i % 1000) * 0.37f - 100.0f;
  Reference<float> reference{0.0f, [](float a, float b) { return a + b; }};
  CHECK(Reference<float>::blockSize(values.size()) == 2048);
  CHECK(runReduce(module, values, 7) == reference.reduce(values));
}

TEST_CASE("the fold of a reduction never contracts, although the rest of its loop may") {
  // x * x + sum in one rounding would differ.
  std::string memref = "memref<?xf32>";
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                 "%r = qd.for (%i) in (%n) reduce(addf) -> f32 {\n%v = memref.load %x[%i] : memref<?xf32>\n"
                 "%s = arith.mulf %v, %v : f32\nqd.yield %s : f32\n}",
                 "", "partials [64]"));
  std::vector<float> x(1000), squares(1000);
  for (int i = 0; i < 1000; ++i) {
    x[i] = 1.0f + float(i) * 1.2345e-4f;
    squares[i] = x[i] * x[i];
  }
  std::vector<uint64_t> workspace(9);
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {1000}).workspace = workspace.data();
  module.run(arguments, 0, 1);
  float result;
  std::memcpy(&result, &workspace[8], 4);
  Reference<float> reference{0.0f, [](float a, float b) { return a + b; }};
  CHECK(result == reference.reduceBlock(squares, 0, 1000));
}

TEST_CASE("a reduction over a range of rank 3, of two values at a time") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%a: index {qd.slot = #qd.slot<scalar(0)>}, %b: index {qd.slot = #qd.slot<scalar(1)>}, "
                 "%c: index {qd.slot = #qd.slot<scalar(2)>})",
                 R"(%k = arith.constant 1000 : index
%seven = arith.constant 7.0 : f64
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%c3 = arith.constant 3 : index
%s, %m = qd.for (%x, %y, %z) in (%a, %b, %c) from (%c3, %c2, %c1) step (%c1, %c3, %c2)
    reduce(addf, maxs) -> f64, index {
  %0 = arith.muli %x, %k : index
  %1 = arith.addi %0, %y : index
  %2 = arith.muli %1, %k : index
  %3 = arith.addi %2, %z : index
  %4 = arith.index_cast %3 : index to i64
  %5 = arith.sitofp %4 : i64 to f64
  %6 = arith.divf %5, %seven : f64
  qd.yield %6, %3 : f64, index
})",
                 "", "partials [64, 1024]"));
  int64_t a = 30, b = 41, c = 22;
  std::vector<double> sums;
  int64_t largest = INT64_MIN;
  for (int64_t x = 3; x < a; ++x)
    for (int64_t y = 2; y < b; y += 3)
      for (int64_t z = 1; z < c; z += 2) {
        int64_t value = (x * 1000 + y) * 1000 + z;
        sums.push_back(double(value) / 7.0);
        largest = std::max(largest, value);
      }
  std::vector<uint64_t> workspace(256);
  CompiledModule::Arguments arguments;
  arguments.scalar(a).scalar(b).scalar(c).workspace = workspace.data();
  int64_t blocks = (sums.size() + 1023) / 1024;
  REQUIRE(blocks == 4);
  module.run(arguments, 0, 1);
  module.run(arguments, 1, blocks);
  Reference<double> reference{0.0, [](double x, double y) { return x + y; }};
  int64_t found = INT64_MIN;
  for (int64_t block = 0; block < blocks; ++block) {
    double sum;
    int64_t peak;
    std::memcpy(&sum, &workspace[8 + block], 8);
    std::memcpy(&peak, &workspace[128 + block], 8);
    CHECK(sum == reference.reduceBlock(sums, block * 1024, std::min<int64_t>(sums.size(), block * 1024 + 1024)));
    found = std::max(found, peak);
  }
  CHECK(found == largest);
}

TEST_CASE("a reduction over rows of any length, with conditions at their ends, has the bits of the rule") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %n: index {qd.slot = #qd.slot<scalar(1)>}, "
                 "%m: index {qd.slot = #qd.slot<scalar(2)>})",
                 R"(%c1 = arith.constant 1 : index
%c0 = arith.constant 0 : index
%zero = arith.constant 0.0 : f64
%r = qd.for (%i, %j) in (%n, %m) reduce(addf) -> f64 {
  %row = arith.muli %i, %m : index
  %at = arith.addi %row, %j : index
  %here = memref.load %x[%at] : memref<?xf64>
  %east = arith.addi %j, %c1 : index
  %inside = arith.cmpi slt, %east, %m : index
  %first = arith.cmpi eq, %i, %c0 : index
  %take = arith.xori %inside, %first : i1
  %next = scf.if %take -> f64 {
    %p = arith.addi %row, %east : index
    %q = arith.remui %p, %m : index
    %v = memref.load %x[%q] : memref<?xf64>
    scf.yield %v : f64
  } else {
    scf.yield %zero : f64
  }
  %s = arith.subf %here, %next : f64
  qd.yield %s : f64
})",
                 "", "partials [64]"));
  Reference<double> reference{0.0, [](double a, double b) { return a + b; }};
  for (int64_t columns : {1, 3, 63, 64, 65, 100, 128, 200, 1024, 3001})
    for (int64_t rows : {1, 2, 37}) {
      int64_t count = rows * columns, blocks = (count + 1023) / 1024;
      std::vector<double> x(count), values;
      for (int64_t k = 0; k < count; ++k)
        x[k] = 1.0 / double(1 + k * 7 % 1013);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          values.push_back(x[i * columns + j] -
                           ((j + 1 < columns) != (i == 0) ? x[(i * columns + j + 1) % columns] : 0.0));
      std::vector<uint64_t> workspace(8 + blocks);
      CompiledModule::Arguments arguments;
      arguments.array(x.data(), {}).scalar(rows).scalar(columns).workspace = workspace.data();
      module.runInChunks(arguments, blocks, 3);
      for (int64_t block = 0; block < blocks; ++block) {
        double expected = reference.reduceBlock(values, block * 1024, std::min(count, block * 1024 + 1024));
        CAPTURE(rows, columns, block);
        CHECK(std::memcmp(&workspace[8 + block], &expected, sizeof(double)) == 0);
      }
    }
}
