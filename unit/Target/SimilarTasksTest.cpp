//===- SimilarTasksTest.cpp - Tasks that differ in constants alone --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

using namespace qdc;

namespace {

/// y = (x * `scale` + 3) * `factor` / 4, of an array of doubles.
std::string task(int number, double scale, double factor) {
  return "qd.task @t." + std::to_string(number) + R"( of @t extent(#qd.size<"1">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %scale = arith.constant )" +
         std::to_string(scale) + R"( : f64
  %three = arith.constant 3.0 : f64
  %factor = arith.constant )" +
         std::to_string(factor) + R"( : f64
  %four = arith.constant 4.0 : f64
  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
    %a = arith.mulf %v, %scale : f64
    %b = arith.addf %a, %three : f64
    %c = arith.mulf %b, %factor : f64
    %d = arith.divf %c, %four : f64
    memref.store %d, %y[%i] : memref<?xf64>
  }
}
)";
}

} // namespace

TEST_CASE("tasks that share a chunk compute with their own constants") {
  constexpr int tasks = 12; // more than share one
  auto scaleOf = [](int number) { return number + 0.5; };
  auto factorOf = [](int number) { return number % 3 + 1.0; };
  std::string source = "qd.kernel @t() {\n  qd.return\n}\n";
  for (int number = 0; number < tasks; ++number)
    source += task(number, scaleOf(number), factorOf(number));
  std::string lowered;
  CompileOptions options;
  options.saveTemporary = [&](std::string_view name, std::string_view bytes) {
    if (name == "ll")
      lowered = bytes;
    return Status();
  };
  CompiledModule module = CompiledModule::compile(source, options);
  size_t chunk = lowered.find("define internal void ");
  CHECK(chunk != std::string::npos);
  CHECK(lowered.find("define internal void ", chunk + 1) == std::string::npos);
  std::vector<double> x, y(100);
  for (size_t i = 0; i < y.size(); ++i)
    x.push_back(double(i) - 50);
  CompiledModule::Arguments arguments;
  arguments.array(x.data(), {100}).array(y.data(), {100});
  for (int number = 0; number < tasks; ++number) {
    CAPTURE(number);
    module.run(arguments, 0, 100, "t." + std::to_string(number));
    bool isRight = true;
    for (size_t i = 0; i < y.size(); ++i)
      isRight &= y[i] == (x[i] * scaleOf(number) + 3) * factorOf(number) / 4;
    CHECK(isRight);
  }
}
