//===- SimplifyRunTest.cpp - Simplified kernels against their meaning -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random kernels go through the phases simplify, offload, lower and emit; what
// they leave in memory must equal what the interpreter of RandomKernel.h does.
// A failure prints the kernel; `qdc-opt --qd-simplify` shows what became of it.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"
#include "RandomKernel.h"

#include <catch2/catch.hpp>

using namespace qdc;

static RandomKernel::Memory makeMemory(uint64_t seed) {
  std::mt19937_64 random(seed);
  RandomKernel::Memory memory{};
  auto fill = [&](auto &array) {
    for (int64_t &element : array)
      element = static_cast<int64_t>(random() % 11) - 3;
  };
  fill(memory.a);
  fill(memory.b);
  fill(memory.shared);
  fill(memory.rows);
  return memory;
}

TEST_CASE("simplified random kernels do what their text says") {
  uint64_t first = GENERATE(0, 25, 50, 75);
  for (uint64_t seed = first; seed < first + 25; ++seed) {
    RandomKernel program(seed);
    INFO("seed " << seed << "\n" << program.source());
    KernelRunner runner(program.source(), KernelRunner::Simplify::yes);
    for (uint64_t data = 0; data < 3; ++data) {
      RandomKernel::Memory expected = makeMemory(data), actual = makeMemory(data);
      program.interpret(expected);
      runner.run(actual.arguments());
      REQUIRE(actual == expected);
    }
  }
}
