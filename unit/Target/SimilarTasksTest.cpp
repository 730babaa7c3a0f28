//===- SimilarTasksTest.cpp - Tasks that differ in constants alone --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <cmath>
#include <cstdio>
#include <functional>

using namespace qdc;

namespace {

constexpr int kTasks = 12; // more than share one chunk

/// Tasks that store what each makes of an element. `body` gives, for the number of a task, the statements that compute
/// %result from %v and the constants %c0, %c1 and so on; `constants` gives these.
struct Tasks {
  using Values = std::vector<std::string>;

  size_t chunks = 0;
  CompiledModule module;

  Tasks(const std::function<Values(int)> &constants, const std::string &body)
      : Tasks(constants, [&](int) { return body; }) {}
  /// The same, with a body for each number.
  Tasks(const std::function<Values(int)> &constants, const std::function<std::string(int)> &body)
      : module(compile(constants, body)) {}

  /// What one of them makes of `x`.
  double run(int number, double x) {
    double y = 0;
    CompiledModule::Arguments arguments;
    arguments.array(&x, {1}).array(&y, {1});
    module.run(arguments, 0, 1, "t." + std::to_string(number));
    return y;
  }

private:
  static std::string task(int number, const Values &constants, const std::string &body) {
    std::string text = "qd.task @t." + std::to_string(number) + R"( of @t extent(#qd.size<"1">)
    (%x: memref<?xf64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xf64> {qd.slot = #qd.slot<array(1)>},
     %n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
)";
    for (size_t i = 0; i < constants.size(); ++i)
      text += "  %c" + std::to_string(i) + " = arith.constant " + constants[i] + " : f64\n";
    return text + R"(  qd.for (%i) in (%n) {
    %v = memref.load %x[%i] : memref<?xf64>
)" + body + R"(
    memref.store %result, %y[%i] : memref<?xf64>
  }
}
)";
  }

  CompiledModule compile(const std::function<Values(int)> &constants, const std::function<std::string(int)> &body) {
    std::string source = "qd.kernel @t() {\n  qd.return\n}\n";
    for (int number = 0; number < kTasks; ++number)
      source += task(number, constants(number), body(number));
    ImageOptions options;
    options.saveTemporary = [&](std::string_view name, std::string_view bytes) {
      constexpr std::string_view chunk = "define internal void ";
      if (name.ends_with("ll") && !name.ends_with("opt.ll"))
        for (size_t at = bytes.find(chunk); at != std::string_view::npos; at = bytes.find(chunk, at + 1))
          ++chunks;
      return Status();
    };
    return CompiledModule::compile(source, options);
  }
};

/// A sum of `count` products with constants of its own.
std::string sumOfProducts(int count) {
  std::string body = "    %s0 = arith.addf %v, %v : f64\n";
  for (int i = 0; i < count; ++i) {
    const std::string at = std::to_string(i);
    body += "    %p" + at + " = arith.mulf %v, %c" + at + " : f64\n    %s" + std::to_string(i + 1) +
            " = arith.addf %s" + at + ", %p" + at + " : f64\n";
  }
  return body + "    %result = arith.addf %s" + std::to_string(count) + ", %v : f64";
}

} // namespace

TEST_CASE("tasks that share a chunk compute with their own constants") {
  auto scaleOf = [](int number) { return number + 0.5; };
  auto factorOf = [](int number) { return number % 3 + 1.0; };
  Tasks tasks(
      [&](int number) -> Tasks::Values {
        return {std::to_string(scaleOf(number)), "3.0", std::to_string(factorOf(number)), "4.0"};
      },
      R"(
    %a = arith.mulf %v, %c0 : f64
    %b = arith.addf %a, %c1 : f64
    %c = arith.mulf %b, %c2 : f64
    %result = arith.divf %c, %c3 : f64)");
  CHECK(tasks.chunks == 1);
  for (int number = 0; number < kTasks; ++number)
    for (double x : {-50.0, 0.0, 49.0}) {
      CAPTURE(number, x);
      CHECK(tasks.run(number, x) == (x * scaleOf(number) + 3) * factorOf(number) / 4);
    }
}

TEST_CASE("zeros of both signs are different constants") {
  Tasks tasks(
      [](int number) -> Tasks::Values { return {std::to_string(number + 1) + ".0", number % 2 ? "-0.0" : "0.0"}; },
      R"(
    %a = arith.mulf %v, %c0 : f64
    %result = arith.mulf %a, %c1 : f64)");
  CHECK(tasks.chunks == 1);
  for (int number = 0; number < kTasks; ++number) {
    CAPTURE(number);
    CHECK(std::signbit(tasks.run(number, 1.0)) == (number % 2 == 1));
  }
}

TEST_CASE("a divisor is no parameter of a chunk") {
  auto divisorOf = [](int number) { return std::to_string(1 << number) + ".0"; };
  const std::string body = "    %result = arith.divf %v, %c0 : f64";
  Tasks different([&](int number) -> Tasks::Values { return {divisorOf(number)}; }, body);
  CHECK(different.chunks == kTasks);
  for (int number = 0; number < kTasks; ++number)
    CHECK(different.run(number, 3.0) == 3.0 / (1 << number));
}

TEST_CASE("an argument of a function is no parameter of a chunk") {
  auto exponentOf = [](int number) { return number + 1.0; };
  Tasks tasks([&](int number) -> Tasks::Values { return {std::to_string(exponentOf(number))}; },
              "    %result = math.powf %v, %c0 : f64");
  CHECK(tasks.chunks == kTasks);
  for (int number = 0; number < kTasks; ++number)
    CHECK(tasks.run(number, 3.0) == std::pow(3.0, exponentOf(number)));
}

TEST_CASE("a constant that a function and arithmetic use is no parameter of a chunk") {
  Tasks tasks([](int number) -> Tasks::Values { return {std::to_string(number + 1) + ".0"}; }, R"(
    %a = arith.addf %v, %c0 : f64
    %b = math.copysign %a, %c0 : f64
    %result = arith.mulf %b, %c0 : f64)");
  CHECK(tasks.chunks == kTasks);
  for (int number = 0; number < kTasks; ++number)
    CHECK(tasks.run(number, 2.0) == (number + 3.0) * (number + 1.0));
}

TEST_CASE("constants of integers are no parameters of a chunk") {
  // These differ beyond 32 bits alone.
  auto wideOf = [](int number) { return (int64_t(number + 1) << 32) + 5; };
  Tasks tasks([](int) { return Tasks::Values(); },
              [&](int number) {
                return "    %wide = arith.constant " + std::to_string(wideOf(number)) + R"( : i64
    %u = arith.fptosi %v : f64 to i64
    %sum = arith.addi %u, %wide : i64
    %result = arith.sitofp %sum : i64 to f64)";
              });
  CHECK(tasks.chunks == kTasks);
  for (int number = 0; number < kTasks; ++number)
    CHECK(tasks.run(number, 3.0) == double(wideOf(number) + 3));
}

TEST_CASE("doubles that agree in 32 bits are different constants") {
  // 1 + k * 2^-52: as f32 all are 1.
  auto valueOf = [](int number) { return 1 + number * 0x1p-52; };
  Tasks tasks(
      [&](int number) -> Tasks::Values {
        char text[32];
        std::snprintf(text, sizeof(text), "%.17g", valueOf(number));
        return {number == 0 ? "1.0" : text};
      },
      "    %result = arith.mulf %v, %c0 : f64");
  CHECK(tasks.chunks == 1);
  for (int number = 0; number < kTasks; ++number)
    CHECK(tasks.run(number, 1.0) == valueOf(number));
}

TEST_CASE("chunks have so many parameters and no more") {
  constexpr int kMost = 32;
  for (int count : {kMost, kMost + 1}) {
    CAPTURE(count);
    Tasks tasks(
        [&](int number) {
          Tasks::Values constants;
          for (int i = 0; i < count; ++i)
            constants.push_back(std::to_string(number + i) + ".5");
          return constants;
        },
        sumOfProducts(count));
    CHECK(tasks.chunks == (count <= kMost ? 1 : kTasks));
    for (int number = 0; number < kTasks; ++number) {
      double sum = 2;
      for (int i = 0; i < count; ++i)
        sum += number + i + 0.5;
      CHECK(tasks.run(number, 1.0) == sum + 1);
    }
  }
}
