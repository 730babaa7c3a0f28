//===- FusionRunTest.cpp - Neighbouring loops against plain C++ -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of parallel loops over one range, made by chance: each writes elements
// of its own in one array and reads others around them, so that some neighbours
// may be one loop and others may not. KernelRunner runs chunks from the last to
// the first and each upwards: whoever sees an element too early or too late, by
// an iteration before or after it, leaves other numbers.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <random>

using namespace qdc;

namespace {

constexpr int64_t kIterations = 37;
constexpr int64_t kElements = kIterations + 3;
constexpr const char *kNames[] = {"a", "b", "c"};

/// Three arrays, and counters that loops add to atomically.
struct Memory {
  std::array<std::array<int64_t, kElements>, 3> arrays;
  std::array<int64_t, 4> counters = {};
  std::vector<int64_t> results;

  bool operator==(const Memory &) const = default;
};

/// sum of factor * array[i + offset], into target[i + offset]; or the sum of that over all i.
struct Loop {
  struct Load {
    unsigned array;
    int64_t offset, factor;
  };
  std::vector<Load> loads;
  unsigned target = 0;
  int64_t offset = 0;
  bool isReduction = false;
  int counter = -1;   // added to, with the value
  int readCounter = -1; // added to the value; never in a loop that adds to one
};

class Chain {
public:
  explicit Chain(uint64_t seed) : random(seed) {
    for (unsigned count = 2 + pick(5); count > 0; --count)
      loops.push_back(makeLoop());
  }

  std::string source() const;
  void interpret(Memory &memory) const;
  size_t size() const { return loops.size(); }
  size_t reductions() const { return std::ranges::count_if(loops, &Loop::isReduction); }

private:
  unsigned pick(unsigned bound) { return random() % bound; }
  Loop makeLoop();

  std::mt19937_64 random;
  std::vector<Loop> loops;
};

Loop Chain::makeLoop() {
  Loop loop;
  loop.target = pick(3);
  loop.offset = pick(4) ? 1 : pick(3);
  loop.isReduction = pick(5) == 0;
  for (unsigned count = 1 + pick(2); count > 0; --count) {
    unsigned array = pick(3);
    // An iteration must not read what another one of its loop writes.
    bool isOwn = array == loop.target && !loop.isReduction;
    loop.loads.push_back({array, isOwn ? loop.offset : pick(3) ? 1 : pick(3), 1 + pick(3)});
  }
  if (pick(5) == 0)
    loop.counter = pick(4);
  else if (pick(6) == 0)
    loop.readCounter = pick(4);
  return loop;
}

std::string Chain::source() const {
  std::string text = "qd.kernel @f(%a: memref<?xi64>, %b: memref<?xi64>, %c: memref<?xi64>, %k: memref<4xi64>, "
                     "%n: index)";
  std::string types, results;
  for (size_t i = 0; i < reductions(); ++i)
    types += i ? ", i64" : "i64";
  text += types.empty() ? " {\n" : " -> (" + types + ") {\n";
  for (size_t number = 0; number < loops.size(); ++number) {
    const Loop &loop = loops[number];
    std::string result = "%r" + std::to_string(number);
    if (loop.isReduction)
      results += (results.empty() ? "" : ", ") + result;
    text += (loop.isReduction ? result + " = " : "") + "qd.for (%i) in (%n)" +
            (loop.isReduction ? " reduce(addi) -> i64" : "") + " {\n";
    text += "  %v0 = arith.index_cast %i : index to i64\n";
    unsigned value = 0;
    auto add = [&](const std::string &load, int64_t factor) {
      std::string id = std::to_string(value + 1), last = std::to_string(value);
      text += "  %l" + id + " = memref.load " + load + "\n  %f" + id + " = arith.constant " + std::to_string(factor) +
              " : i64\n  %p" + id + " = arith.muli %l" + id + ", %f" + id + " : i64\n  %v" + id + " = arith.addi %v" +
              last + ", %p" + id + " : i64\n";
      ++value;
    };
    auto place = [&](const std::string &name, int64_t offset) {
      text += "  %c" + name + " = arith.constant " + std::to_string(offset) + " : index\n  %" + name +
              " = arith.addi %i, %c" + name + " : index\n";
      return "%" + name;
    };
    for (const Loop::Load &load : loop.loads)
      add("%" + std::string(kNames[load.array]) + "[" + place("at" + std::to_string(value), load.offset) +
              "] : memref<?xi64>",
          load.factor);
    std::string counter = std::to_string(std::max({loop.counter, loop.readCounter, 0}));
    text += "  %kc = arith.constant " + counter + " : index\n";
    if (loop.readCounter >= 0)
      add("%k[%kc] : memref<4xi64>", 1);
    std::string last = "%v" + std::to_string(value);
    if (loop.counter >= 0)
      text += "  %old = memref.atomic_rmw addi " + last + ", %k[%kc] : (i64, memref<4xi64>) -> i64\n";
    if (loop.isReduction)
      text += "  qd.yield " + last + " : i64\n";
    else
      text += "  memref.store " + last + ", %" + kNames[loop.target] + "[" + place("own", loop.offset) +
              "] : memref<?xi64>\n";
    text += "}\n";
  }
  return text + (results.empty() ? "}" : "qd.return " + results + " : " + types + "\n}");
}

void Chain::interpret(Memory &memory) const {
  for (const Loop &loop : loops) {
    int64_t sum = 0;
    for (int64_t i = 0; i < kIterations; ++i) {
      int64_t value = i;
      for (const Loop::Load &load : loop.loads)
        value += memory.arrays[load.array][i + load.offset] * load.factor;
      if (loop.readCounter >= 0)
        value += memory.counters[loop.readCounter];
      if (loop.counter >= 0)
        memory.counters[loop.counter] += value;
      if (loop.isReduction)
        sum += value;
      else
        memory.arrays[loop.target][i + loop.offset] = value;
    }
    if (loop.isReduction)
      memory.results.push_back(sum);
  }
}

Memory run(const Chain &chain, KernelRunner &runner, Memory memory) {
  CompiledModule::Arguments arguments;
  for (auto &array : memory.arrays)
    arguments.array(array.data(), {kElements});
  runner.run(arguments.array(memory.counters.data(), {4}).scalar(kIterations));
  for (size_t i = 0; i < chain.reductions(); ++i)
    memory.results.push_back(runner.result<int64_t>(i));
  return memory;
}

size_t parallelTasks(const Kernel &kernel) { return std::ranges::count(kernel.tasks, TaskKind::parallel, &Task::kind); }

} // namespace

TEST_CASE("chains of loops give the same numbers fused and not") {
  Memory before;
  for (size_t array = 0; array < 3; ++array)
    for (int64_t i = 0; i < kElements; ++i)
      before.arrays[array][i] = static_cast<int64_t>(array * 1000) + i * i;
  size_t loops = 0, tasks = 0, fusedWhole = 0, untouched = 0;
  for (uint64_t seed = 0; seed < 80; ++seed) {
    Chain chain(seed);
    INFO("seed " << seed << "\n" << chain.source());
    Memory expected = before;
    chain.interpret(expected);
    KernelRunner runner(chain.source(), KernelRunner::Simplify::yes);
    CHECK(run(chain, runner, before) == expected);
    size_t left = parallelTasks(runner.kernel);
    loops += chain.size();
    tasks += left;
    fusedWhole += left == 1;
    untouched += left == chain.size();
  }
  // The chains are of every kind.
  CHECK(tasks < loops);
  CHECK(fusedWhole > 0);
  CHECK(untouched > 0);
}

TEST_CASE("ten elementwise loops are one task, which knows all ten") {
  std::string source = "qd.kernel @f(%x: memref<?xf32>, %k: f32) {\n"
                       "  %c0 = arith.constant 0 : index\n  %n = memref.dim %x, %c0 : memref<?xf32>\n";
  for (int number = 0; number < 10; ++number)
    source += "  qd.for (%i) in (%n) {\n    %v = memref.load %x[%i] : memref<?xf32>\n"
              "    %w = arith.mulf %v, %k : f32\n    memref.store %w, %x[%i] : memref<?xf32>\n  }\n";
  KernelRunner runner(source + "}", KernelRunner::Simplify::yes);
  REQUIRE(runner.kernel.tasks.size() == 1);
  CHECK(runner.kernel.tasks[0].sourceLoops.size() == 10);
  REQUIRE(runner.kernel.sourceLoops.size() == 10);
  CHECK(runner.kernel.sourceLoops[0].location.line == 4);
  CHECK(runner.kernel.sourceLoops[9].location.line == 4 + 9 * 5);
  std::vector<float> x = {1, 2, 3};
  runner.run(CompiledModule::Arguments().array(x.data(), {3}).scalar(2.0f));
  CHECK(x == std::vector<float>{1024, 2048, 3072});
}

TEST_CASE("sums that share a loop have the bits of sums that do not") {
  std::string start = "qd.kernel @f(%x: memref<?xf32>, %y: memref<?xf32>) -> (f32, f32) {\n"
                      "  %c0 = arith.constant 0 : index\n  %n = memref.dim %x, %c0 : memref<?xf32>\n";
  std::string sum = "reduce(addf) -> f32 {\n    %v = memref.load %";
  std::string end = "[%i] : memref<?xf32>\n    qd.yield %v : f32\n  }\n";
  std::string source = start + "  %a = qd.for (%i) in (%n) " + sum + "x" + end + "  %b = qd.for (%i) in (%n) " + sum +
                       "y" + end + "  qd.return %a, %b : f32, f32\n}";
  KernelRunner apart(source, KernelRunner::Simplify::no), fused(source, KernelRunner::Simplify::yes);
  CHECK(parallelTasks(apart.kernel) == 2);
  CHECK(parallelTasks(fused.kernel) == 1);
  std::mt19937 random(7);
  std::vector<float> x(5000), y(5000);
  for (float &value : x)
    value = std::uniform_real_distribution<float>(-1, 1)(random);
  for (float &value : y)
    value = std::uniform_real_distribution<float>(-1000, 1000)(random);
  for (int64_t n : {0, 1, 63, 1024, 1025, 5000}) {
    for (KernelRunner *runner : {&apart, &fused})
      runner->run(CompiledModule::Arguments().array(x.data(), {n}).array(y.data(), {n}));
    CHECK(apart.result<float>(0) == fused.result<float>(0));
    CHECK(apart.result<float>(1) == fused.result<float>(1));
  }
}
