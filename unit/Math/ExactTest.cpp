//===- ExactTest.cpp - Functions whose results are exact ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fused multiply-add without hardware, powers with integer exponents, and the
// builtins, which the compiled loops call through the embedded object.
//
//===----------------------------------------------------------------------===//
#include "RequireLoops.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace qdc::test;

/// A loop over pairs whose element function computes fma(a, b, c) with c taken from the bits of both.
static MathLoopSource fusedMultiplyAdd(const std::string &type) {
  std::string value = type == "f32" ? "float" : "double";
  return {"fma_" + type,
          "declare " + value + " @llvm.fma." + type + "(" + value + ", " + value + ", " + value + ")\n" +
              "define internal " + value + " @fma_" + type + "_element(<2 x " + value + "> %ab, " + value +
              " %c) alwaysinline {\n  %a = extractelement <2 x " + value + "> %ab, i32 0\n  %b = extractelement <2 x " +
              value + "> %ab, i32 1\n  %r = call " + value + " @llvm.fma." + type + "(" + value + " %a, " + value +
              " %b, " + value + " %c)\n  ret " + value + " %r\n}\n",
          value,
          {"<2 x " + value + ">", value}};
}

template <typename T, typename Bits>
static void checkFusedMultiplyAdd(const std::string &type) {
  constexpr size_t count = 400000;
  std::vector<T> ab(2 * count), c(count), out(count);
  std::mt19937_64 generator(7);
  for (size_t i = 0; i < count; ++i) {
    T a = std::bit_cast<T>(Bits(generator())), b = std::bit_cast<T>(Bits(generator()));
    T addend = std::bit_cast<T>(Bits(generator()));
    // Half of the time, so that sums cancel, round to even, and end among the subnormal numbers.
    if (i % 2 == 0) {
      b = std::ldexp(T(1) + T(generator() % 64) * std::numeric_limits<T>::epsilon(), int(generator() % 40) - 20);
      addend = -a * b;
      addend = std::bit_cast<T>(Bits(std::bit_cast<Bits>(addend) + Bits(generator() % 5) - 2));
    }
    if (i % 16 == 0) {
      addend = std::ldexp(T(generator() % 3), std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits);
      b = std::ldexp(T(1 + generator() % 9), std::numeric_limits<T>::min_exponent - 3) / a;
    }
    ab[2 * i] = a;
    ab[2 * i + 1] = b;
    c[i] = addend;
  }
  MathLoops loops = requireLoops("x86-64-v2", {fusedMultiplyAdd(type)});
  LoopFunction loop = loops.find("fma_" + type);
  REQUIRE(loop);
  loop(out.data(), ab.data(), c.data(), count);
  for (size_t i = 0; i < count; ++i) {
    T expected = std::fma(ab[2 * i], ab[2 * i + 1], c[i]);
    if (std::isnan(expected) ? std::isnan(out[i]) : std::bit_cast<Bits>(expected) == std::bit_cast<Bits>(out[i]))
      continue;
    INFO(std::hexfloat << ab[2 * i] << " * " << ab[2 * i + 1] << " + " << c[i]);
    CHECK(out[i] == expected);
  }
}

TEST_CASE("emulated fused multiply-add of f32 rounds once") { checkFusedMultiplyAdd<float, uint32_t>("f32"); }
TEST_CASE("emulated fused multiply-add of f64 rounds once") { checkFusedMultiplyAdd<double, uint64_t>("f64"); }

template <typename T>
static void checkIntegerPower(const std::string &type) {
  std::vector<T> bases, exponents;
  for (T base : {T(0), T(1), T(-1), T(2), T(-2), T(3), T(-7), T(10), std::numeric_limits<T>::min()})
    for (T exponent : {T(0), T(1), T(2), T(3), T(7), T(31), T(32), T(63), T(64), T(1000001), T(-1), T(-2), T(-3),
                       std::numeric_limits<T>::max(), std::numeric_limits<T>::min()}) {
      bases.push_back(base);
      exponents.push_back(exponent);
    }
  std::vector<T> out(bases.size());
  MathLoops loops = requireLoops("x86-64-v2", {callOf("ipowi", type)});
  loops.find("ipowi_" + type)(out.data(), bases.data(), exponents.data(), out.size());
  using Unsigned = std::make_unsigned_t<T>;
  for (size_t i = 0; i < out.size(); ++i) {
    T base = bases[i], exponent = exponents[i], expected;
    if (exponent < 0) {
      expected = base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
    } else {
      // By the binary expansion from the top, where the function goes from the bottom.
      Unsigned power = 1;
      for (int bit = std::numeric_limits<T>::digits - 1; bit >= 0; --bit)
        power = power * power * (exponent >> bit & 1 ? Unsigned(base) : 1);
      expected = T(power);
    }
    INFO(base << " to the " << exponent);
    CHECK(out[i] == expected);
  }
}

TEST_CASE("ipowi of i32 wraps, and inverts for negative exponents") { checkIntegerPower<int32_t>("i32"); }
TEST_CASE("ipowi of i64 wraps, and inverts for negative exponents") { checkIntegerPower<int64_t>("i64"); }

TEST_CASE("fpowi agrees with pow for every kind of exponent") {
  std::vector<double> bases;
  std::vector<float> bases32;
  std::vector<int64_t> exponents;
  const double inf = std::numeric_limits<double>::infinity();
  for (double base : {0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.3, 1.0000001, -1.0000001, 1e30, inf, -inf, double(NAN)})
    for (int64_t exponent : {INT64_C(0), INT64_C(1), INT64_C(-1), INT64_C(2), INT64_C(-2), INT64_C(3), INT64_C(-3),
                             INT64_C(100), INT64_C(1023), INT64_C(1024), INT64_C(1025), INT64_C(100000001),
                             INT64_C(9007199254740991), INT64_MAX, INT64_MIN}) {
      bases.push_back(base);
      bases32.push_back(float(base));
      exponents.push_back(exponent);
    }
  std::vector<double> out(bases.size());
  std::vector<float> out32(bases.size());
  for (const char *processor : {"x86-64-v2", "x86-64-v3"}) {
    if (!MathLoops::canRun(processor))
      continue;
    MathLoops loops = requireLoops(processor, {callOf("fpowi", "f64"), callOf("fpowi", "f32")});
    loops.find("fpowi_f64")(out.data(), bases.data(), exponents.data(), out.size());
    loops.find("fpowi_f32")(out32.data(), bases32.data(), exponents.data(), out.size());
    for (size_t i = 0; i < out.size(); ++i) {
      INFO(bases[i] << " to the " << exponents[i] << " on " << processor);
      // long double holds every i64.
      double expected = double(powl((long double)bases[i], (long double)exponents[i]));
      float expected32 = float(powl((long double)bases32[i], (long double)exponents[i]));
      if (std::isnan(bases[i]) && exponents[i] != 0) {
        CHECK(std::isnan(out[i]));
        CHECK(std::isnan(out32[i]));
        continue;
      }
      CHECK(std::signbit(out[i]) == std::signbit(expected));
      CHECK(std::signbit(out32[i]) == std::signbit(expected32));
      CHECK((out[i] == expected || std::abs(out[i] - expected) <= std::abs(expected) * 0x1p-52));
      CHECK((out32[i] == expected32 || std::abs(out32[i] - expected32) <= std::abs(expected32) * 0x1p-23f));
    }
  }
}

static MathLoopSource conversion(const std::string &name, const std::string &instruction, const std::string &from,
                                 const std::string &to) {
  return {name,
          "define internal " + to + " @" + name + "_element(" + from + " %x) alwaysinline {\n  %r = " + instruction +
              " " + from + " %x to " + to + "\n  ret " + to + " %r\n}\n",
          to,
          {from}};
}

TEST_CASE("conversions of half and bfloat on x86-64-v2 are those of the hardware") {
  MathLoops loops = requireLoops("x86-64-v2", {conversion("half_of_float", "fptrunc", "float", "half"),
                                               conversion("half_of_double", "fptrunc", "double", "half"),
                                               conversion("bfloat_of_float", "fptrunc", "float", "bfloat"),
                                               conversion("bfloat_of_double", "fptrunc", "double", "bfloat"),
                                               conversion("float_of_half", "fpext", "half", "float"),
                                               conversion("float_of_bfloat", "fpext", "bfloat", "float")});
  // All halves and bfloats widen to the number that their bits say.
  std::vector<uint16_t> halves(65536);
  for (size_t i = 0; i < halves.size(); ++i)
    halves[i] = uint16_t(i);
  std::vector<float> wide(65536), wideBfloat(65536);
  loops.find("float_of_half")(wide.data(), halves.data(), nullptr, halves.size());
  loops.find("float_of_bfloat")(wideBfloat.data(), halves.data(), nullptr, halves.size());
  for (size_t i = 0; i < halves.size(); ++i) {
    int exponent = int(i >> 10 & 31), fraction = int(i & 1023);
    float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                      : exponent     ? std::ldexp(float(1024 + fraction), exponent - 25)
                                     : std::ldexp(float(fraction), -24);
    if (std::isnan(magnitude) ? !std::isnan(wide[i]) : std::copysign(magnitude, i >> 15 ? -1.f : 1.f) != wide[i])
      FAIL_CHECK("half " << i << " widens to " << wide[i]);
    float bfloat = std::bit_cast<float>(uint32_t(i) << 16);
    if (std::isnan(bfloat) ? !std::isnan(wideBfloat[i]) : bfloat != wideBfloat[i])
      FAIL_CHECK("bfloat " << i << " widens to " << wideBfloat[i]);
  }
  // Narrowing picks the nearest: compare with both neighbours, ties to even.
  std::vector<float> floats;
  std::vector<double> doubles;
  auto add = [&](double value) {
    floats.push_back(float(value));
    doubles.push_back(double(float(value)));
  };
  for (const std::vector<float> *values : {&wide, &wideBfloat})
    for (size_t i = 0; i + 1 < values->size(); ++i) {
      double here = (*values)[i], next = (*values)[i + 1];
      if (!std::isfinite(here) || !std::isfinite(next) || std::signbit(here) != std::signbit(next))
        continue;
      double middle = (here + next) / 2;
      add(here);
      add(middle);
      add(std::nextafter(float(middle), 0.f));
      add(std::nextafter(float(middle), INFINITY));
    }
  for (double value :
       {65504.0, 65519.0, 65520.0, 1e6, 3.39e38, 1e-45, double(INFINITY), -double(INFINITY), double(NAN)})
    add(value);
  std::vector<uint16_t> out(floats.size()), outDouble(floats.size()), bf(floats.size()), bfDouble(floats.size());
  loops.find("half_of_float")(out.data(), floats.data(), nullptr, floats.size());
  loops.find("half_of_double")(outDouble.data(), doubles.data(), nullptr, floats.size());
  loops.find("bfloat_of_float")(bf.data(), floats.data(), nullptr, floats.size());
  loops.find("bfloat_of_double")(bfDouble.data(), doubles.data(), nullptr, floats.size());
  auto check = [&](const std::vector<float> &table, uint16_t infinity, double value, uint16_t bits) {
    if (std::isnan(value))
      return (bits & 0x7fff) > infinity;
    if ((bits >> 15 != 0) != std::signbit(value))
      return false;
    uint16_t magnitude = bits & 0x7fff;
    // The value that the next exponent would give stands for infinity.
    auto at = [&](uint16_t index) {
      return index == infinity ? 2.0 * std::ldexp(1.0, std::ilogb(double(table[infinity - 1]))) : double(table[index]);
    };
    double size = std::abs(value);
    if (magnitude == infinity && size >= at(infinity))
      return true;
    if (magnitude > infinity)
      return false;
    double error = std::abs(size - at(magnitude));
    double below = magnitude ? std::abs(size - at(magnitude - 1)) : INFINITY;
    double above = magnitude < infinity ? std::abs(size - at(magnitude + 1)) : INFINITY;
    return error <= below && error <= above && ((error != below && error != above) || magnitude % 2 == 0);
  };
  for (size_t i = 0; i < floats.size(); ++i) {
    if (!check(wide, 0x7c00, floats[i], out[i]) || out[i] != outDouble[i])
      FAIL_CHECK("half of " << floats[i] << " is " << out[i] << ", from f64 " << outDouble[i]);
    if (!check(wideBfloat, 0x7f80, floats[i], bf[i]) || bf[i] != bfDouble[i])
      FAIL_CHECK("bfloat of " << floats[i] << " is " << bf[i] << ", from f64 " << bfDouble[i]);
  }
  // A rounding by way of f32 would end on the wrong side of these.
  double tricky[] = {1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-11, -(1 + 0x1p-11 + 0x1p-40)};
  uint16_t trickyOut[3];
  loops.find("half_of_double")(trickyOut, tricky, nullptr, 3);
  CHECK(trickyOut[0] == 0x3c01);
  CHECK(trickyOut[1] == 0x3c00);
  CHECK(trickyOut[2] == 0xbc01);
}

TEST_CASE("memory builtins move what they should and nothing else") {
  auto wrapper = [](const std::string &name, const std::string &callee) {
    // The element function gets pointers and a size packed in the loop's operands.
    return MathLoopSource{
        name,
        "declare ptr @" + callee + "(ptr, ptr, i64)\ndefine internal i64 @" + name +
            "_element(<2 x i64> %pointers, i64 %n) {\n  %d = extractelement <2 x i64> %pointers, i32 0\n"
            "  %s = extractelement <2 x i64> %pointers, i32 1\n  %pd = inttoptr i64 %d to ptr\n"
            "  %ps = inttoptr i64 %s to ptr\n  %r = call ptr @" +
            callee + "(ptr %pd, ptr %ps, i64 %n)\n  %i = ptrtoint ptr %r to i64\n  ret i64 %i\n}\n",
        "i64",
        {"<2 x i64>", "i64"}};
  };
  MathLoopSource fill{
      "fill",
      "declare ptr @memset(ptr, i32, i64)\ndefine internal i64 @fill_element(<2 x i64> %operands, i64 %n) {\n"
      "  %d = extractelement <2 x i64> %operands, i32 0\n  %v = extractelement <2 x i64> %operands, i32 1\n"
      "  %p = inttoptr i64 %d to ptr\n  %t = trunc i64 %v to i32\n"
      "  %r = call ptr @memset(ptr %p, i32 %t, i64 %n)\n  %i = ptrtoint ptr %r to i64\n  ret i64 %i\n}\n",
      "i64",
      {"<2 x i64>", "i64"}};
  MathLoopSource compare{
      "compare",
      "declare i32 @memcmp(ptr, ptr, i64)\ndefine internal i32 @compare_element(<2 x i64> %pointers, i64 %n) {\n"
      "  %d = extractelement <2 x i64> %pointers, i32 0\n  %s = extractelement <2 x i64> %pointers, i32 1\n"
      "  %pd = inttoptr i64 %d to ptr\n  %ps = inttoptr i64 %s to ptr\n"
      "  %r = call i32 @memcmp(ptr %pd, ptr %ps, i64 %n)\n  ret i32 %r\n}\n",
      "i32",
      {"<2 x i64>", "i64"}};
  MathLoops loops = requireLoops("x86-64-v2", {wrapper("copy", "memcpy"), wrapper("move", "memmove"), fill, compare});
  std::vector<unsigned char> memory(12000), expected;
  auto reset = [&] {
    for (size_t i = 0; i < memory.size(); ++i)
      memory[i] = (unsigned char)(i * 31 + i / 251);
    expected = memory;
  };
  auto call = [&](const char *name, size_t to, uint64_t from, uint64_t size) {
    uint64_t operands[2] = {uint64_t(uintptr_t(memory.data() + to)), from};
    uint64_t result = 0;
    loops.find(name)(&result, operands, &size, 1);
    return result;
  };
  auto address = [&](size_t offset) { return uint64_t(uintptr_t(memory.data() + offset)); };
  std::vector<size_t> sizes;
  for (size_t size = 0; size < 140; ++size)
    sizes.push_back(size);
  for (size_t size : {255, 256, 257, 1000, 2047, 2048, 2049, 4099})
    sizes.push_back(size);
  for (size_t size : sizes) {
    INFO("size " << size);
    reset();
    CHECK(call("copy", 5001, address(3), size) == address(5001));
    std::memcpy(expected.data() + 5001, expected.data() + 3, size);
    CHECK(memory == expected);
    for (size_t to : {97, 100, 103, 116, 200}) {
      reset();
      CHECK(call("move", to, address(100), size) == address(to));
      std::memmove(expected.data() + to, expected.data() + 100, size);
      CHECK(memory == expected);
    }
    reset();
    CHECK(call("fill", 77, 0x1a5, size) == address(77));
    std::memset(expected.data() + 77, 0xa5, size);
    CHECK(memory == expected);
    std::memcpy(memory.data() + 6000, memory.data(), size);
    CHECK(int32_t(call("compare", 6000, address(0), size)) == 0);
    if (size > 0) {
      memory[6000 + size - 1] ^= 0x80;
      bool less = memory[6000 + size - 1] < memory[size - 1];
      CHECK((int32_t(call("compare", 6000, address(0), size)) < 0) == less);
      CHECK(int32_t(call("compare", 6000, address(0), size)) != 0);
    }
  }
}

TEST_CASE("128-bit division is that of the host compiler") {
  auto division = [](const std::string &name) {
    return MathLoopSource{name,
                          "define internal i128 @" + name + "_element(i128 %a, i128 %b) alwaysinline {\n  %r = " +
                              name + " i128 %a, %b\n  ret i128 %r\n}\n",
                          "i128",
                          {"i128", "i128"}};
  };
  MathLoops loops = requireLoops("x86-64-v2", {division("sdiv"), division("udiv"), division("srem"), division("urem")});
  std::mt19937_64 generator(3);
  std::vector<__int128> a, b;
  for (int i = 0; i < 2000; ++i) {
    auto random = [&] {
      __int128 value = __int128((unsigned __int128)generator() << 64 | generator());
      return value >> (generator() % 127);
    };
    a.push_back(random());
    __int128 divisor = random();
    b.push_back(divisor == 0 ? 7 : divisor);
  }
  std::vector<__int128> out(a.size());
  auto check = [&](const char *name, auto reference) {
    loops.find(name)(out.data(), a.data(), b.data(), a.size());
    for (size_t i = 0; i < a.size(); ++i)
      if (out[i] != reference(a[i], b[i]))
        FAIL_CHECK(name << " of pair " << i);
  };
  using Unsigned = unsigned __int128;
  check("sdiv", [](__int128 x, __int128 y) { return x / y; });
  check("srem", [](__int128 x, __int128 y) { return x % y; });
  check("udiv", [](__int128 x, __int128 y) { return __int128(Unsigned(x) / Unsigned(y)); });
  check("urem", [](__int128 x, __int128 y) { return __int128(Unsigned(x) % Unsigned(y)); });
}

/// Rounding as the C library does it, which has no instruction either on a processor like that.
template <typename T>
static void checkRounding(const std::string &type, T (*const references[5])(T)) {
  const std::string value = type == "f32" ? "float" : "double";
  const char *const names[] = {"floor", "ceil", "trunc", "round", "roundeven"};
  std::vector<MathLoopSource> sources;
  for (const std::string name : names) {
    const std::string callee = "@llvm." + name + "." + type + "(" + value;
    sources.push_back({name + "_loop",
                       "declare " + value + " " + callee + ")\ndefine internal " + value + " @" + name +
                           "_loop_element(" + value + " %a) alwaysinline {\n  %r = call " + value + " " + callee +
                           " %a)\n  ret " + value + " %r\n}\n",
                       value,
                       {value}});
  }
  MathLoops loops = requireLoops("x86-64", sources);
  std::vector<T> x;
  std::mt19937_64 generator(5);
  for (int i = 0; i < 20000; ++i) {
    const T whole = std::ldexp(T(generator() % 4096), int(generator() % 60) - 6);
    for (const T near : {whole, whole + T(0.5), std::nextafter(whole + T(0.5), T(0)), std::nextafter(whole, T(0))})
      x.insert(x.end(), {near, -near});
  }
  using Limits = std::numeric_limits<T>;
  for (const T odd : {Limits::infinity(), Limits::max(), Limits::denorm_min(), Limits::quiet_NaN(), T(0)})
    x.insert(x.end(), {odd, -odd});
  std::vector<T> out(x.size());
  for (size_t function = 0; function < 5; ++function) {
    loops.find(std::string(names[function]) + "_loop")(out.data(), x.data(), nullptr, x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      const T expected = references[function](x[i]);
      if (std::isnan(expected) ? !std::isnan(out[i])
                               : out[i] != expected || std::signbit(out[i]) != std::signbit(expected))
        FAIL_CHECK(names[function] << " of " << x[i] << " is " << out[i] << ", not " << expected);
    }
  }
}

TEST_CASE("rounding on a processor without SSE4.1 is exact") {
  checkRounding<float>("f32", (float (*const[])(float)){std::floor, std::ceil, std::trunc, std::round, ::roundevenf});
  checkRounding<double>("f64", (double (*const[])(double)){std::floor, std::ceil, std::trunc, std::round, ::roundeven});
}
