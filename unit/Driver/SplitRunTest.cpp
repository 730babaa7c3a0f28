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
#include <numeric>

using namespace qdc;

static CompileOptions optionsFor(unsigned largestFunction, unsigned optimizationLevel) {
  CompileOptions options;
  options.largestFunction = largestFunction;
  options.optimizationLevel = optimizationLevel;
  options.fpContract = FPContract::off; // or a cut could stand between a multiplication and its addition
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

static Outcome runEverything(const CompileOptions &options, float limit) {
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
