//===- MathReport.cpp - Accuracy and speed tables for docs/math.md --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qdc-math-report [STEP [MNEMONIC]]: prints the tables of docs/math.md, with every
// STEP-th f32 value (101 when left out) and as many f64 values; of one function
// alone if it is named, with the result that is furthest off.
//
//===----------------------------------------------------------------------===//
#include "Accuracy.h"
#include "MathLoop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace qdc::test;

static const char *const processors[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};

/// Nanoseconds for each element of an array in the first-level cache, the best of many runs.
template <typename T>
static double timeOf(LoopFunction loop) {
  constexpr size_t count = 1024;
  static T a[count], b[count], out[count];
  for (size_t i = 0; i < count; ++i) {
    a[i] = T(0.5 + 0.45 * std::sin(1.7 * double(i)));
    b[i] = T(1 + 0.5 * std::cos(double(i)));
  }
  double best = 1e30;
  for (int run = 0; run < 400; ++run) {
    auto begin = std::chrono::steady_clock::now();
    loop(out, a, b, count);
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    best = std::min(best, time.count() / count);
  }
  return best;
}

int main(int argc, char **argv) {
  uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 101;
  const char *only = argc > 2 ? argv[2] : nullptr;
  if (step == 0) {
    std::fprintf(stderr, "error: usage: qdc-math-report [STEP [MNEMONIC]], STEP is at least 1\n");
    return 2;
  }
  struct Table {
    const char *type;
    qdc::MathTable kind;
    std::vector<AccuracyCase> cases;
  };
  for (const Table &table :
       {Table{"f32", qdc::MathTable::cpu, accuracyCases()}, Table{"f64", qdc::MathTable::cpu, accuracyCases()},
        Table{"f32", qdc::MathTable::gpu, accuracyCasesOnGPU()}}) {
    const char *type = table.type;
    bool isF32 = type[1] == '3', isOfGPU = table.kind == qdc::MathTable::gpu;
    std::vector<MathLoopSource> sources;
    for (const AccuracyCase &function : table.cases)
      if (!only || std::string(only) == function.mnemonic)
        sources.push_back(callOf(function.mnemonic, type, table.kind));
    std::vector<MathLoops> loops;
    std::printf("\n| %s%s |", type, isOfGPU ? ", of GPUs" : "");
    for (const char *processor : processors) {
      bool hasFMA = std::string(processor) != "x86-64-v2";
      if (!MathLoops::canRun(processor) || (isOfGPU && !hasFMA))
        continue;
      qdc::Result<MathLoops> compiled = MathLoops::compile(processor, sources);
      if (!compiled) {
        std::fprintf(stderr, "error: %s\n", compiled.error().message.c_str());
        return 1;
      }
      loops.push_back(std::move(*compiled));
      std::printf(" %s: ulp | ns |", processor);
    }
    std::printf(" worst at |\n");
    for (const AccuracyCase &function : table.cases) {
      std::string name = std::string(function.mnemonic) + "_" + type;
      if (only && std::string(only) != function.mnemonic)
        continue;
      std::printf("| %s |", function.mnemonic);
      WorstError worst;
      for (const MathLoops &compiled : loops) {
        LoopFunction loop = compiled.find(name);
        WorstError error = isF32 ? sweepF32(loop, function, step) : sweepF64(loop, function, step);
        std::printf(" %.3f | %.2f |", error.error, isF32 ? timeOf<float>(loop) : timeOf<double>(loop));
        if (!(error.error <= worst.error))
          worst = error;
      }
      if (function.isBinary)
        std::printf(" %.17g, %.17g |", worst.a, worst.b);
      else
        std::printf(" %.17g |", worst.a);
      if (only)
        std::printf(" result %.17g expected %.17g", worst.result, worst.expected);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  return 0;
}
