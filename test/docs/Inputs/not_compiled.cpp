//===- not_compiled.cpp - What typed headers refuse -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each CASE is one mistake; with none of them the file compiles.
//
//===----------------------------------------------------------------------===//
#include "kernels.hpp"

#include <array>
#include <vector>

void use(const kernels::Package &package, const qdrt::Array<float> &buffer) {
  std::vector<float> x, y;
  std::vector<double> wide;
  std::vector<int32_t> whole;
  const std::vector<float> fixed;
  double position[2][3] = {}, flat[6] = {}, other[2][4] = {};
  (void)buffer, (void)wide, (void)whole, (void)fixed, (void)flat, (void)other;
  package.saxpy.launch({.x = x, .y = y, .a = 1.0f});
  package.move.launch({.body = {.position = position, .velocity = position}, .seconds = 1.0});
#if CASE == 1 // another type of elements
  package.saxpy.launch({.x = wide, .y = y, .a = 1.0f});
#elif CASE == 2
  package.saxpy.launch({.x = whole, .y = y, .a = 1.0f});
#elif CASE == 3 // an argument that is left out
  package.saxpy.launch({.x = x, .y = y});
#elif CASE == 4
  package.saxpy.launch({.y = y, .a = 1.0f});
#elif CASE == 5
  package.saxpy(x, y);
#elif CASE == 6
  package.saxpy.launch(qdrt::set<kernels::saxpy>().x(x).y(y));
#elif CASE == 7 // one too many
  package.saxpy(x, y, 1.0f, 2.0f);
#elif CASE == 8 // a name that there is not
  package.saxpy.launch({.x = x, .y = y, .b = 1.0f});
#elif CASE == 9 // another order than the kernel's
  package.saxpy.launch(qdrt::set<kernels::saxpy>().y(y).x(x).a(1.0f));
#elif CASE == 10
  package.saxpy.launch(qdrt::set<kernels::saxpy>().x(x).x(x).y(y).a(1.0f));
#elif CASE == 11 // a scalar for an array, and the other way round
  package.saxpy.launch({.x = 1.0f, .y = y, .a = 1.0f});
#elif CASE == 12
  package.saxpy.launch({.x = x, .y = y, .a = x});
#elif CASE == 13 // an integer for a floating-point number
  package.saxpy.launch({.x = x, .y = y, .a = 1});
#elif CASE == 14 // what the kernel writes is const, or a temporary
  package.saxpy.launch({.x = x, .y = fixed, .a = 1.0f});
#elif CASE == 15
  package.saxpy.launch({.x = x, .y = std::vector<float>(3), .a = 1.0f});
#elif CASE == 16 // another rank
  package.move.launch({.body = {.position = flat, .velocity = position}, .seconds = 1.0});
#elif CASE == 17
  package.move.launch({.body = {.position = position, .velocity = wide}, .seconds = 1.0});
#elif CASE == 18
  package.saxpy.launch({.x = qdrt::ranked(x, 3, 1), .y = y, .a = 1.0f});
#elif CASE == 19 // a rank that only the running program knows
  package.saxpy.launch({.x = buffer, .y = y, .a = 1.0f});
#elif CASE == 20 // another static extent
  package.move.launch({.body = {.position = other, .velocity = position}, .seconds = 1.0});
#elif CASE == 21 // a result that there is not
  (void)package.saxpy.results().sum;
#elif CASE == 22 // a kernel that there is not
  package.daxpy(x, y, 1.0f);
#elif CASE == 23 // the arguments of another kernel
  package.saxpy.launch(qdrt::set<kernels::move>().body({position, position}).seconds(1.0));
#endif
}
