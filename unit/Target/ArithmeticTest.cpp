//===- ArithmeticTest.cpp - The defined arithmetic, on every type ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BFloat16.h"
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace qdc;

namespace {

/// Applies `op`, the text of an operation that makes %r of %a (and %b), to each element.
std::string elementwise(const std::string &op, const std::string &from, const std::string &to) {
  auto memref = [](const std::string &type) { return "memref<?x" + type + ">"; };
  return taskModule("(%x: " + memref(from) + " {qd.slot = #qd.slot<array(0)>}, %y: " + memref(from) +
                        " {qd.slot = #qd.slot<array(1)>}, %out: " + memref(to) +
                        " {qd.slot = #qd.slot<array(2)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                    "qd.for (%i) in (%n) {\n%a = memref.load %x[%i] : " + memref(from) +
                        "\n%b = memref.load %y[%i] : " + memref(from) + "\n" + op +
                        "\nmemref.store %r, %out[%i] : " + memref(to) + "\n}");
}

template <typename To, typename From>
std::vector<To> apply(const std::string &module, std::vector<From> &x, std::vector<From> &y,
                      const std::string &target = "cpu:native", ImageOptions options = {}) {
  int64_t n = x.size();
  std::vector<To> out(n);
  CompiledModule::compile(module, options, target)
      .run(CompiledModule::Arguments().array(x.data(), {n}).array(y.data(), {n}).array(out.data(), {n}), 0, n);
  return out;
}

/// Those that this machine runs.
std::vector<std::string> targets() {
  std::vector<std::string> here;
  for (const char *target : {"cpu:native", "cpu:x86-64-v2", "cpu:x86-64-v3"})
    if (runsHere(target))
      here.emplace_back(target);
  return here;
}

template <typename From, typename To>
void checkToInteger(const std::string &from, const std::string &to, bool isSigned) {
  using Unsigned = std::make_unsigned_t<To>;
  std::vector<From> x;
  for (double value :
       {0.0,          -0.0,    0.4,     0.5,      0.999,   1.0,     -0.999,       -1.0,         -1.5,
        2.5,          100.7,   127.0,   127.99,   128.0,   -128.0,  -128.9,       -129.0,       255.5,
        256.0,        32767.5, 32768.0, -32769.0, 65535.0, 65536.0, 2147483647.0, 2147483648.0, -2147483649.0,
        4294967296.0, 9.3e18,  -9.3e18, 1.9e19,   1e30,    -1e30})
    x.push_back(From(value));
  for (From value : {From(INFINITY), From(-INFINITY), From(NAN), From(-NAN)})
    x.push_back(value);
  std::vector<To> out = apply<To>(
      elementwise(std::string("%r = arith.fpto") + (isSigned ? "si" : "ui") + " %a : " + from + " to " + to, from, to),
      x, x);
  for (size_t i = 0; i < x.size(); ++i) {
    long double value = std::trunc((long double)float(x[i]));
    if constexpr (sizeof(From) == 8)
      value = std::trunc((long double)x[i]);
    long double low = isSigned ? (long double)std::numeric_limits<To>::min() : 0.0L;
    long double high =
        isSigned ? (long double)std::numeric_limits<To>::max() : (long double)std::numeric_limits<Unsigned>::max();
    To expected = value != value  ? To(0)
                  : value <= low  ? (isSigned ? std::numeric_limits<To>::min() : To(0))
                  : value >= high ? (isSigned ? std::numeric_limits<To>::max() : To(-1))
                  : isSigned      ? To((int64_t)value)
                                  : To((uint64_t)value);
    CAPTURE(from, to, isSigned, double(x[i]));
    CHECK(out[i] == expected);
  }
}

template <typename From>
void checkToIntegers(const std::string &from) {
  for (bool isSigned : {true, false}) {
    checkToInteger<From, int8_t>(from, "i8", isSigned);
    checkToInteger<From, int16_t>(from, "i16", isSigned);
    checkToInteger<From, int32_t>(from, "i32", isSigned);
    checkToInteger<From, int64_t>(from, "i64", isSigned);
  }
}

/// + - * / on `T`, against the result in long double rounded once.
template <typename T>
void checkHalfArithmetic(const std::string &type, const std::string &target) {
  std::mt19937 random(3);
  std::vector<T> x, y;
  for (int i = 0; i < 20000; ++i) {
    uint16_t bits[2] = {uint16_t(random()), uint16_t(random())};
    T a, b;
    std::memcpy(&a, &bits[0], 2);
    std::memcpy(&b, &bits[1], 2);
    x.push_back(a);
    y.push_back(b);
  }
  auto check = [&](const std::string &op, std::function<long double(long double, long double)> compute) {
    CAPTURE(type, op, target);
    std::vector<T> out = apply<T>(elementwise("%r = arith." + op + " %a, %b : " + type, type, type), x, y, target);
    int wrong = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      T expected = T(compute(float(x[i]), float(y[i])));
      bool bothNaN = float(out[i]) != float(out[i]) && float(expected) != float(expected);
      wrong += !bothNaN && std::memcmp(&out[i], &expected, 2) != 0;
    }
    CHECK(wrong == 0);
  };
  check("addf", [](long double a, long double b) { return a + b; });
  check("subf", [](long double a, long double b) { return a - b; });
  check("mulf", [](long double a, long double b) { return a * b; });
  check("divf", [](long double a, long double b) { return a / b; });
}

template <typename T, typename From>
void checkConversionToHalf(const std::string &op, const std::string &from, const std::string &type, std::vector<From> x,
                           const std::string &target) {
  CAPTURE(op, from, type, target);
  std::vector<T> out =
      apply<T>(elementwise("%r = arith." + op + " %a : " + from + " to " + type, from, type), x, x, target);
  for (size_t i = 0; i < x.size(); ++i) {
    long double value =
        op == "uitofp"
            ? (long double)std::make_unsigned_t<std::conditional_t<std::is_integral_v<From>, From, int>>(x[i])
            : (long double)x[i];
    T expected = T(value);
    CAPTURE((double)value);
    CHECK(std::memcmp(&out[i], &expected, 2) == 0);
  }
}

template <typename T>
void checkConversionsToHalf(const std::string &type, const std::string &target) {
  // Just beside the middle of two neighbours, where rounding twice goes wrong.
  std::vector<double> doubles = {0.0,
                                 -0.0,
                                 1e-320,
                                 6e-8,
                                 2.98e-8,
                                 -2.98023223876953125e-8,
                                 65503.99,
                                 65519.99,
                                 65520.0,
                                 3.39e38,
                                 3.3961775292304957e38,
                                 1e300,
                                 -1e300,
                                 INFINITY};
  std::mt19937_64 random(5);
  for (int i = 0; i < 3000; ++i) {
    float middle = std::ldexp(float(2 * (random() % 4096) + 1), int(random() % 40) - 30);
    for (double offset : {0.0, 1e-14, -1e-14})
      doubles.push_back(middle * (1 + offset));
  }
  checkConversionToHalf<T, double>("truncf", "f64", type, doubles, target);
  std::vector<int64_t> longs = {0, 1, -1, INT64_MAX, INT64_MIN, (int64_t(1) << 53) + 1};
  for (int i = 0; i < 3000; ++i) {
    int shift = random() % 50;
    int64_t middle = int64_t(2 * (128 + random() % 128) + 1) << shift;
    for (int64_t offset : {0, 1, -1})
      longs.push_back((middle + offset) * (random() % 2 ? 1 : -1));
  }
  checkConversionToHalf<T, int64_t>("sitofp", "i64", type, longs, target);
  checkConversionToHalf<T, int64_t>("uitofp", "i64", type, longs, target);
  std::vector<int32_t> ints(longs.begin(), longs.end());
  checkConversionToHalf<T, int32_t>("sitofp", "i32", type, ints, target);
  checkConversionToHalf<T, int32_t>("uitofp", "i32", type, ints, target);
}

} // namespace

TEST_CASE("a conversion from float to integer saturates, and NaN gives 0") {
  checkToIntegers<float>("f32");
  checkToIntegers<double>("f64");
  checkToIntegers<_Float16>("f16");
  checkToIntegers<BFloat16>("bf16");
}

TEST_CASE("f16 and bf16 round each operation once, with and without instructions for them") {
  for (const std::string &target : targets()) {
    checkHalfArithmetic<_Float16>("f16", target);
    checkHalfArithmetic<BFloat16>("bf16", target);
  }
}

TEST_CASE("conversions to f16 and bf16 round once") {
  for (const std::string &target : targets()) {
    checkConversionsToHalf<_Float16>("f16", target);
    checkConversionsToHalf<BFloat16>("bf16", target);
  }
}

TEST_CASE("contraction is used when allowed, and not when off") {
  if (!runsHere("cpu:x86-64-v3"))
    return;
  std::vector<float> x = {1.0f + 1.0f / 4096, 3.3f}, y = {-1.0f, 0.1f};
  std::string module = elementwise("%p = arith.mulf %a, %a : f32\n%r = arith.addf %p, %b : f32", "f32", "f32");
  ImageOptions off;
  off.code.contract = false;
  std::vector<float> separate = apply<float>(module, x, y, "cpu:x86-64-v3", off);
  std::vector<float> fused = apply<float>(module, x, y, "cpu:x86-64-v3");
  for (int i = 0; i < 2; ++i) {
    volatile float product = x[i] * x[i];
    CHECK(separate[i] == product + y[i]);
    CHECK(fused[i] == std::fma(x[i], x[i], y[i]));
  }
  CHECK(separate[0] != fused[0]);
}

TEST_CASE("math functions of every float type are computed without a library") {
  std::vector<float> x = {0.0f, 0.5f, 1.0f, 2.0f, 10.0f};
  for (const std::string &target : targets()) {
    CAPTURE(target);
    for (auto [op, reference] : {std::pair<const char *, double (*)(double)>{"sin", std::sin},
                                 {"exp", std::exp},
                                 {"sqrt", std::sqrt},
                                 {"floor", std::floor},
                                 {"tanh", std::tanh},
                                 {"roundeven", std::nearbyint}}) {
      CAPTURE(op);
      std::vector<float> out =
          apply<float>(elementwise(std::string("%r = math.") + op + " %a : f32", "f32", "f32"), x, x, target);
      std::vector<_Float16> half(x.begin(), x.end());
      std::vector<_Float16> halfOut =
          apply<_Float16>(elementwise(std::string("%r = math.") + op + " %a : f16", "f16", "f16"), half, half, target);
      for (size_t i = 0; i < x.size(); ++i) {
        CHECK(out[i] == Approx(reference(x[i])).epsilon(1e-6));
        CHECK(float(halfOut[i]) == Approx(reference(x[i])).epsilon(1e-3));
      }
    }
    std::vector<float> y = {2.0f, 3.0f, -1.0f, 0.5f, 3.0f};
    std::vector<float> fused = apply<float>(elementwise("%r = math.fma %a, %a, %b : f32", "f32", "f32"), x, y, target);
    std::vector<float> remainder =
        apply<float>(elementwise("%r = arith.remf %a, %b : f32", "f32", "f32"), x, y, target);
    for (size_t i = 0; i < x.size(); ++i) {
      CHECK(fused[i] == std::fma(x[i], x[i], y[i]));
      CHECK(remainder[i] == std::fmod(x[i], y[i]));
    }
    std::vector<int8_t> bytes = {0, 1, -1, 64, 5};
    CHECK(apply<int8_t>(elementwise("%r = math.ctlz %a : i8", "i8", "i8"), bytes, bytes, target) ==
          std::vector<int8_t>{8, 7, 0, 1, 5});
  }
}

TEST_CASE("an i1 is a byte: 0 is false, and true is written as 1") {
  std::vector<uint8_t> x = {0, 1, 1, 0}, y = {0, 0, 1, 1};
  CHECK(apply<uint8_t>(elementwise("%r = arith.ori %a, %b : i1", "i1", "i1"), x, y) ==
        std::vector<uint8_t>{0, 1, 1, 1});
  CHECK(apply<uint8_t>(elementwise("%t = arith.constant true\n%r = arith.xori %a, %t : i1", "i1", "i1"), x, y) ==
        std::vector<uint8_t>{1, 0, 0, 1});
}

TEST_CASE("elements of every type are loaded and stored") {
  for (const auto &[type, bytes] : {std::pair<std::string, int>{"i8", 1},
                                    {"i16", 2},
                                    {"i32", 4},
                                    {"i64", 8},
                                    {"f16", 2},
                                    {"bf16", 2},
                                    {"f32", 4},
                                    {"f64", 8}}) {
    CAPTURE(type);
    std::string memref = "memref<?x" + type + ">";
    CompiledModule module = CompiledModule::compile(
        taskModule("(%x: " + memref + " {qd.slot = #qd.slot<array(0)>}, %y: " + memref +
                       " {qd.slot = #qd.slot<array(1)>}, %n: index {qd.slot = #qd.slot<dim(0, 0)>})",
                   "qd.for (%i) in (%n) {\n%a = qd.volatile_load %x[%i] : " + memref +
                       "\nmemref.store %a, %y[%i] : " + memref + "\n}"));
    std::vector<uint8_t> x(13 * bytes), y(13 * bytes + 1, 0xEE);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = uint8_t(37 * i + 5);
    std::vector<uint8_t> expected = x;
    expected.push_back(0xEE);
    module.run(CompiledModule::Arguments().array(x.data(), {13}).array(y.data(), {13}), 0, 13);
    CHECK(y == expected);
  }
}
