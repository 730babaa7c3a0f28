//===- SplitRunTest.cpp - Tasks that are cut into parts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of a few operations, so that cuts are everywhere: in branches, in
// loops, between an assert and what it guards. What the kernels leave in memory
// must be what an interpreter leaves, or the same kernel in one piece.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"
#include "RandomKernel.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

using namespace qdc;

static ImageOptions optionsFor(unsigned largestFunction, unsigned optimizationLevel) {
  ImageOptions options;
  options.largestFunction = largestFunction;
  options.code.optimizationLevel = optimizationLevel;
  options.code.contract = false; // or a cut could stand between a multiplication and its addition
  return options;
}

static RandomKernel::Memory makeMemory() {
  RandomKernel::Memory memory{};
  std::iota(memory.a.begin(), memory.a.end(), -3);
  std::iota(memory.b.begin(), memory.b.end(), 1);
  std::iota(memory.shared.begin(), memory.shared.end(), -5);
  std::iota(memory.rows.begin(), memory.rows.end(), 0);
  return memory;
}

TEST_CASE("random kernels cut into parts do what their text says") {
  unsigned largest = GENERATE(4, 9, 30);
  unsigned level = GENERATE(0, 3);
  for (uint64_t seed = 200 + largest; seed < 212 + largest; ++seed) {
    RandomKernel program(seed);
    INFO("seed " << seed << ", at most " << largest << " operations, -O" << level << "\n" << program.source());
    KernelRunner runner(program.source(), KernelRunner::Simplify::yes, optionsFor(largest, level));
    RandomKernel::Memory expected = makeMemory(), actual = makeMemory();
    program.interpret(expected);
    runner.run(actual.arguments());
    REQUIRE(actual == expected);
  }
}

/// An expression over floats in every statement, values that live across everything, a local array, random numbers, an
/// inner loop that carries values, an assert within it, and a reduction.
static const char *const everything = R"(
qd.kernel @f(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %limit: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %sum = qd.for (%i) in (%n) reduce(addf) -> f32 {
    %local = memref.alloca() : memref<4xf32>
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.mulf %a, %half : f32
    %c = arith.addf %a, %b : f32
    %d = arith.subf %c, %half : f32
    memref.store %zero, %local[%c0] : memref<4xf32>
    memref.store %b, %local[%c1] : memref<4xf32>
    memref.store %d, %local[%c3] : memref<4xf32>
    %e, %g = scf.for %j = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %d) -> (f32, f32) {
      %u = arith.addf %p, %q : f32
      %v = arith.mulf %u, %b : f32
      %ok = arith.cmpf olt, %v, %limit : f32
      qd.assert %ok, "below the limit"
      %big = arith.cmpf ogt, %v, %c : f32
      %w = scf.if %big -> f32 {
        %s = arith.mulf %v, %half : f32
        %t = arith.subf %s, %c : f32
        memref.store %t, %local[%c0] : memref<4xf32>
        scf.yield %t : f32
      } else {
        %s = arith.addf %v, %a : f32
        scf.yield %s : f32
      }
      %old = memref.load %local[%c0] : memref<4xf32>
      %new = arith.addf %old, %w : f32
      memref.store %new, %local[%c0] : memref<4xf32>
      scf.yield %w, %u : f32, f32
    }
    %h = memref.load %local[%c0] : memref<4xf32>
    %k = memref.load %local[%c3] : memref<4xf32>
    %l = arith.divf %h, %k : f32
    %m = arith.addf %e, %l : f32
    %o = arith.addf %m, %g : f32
    memref.store %o, %y[%i] : memref<?xf32>
    %r = arith.addf %o, %c : f32
    qd.yield %r : f32
  }
  qd.return %sum : f32
}
)";

struct Outcome {
  std::vector<float> y = std::vector<float>(100, -1);
  float sum = 0;
  qd_error_record error{};
};

static Outcome runEverything(const ImageOptions &options, float limit) {
  KernelRunner runner(everything, KernelRunner::Simplify::no, options);
  std::vector<float> x(100);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = 0.25f * static_cast<float>((i * 37) % 23) - 1.5f;
  Outcome outcome;
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {100}).array(outcome.y.data(), {100}).scalar<int64_t>(100).scalar(limit);
  arguments.errorRecord = &outcome.error;
  runner.run(arguments);
  outcome.sum = runner.result<float>(0);
  return outcome;
}

static std::vector<uint32_t> bitsOf(const std::vector<float> &values) {
  std::vector<uint32_t> bits;
  for (float value : values)
    bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

TEST_CASE("parts compute the same bits as a function in one piece") {
  unsigned level = GENERATE(0, 3);
  Outcome whole = runEverything(optionsFor(100000, level), 1e30f);
  REQUIRE(whole.error.code == QD_ERROR_NONE);
  for (unsigned largest : {4, 6, 10, 16, 25, 50}) {
    INFO("at most " << largest << " operations, -O" << level);
    Outcome parts = runEverything(optionsFor(largest, level), 1e30f);
    CHECK(parts.error.code == QD_ERROR_NONE);
    CHECK(bitsOf(parts.y) == bitsOf(whole.y));
    CHECK(std::bit_cast<uint32_t>(parts.sum) == std::bit_cast<uint32_t>(whole.sum));
  }
}

TEST_CASE("a failed assert in a part ends the iteration and nothing else") {
  Outcome whole = runEverything(optionsFor(100000, 3), 20.0f);
  REQUIRE(whole.error.code == QD_ERROR_ASSERT);
  for (unsigned largest : {4, 6, 10, 16, 25, 50}) {
    INFO("at most " << largest << " operations");
    Outcome parts = runEverything(optionsFor(largest, 3), 20.0f);
    CHECK(parts.error.code == QD_ERROR_ASSERT);
    CHECK(parts.error.iteration == whole.error.iteration);
    CHECK(bitsOf(parts.y) == bitsOf(whole.y));
  }
}

/// A chain of math functions of both types, some under a condition, with a store after each, so that nothing of it can
/// be left out. Fewer than a hundred operations, but thousands with the functions inlined.
static std::string mathChain(const std::string &type) {
  const char *const functions[] = {"sin",  "cos",   "exp",   "tanh", "erf",  "atan", "log1p", "cbrt",
                                   "sinh", "expm1", "asinh", "exp2", "erfc", "tan",  "rsqrt"};
  std::string array = "memref<?x" + type + ">";
  std::string text = "qd.kernel @f(%x: " + array + ", %y: " + array + ", %n: index, %limit: " + type + ") {\n" +
                     "  qd.for (%i) in (%n) {\n    %v0 = memref.load %x[%i] : " + array + "\n" +
                     "    %p = arith.cmpf olt, %v0, %limit : " + type + "\n";
  unsigned number = 0;
  for (const char *function : functions) {
    std::string from = "%v" + std::to_string(number), to = "%v" + std::to_string(++number);
    std::string call = "math." + std::string(function) + " " + from + " : " + type;
    if (number % 3)
      text += "    " + to + " = " + call + "\n";
    else
      text += "    " + to + " = scf.if %p -> " + type + " {\n      %s = " + call +
              "\n      memref.store %s, %y[%i] : " + array + "\n      scf.yield %s : " + type +
              "\n    } else {\n      scf.yield " + from + " : " + type + "\n    }\n";
  }
  return text + "    %w = math.powf %v" + std::to_string(number) + ", %v1 : " + type +
         "\n    %z = math.atan2 %w, %v2 : " + type + "\n    memref.store %z, %x[%i] : " + array + "\n  }\n}\n";
}

template <typename T>
static std::vector<T> runMathChain(const std::string &text, const ImageOptions &options) {
  KernelRunner runner(text, KernelRunner::Simplify::no, options);
  std::vector<T> values(2 * 103); // x and y; no multiple of any vector's lanes
  for (size_t i = 0; i < 103; ++i)
    values[i] = static_cast<T>(0.125) * static_cast<T>((i * 37) % 41) - static_cast<T>(2.5);
  values[7] = std::numeric_limits<T>::infinity();
  values[50] = std::numeric_limits<T>::quiet_NaN();
  CompiledModule::Arguments arguments;
  arguments.array(values.data(), {103}).array(values.data() + 103, {103}).template scalar<int64_t>(103).scalar(T(0.5));
  runner.run(arguments);
  return values;
}

template <typename T>
static bool haveSameBits(const std::vector<T> &first, const std::vector<T> &second) {
  return std::memcmp(first.data(), second.data(), first.size() * sizeof(T)) == 0;
}

TEST_CASE("math functions that are called compute the same bits as inlined ones") {
  unsigned level = GENERATE(0, 1, 3);
  INFO("-O" << level);
  // At most 100 instructions of math functions in a function of at most 100 operations: it stays whole.
  CHECK(haveSameBits(runMathChain<float>(mathChain("f32"), optionsFor(100, level)),
                     runMathChain<float>(mathChain("f32"), optionsFor(100000, level))));
  CHECK(haveSameBits(runMathChain<double>(mathChain("f64"), optionsFor(100, level)),
                     runMathChain<double>(mathChain("f64"), optionsFor(100000, level))));
}

TEST_CASE("a loop over thousands of arrays and scalars reaches each of them") {
  constexpr unsigned count = 1500;
  std::string parameters, body;
  for (unsigned i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    parameters += "%a" + n + ": memref<?xi32>, %k" + n + ": i32, ";
    body += "    %v" + n + " = memref.load %a" + n + "[%i] : memref<?xi32>\n    %w" + n + " = arith.muli %v" + n +
            ", %k" + n + " : i32\n    memref.store %w" + n + ", %a" + n + "[%i] : memref<?xi32>\n";
  }
  KernelRunner runner("qd.kernel @f(" + parameters + "%n: index) {\n  qd.for (%i) in (%n) {\n" + body + "  }\n}\n",
                      KernelRunner::Simplify::yes, ImageOptions());
  std::vector<int32_t> values(2 * count);
  std::iota(values.begin(), values.end(), 1);
  CompiledModule::Arguments arguments;
  for (unsigned i = 0; i < count; ++i)
    arguments.array(values.data() + 2 * i, {2}).scalar<int32_t>(static_cast<int32_t>(i) - 700);
  arguments.scalar<int64_t>(2);
  runner.run(arguments);
  for (unsigned i = 0; i < 2 * count; ++i) {
    INFO("element " << i % 2 << " of array " << i / 2);
    REQUIRE(values[i] == static_cast<int32_t>(i + 1) * (static_cast<int32_t>(i / 2) - 700));
  }
}
