//===- AtomicsTest.cpp - Every atomic kind on every type ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "ElementTypes.h"

#include "catch2/catch.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <thread>

using namespace qdc;

namespace {

/// Applies `kind` with `v[i]` to `x[i]` and keeps what it gave in `old[i]`.
std::string atomicModule(const std::string &kind, const std::string &type) {
  std::string memref = "memref<?x" + type + ">";
  return taskModule("(%x: " + memref + " {qd.slot = #qd.slot<array(0)>}, %v: " + memref +
                        " {qd.slot = #qd.slot<array(1)>}, %old: " + memref +
                        " {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                    "qd.for (%i) in (%n) {\n%a = memref.load %v[%i] : " + memref + "\n%b = memref.atomic_rmw " + kind +
                        " %a, %x[%i] : (" + type + ", " + memref + ") -> " + type +
                        "\nmemref.store %b, %old[%i] : " + memref + "\n}");
}

template <typename T>
void check(const std::string &kind, const std::string &type, const std::vector<T> &values,
           std::function<T(T, T)> expected, const std::string &target = "cpu:native") {
  CAPTURE(kind, type, target);
  CompiledModule module = CompiledModule::compile(atomicModule(kind, type), {}, target);
  std::vector<T> x, v;
  for (T a : values)
    for (T b : values) {
      x.push_back(a);
      v.push_back(b);
    }
  std::vector<T> before = x, old(x.size());
  int64_t n = x.size();
  module.run(CompiledModule::Arguments().array(x.data(), {n}).array(v.data(), {n}).array(old.data(), {n}), 0, n);
  CHECK(std::memcmp(old.data(), before.data(), n * sizeof(T)) == 0);
  for (int64_t i = 0; i < n; ++i) {
    T want = expected(before[i], v[i]);
    CAPTURE(i, double(before[i]), double(v[i]), double(x[i]), double(want));
    bool bothNaN = want != want && x[i] != x[i];
    CHECK((bothNaN || std::memcmp(&x[i], &want, sizeof(T)) == 0));
  }
}

template <typename T>
void checkInteger(const std::string &type) {
  using U = std::make_unsigned_t<T>;
  constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  const std::vector<T> values = {0, 1, 2, -1, -7, 100, low, T(low + 1), high, T(high - 1), T(0x55)};
  check<T>("addi", type, values, [](T a, T b) { return T(U(a) + U(b)); });
  check<T>("muli", type, values, [](T a, T b) { return T(uint64_t(U(a)) * U(b)); });
  check<T>("assign", type, values, [](T a, T b) { return b; });
  check<T>("maxs", type, values, [](T a, T b) { return std::max(a, b); });
  check<T>("mins", type, values, [](T a, T b) { return std::min(a, b); });
  check<T>("maxu", type, values, [](T a, T b) { return T(std::max(U(a), U(b))); });
  check<T>("minu", type, values, [](T a, T b) { return T(std::min(U(a), U(b))); });
  check<T>("andi", type, values, [](T a, T b) { return T(a & b); });
  check<T>("ori", type, values, [](T a, T b) { return T(a | b); });
  check<T>("xori", type, values, [](T a, T b) { return T(a ^ b); });
}

template <typename T>
T minimum(T a, T b, bool propagate) {
  if (a != a || b != b)
    return propagate ? T(NAN) : a != a ? b : a;
  return a == b ? (std::signbit(double(a)) ? a : b) : a < b ? a : b;
}

template <typename T>
void checkFloat(const std::string &type, const std::string &target) {
  const std::vector<T> values = {T(0.0),     T(-0.0),     T(1.5),       T(-2.25), T(3.14159),
                                 T(1000.0f), T(INFINITY), T(-INFINITY), T(NAN)};
  check<T>("addf", type, values, [](T a, T b) { return T(a + b); }, target);
  check<T>("mulf", type, values, [](T a, T b) { return T(a * b); }, target);
  check<T>("assign", type, values, [](T a, T b) { return b; }, target);
  check<T>("minimumf", type, values, [](T a, T b) { return minimum(a, b, true); }, target);
  check<T>("maximumf", type, values, [](T a, T b) { return T(-minimum(T(-a), T(-b), true)); }, target);
  // Which zero maxnumf and minnumf give is left open.
  const std::vector<T> noMinusZero = {T(0.0), T(1.5), T(-2.25), T(1000.0f), T(INFINITY), T(-INFINITY), T(NAN)};
  check<T>("minnumf", type, noMinusZero, [](T a, T b) { return minimum(a, b, false); }, target);
  check<T>("maxnumf", type, noMinusZero, [](T a, T b) { return a != a ? b : b != b ? a : std::max(a, b); }, target);
}

} // namespace

TEST_CASE("every atomic kind gives the old element and leaves the new one, on every integer type") {
  forEveryInteger([]<typename T>(const char *type) { checkInteger<T>(type); });
}

TEST_CASE("every atomic kind gives the old element and leaves the new one, on every float type") {
  forEveryFloat([]<typename T>(const char *type, const char *target) { checkFloat<T>(type, target); });
}

TEST_CASE("an i1 is a byte that stays 0 or 1 under every atomic kind") {
  const std::vector<uint8_t> values = {0, 1};
  using Byte = uint8_t;
  check<Byte>("addi", "i1", values, [](Byte a, Byte b) { return Byte(a ^ b); });
  check<Byte>("muli", "i1", values, [](Byte a, Byte b) { return Byte(a & b); });
  check<Byte>("assign", "i1", values, [](Byte a, Byte b) { return b; });
  check<Byte>("andi", "i1", values, [](Byte a, Byte b) { return Byte(a & b); });
  check<Byte>("ori", "i1", values, [](Byte a, Byte b) { return Byte(a | b); });
  check<Byte>("xori", "i1", values, [](Byte a, Byte b) { return Byte(a ^ b); });
  check<Byte>("maxu", "i1", values, [](Byte a, Byte b) { return Byte(a | b); });
  check<Byte>("minu", "i1", values, [](Byte a, Byte b) { return Byte(a & b); });
  // With a sign, true is -1.
  check<Byte>("maxs", "i1", values, [](Byte a, Byte b) { return Byte(a & b); });
  check<Byte>("mins", "i1", values, [](Byte a, Byte b) { return Byte(a | b); });
}

TEST_CASE("atomics lose nothing when threads meet at one element") {
  for (const char *type : {"i8", "i32", "f32", "f64"}) {
    CAPTURE(type);
    std::string memref = std::string("memref<") + type + ">";
    bool isFloat = *type == 'f';
    CompiledModule module = CompiledModule::compile(taskModule(
        "(%x: " + memref + " {qd.slot = #qd.slot<array(0)>})",
        std::string("%one = arith.constant ") + (isFloat ? "1.0" : "1") + " : " + type +
            "\n%n = arith.constant 100000 : index\nqd.for (%i) in (%n) {\n%o = memref.atomic_rmw " +
            (isFloat ? "addf" : "addi") + " %one, %x[] : (" + type + ", " + memref + ") -> " + type + "\n}"));
    int64_t x = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back(
          [&, t] { module.run(CompiledModule::Arguments().array(&x, {}), t * 25000, (t + 1) * 25000); });
    for (std::thread &thread : threads)
      thread.join();
    float asFloat;
    double asDouble;
    std::memcpy(&asFloat, &x, 4);
    std::memcpy(&asDouble, &x, 8);
    CHECK((type == std::string("f32")   ? asFloat == 100000
           : type == std::string("f64") ? asDouble == 100000
           : type == std::string("i8")  ? x == int64_t(100000 % 256)
                                        : x == 100000));
  }
}

TEST_CASE("compare-and-swap compares bits and gives the old element") {
  for (const char *type : {"i8", "i16", "i32", "i64"}) {
    CAPTURE(type);
    std::string memref = std::string("memref<?x") + type + ">";
    CompiledModule module = CompiledModule::compile(taskModule(
        "(%x: " + memref + " {qd.slot = #qd.slot<array(0)>}, %old: " + memref + " {qd.slot = #qd.slot<array(1)>})",
        std::string("%e = arith.constant 5 : ") + type + "\n%d = arith.constant 9 : " + type +
            "\n%n = arith.constant 2 : index\nqd.for (%i) in (%n) {\n%o = qd.atomic_cas %x[%i], %e, %d : " + memref +
            "\nmemref.store %o, %old[%i] : " + memref + "\n}"));
    unsigned bytes = std::stoi(type + 1) / 8;
    uint8_t x[16] = {}, old[16] = {};
    x[0] = 5;
    x[bytes] = 6;
    module.run(CompiledModule::Arguments().array(x, {2}).array(old, {2}), 0, 2);
    CHECK(x[0] == 9);
    CHECK(x[bytes] == 6);
    CHECK(old[0] == 5);
    CHECK(old[bytes] == 6);
  }
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %e: f64 {qd.slot = #qd.slot<scalar(1)>})",
                 "%d = arith.constant 9.0 : f64\n%n = arith.constant 1 : index\nqd.for (%i) in (%n) {\n"
                 "%o = qd.atomic_cas %x[%i], %e, %d : memref<?xf64>\n}"));
  double x = 0.0;
  module.run(CompiledModule::Arguments().array(&x, {1}).scalar(-0.0), 0, 1);
  CHECK(x == 0.0); // equal, but not in bits
  x = NAN;
  module.run(CompiledModule::Arguments().array(&x, {1}).scalar(x), 0, 1);
  CHECK(x == 9.0);
}
