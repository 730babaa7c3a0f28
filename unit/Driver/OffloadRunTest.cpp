//===- OffloadRunTest.cpp - Offloaded kernels against plain C++ -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"

#include <catch2/catch.hpp>

#include <numeric>
#include <utility>

using namespace qdc;
using Arguments = CompiledModule::Arguments;

TEST_CASE("a counted loop swaps what it carries") {
  KernelRunner runner(R"(qd.kernel @f(%x: memref<?xi64>, %n: i32) -> (i64, i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %a, %b = scf.for %k = %c0 to %n step %c1 iter_args(%p = %zero, %q = %one) -> (i64, i64) : i32 {
    %i = arith.index_cast %k : i32 to index
    %next = arith.addi %p, %q : i64
    %w = arith.constant 1 : index
    qd.for (%j) in (%w) {
      memref.store %p, %x[%i] : memref<?xi64>
    }
    scf.yield %q, %next : i64, i64
  }
  qd.return %a, %b : i64, i64
})");
  for (int32_t n : {0, 1, 2, 20}) {
    std::vector<int64_t> x(20, -1), expected(20, -1);
    int64_t a = 0, b = 1;
    for (int32_t k = 0; k < n; ++k) {
      expected[k] = a;
      a = std::exchange(b, a + b);
    }
    runner.run(Arguments().array(x.data(), {20}).scalar(n));
    CHECK(x == expected);
    CHECK(runner.result<int64_t>(0) == a);
    CHECK(runner.result<int64_t>(1) == b);
  }
}

TEST_CASE("a bound read in a do-while sees what the body wrote, and the flag ends the loop") {
  KernelRunner runner(R"(qd.kernel @f(%x: memref<?xi32>, %bound: memref<i32>, %go: memref<i32>, %limit: i64) -> i64 {
  %one = arith.constant 1 : i32
  %k = qd.do_while %go max(%limit) : memref<i32> {
    %n = memref.load %bound[] : memref<i32>
    qd.for (%i) in (%n) : i32 {
      %j = arith.index_cast %i : i32 to index
      %v = memref.load %x[%j] : memref<?xi32>
      %w = arith.addi %v, %one : i32
      memref.store %w, %x[%j] : memref<?xi32>
    }
    %m = arith.addi %n, %n : i32
    memref.store %m, %bound[] : memref<i32>
    %g = memref.load %go[] : memref<i32>
    %h = arith.subi %g, %one : i32
    memref.store %h, %go[] : memref<i32>
  }
  qd.return %k : i64
})");
  for (auto [flag, limit] : {std::pair(1, 9), std::pair(4, 9), std::pair(4, 2), std::pair(3, -5)}) {
    std::vector<int32_t> x(64), expected(64);
    int32_t bound = 3, go = flag;
    int64_t iterations = 0;
    for (int32_t n = 3, left = flag; iterations == 0 || (left != 0 && iterations < limit); n *= 2, ++iterations, --left)
      for (int32_t i = 0; i < n; ++i)
        ++expected[i];
    runner.run(Arguments().array(x.data(), {64}).array(&bound, {}).array(&go, {}).scalar(int64_t{limit}));
    CHECK(x == expected);
    CHECK(runner.result<int64_t>(0) == iterations);
    CHECK(bound == 3 << iterations);
  }
}

TEST_CASE("a while loop carries values through both regions, and reduces in its condition") {
  KernelRunner runner(R"(qd.kernel @f(%x: memref<?xi64>, %n: index, %limit: i64) -> (i64, i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r:3 = scf.while (%previous = %zero, %k = %zero) : (i64, i64) -> (i64, i64, i64) {
    %s = qd.for (%i) in (%n) reduce(addi) -> i64 {
      %v = memref.load %x[%i] : memref<?xi64>
      qd.yield %v : i64
    }
    %go = arith.cmpi slt, %s, %limit : i64
    scf.condition(%go) %k, %previous, %s : i64, i64, i64
  } do {
  ^bb0(%m: i64, %before: i64, %sum: i64):
    qd.for (%i) in (%n) {
      %v = memref.load %x[%i] : memref<?xi64>
      %w = arith.addi %v, %m : i64
      %u = arith.addi %w, %one : i64
      memref.store %u, %x[%i] : memref<?xi64>
    }
    %m1 = arith.addi %m, %one : i64
    scf.yield %sum, %m1 : i64, i64
  }
  qd.return %r#0, %r#1, %r#2 : i64, i64, i64
})");
  std::vector<int64_t> x(13), expected(13);
  int64_t previous = 0, k = 0, sum = 0;
  while ((sum = std::accumulate(expected.begin(), expected.end(), int64_t{0})) < 500) {
    for (int64_t &value : expected)
      value += k + 1;
    previous = sum;
    ++k;
  }
  runner.run(Arguments().array(x.data(), {13}).scalar(int64_t{13}).scalar(int64_t{500}));
  CHECK(x == expected);
  CHECK(runner.result<int64_t>(0) == k);
  CHECK(runner.result<int64_t>(1) == previous);
  CHECK(runner.result<int64_t>(2) == sum);
}

TEST_CASE("control nests three levels deep, with siblings, mixed kinds and zero-trip loops") {
  KernelRunner runner(R"(qd.kernel @f(%x: memref<?xi64>, %go: memref<i32>, %n: index, %m: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c2 = arith.constant 2 : i32
  %z32 = arith.constant 0 : i32
  %o32 = arith.constant 1 : i32
  %size = memref.dim %x, %c0 : memref<?xi64>
  %total = scf.for %a = %c0 to %n step %c1 iter_args(%t = %zero) -> (i64) {
    memref.store %c2, %go[] : memref<i32>
    %k = qd.do_while %go : memref<i32> {
      %f = memref.load %go[] : memref<i32>
      %g = arith.subi %f, %o32 : i32
      memref.store %g, %go[] : memref<i32>
      scf.for %b = %a to %m step %c1 {
        %odd = arith.andi %b, %c1 : index
        %is_odd = arith.cmpi eq, %odd, %c1 : index
        scf.if %is_odd {
          qd.for (%i) in (%size) from (%b) {
            %v = memref.load %x[%i] : memref<?xi64>
            %w = arith.addi %v, %t : i64
            memref.store %w, %x[%i] : memref<?xi64>
          }
        } else {
          qd.for (%i) in (%b) {
            %v = memref.load %x[%i] : memref<?xi64>
            %w = arith.addi %v, %one : i64
            memref.store %w, %x[%i] : memref<?xi64>
          }
        }
      }
    }
    %s = qd.for (%i) in (%size) reduce(addi) -> i64 {
      %v = memref.load %x[%i] : memref<?xi64>
      qd.yield %v : i64
    }
    %u = arith.addi %s, %k : i64
    %r = arith.subi %u, %t : i64
    scf.yield %r : i64
  }
  qd.return %total : i64
})");
  for (auto [n, m] : {std::pair<int64_t, int64_t>(3, 5), {0, 5}, {3, 0}, {2, 8}}) {
    std::vector<int64_t> x(8, 1), expected(8, 1);
    int64_t total = 0;
    for (int64_t a = 0; a < n; ++a) {
      for (int repeat = 0; repeat < 2; ++repeat)
        for (int64_t b = a; b < m; ++b)
          for (int64_t i = b % 2 ? b : 0; i < (b % 2 ? 8 : b); ++i)
            expected[i] += b % 2 ? total : 1;
      total = std::accumulate(expected.begin(), expected.end(), int64_t{0}) + 2 - total;
    }
    int32_t go = 0;
    runner.run(Arguments().array(x.data(), {8}).array(&go, {}).scalar(n).scalar(m));
    CHECK(x == expected);
    CHECK(runner.result<int64_t>(0) == total);
  }
}

TEST_CASE("the result of an if comes from the side that ran") {
  KernelRunner runner(R"(qd.kernel @f(%x: memref<?xf32>, %c: i1, %k: f32) -> (f32, f32, i1) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %r, %d = scf.if %c -> (f32, i1) {
    %s = qd.for (%i) in (%n) reduce(maximumf) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      qd.yield %v : f32
    }
    %big = arith.cmpf ogt, %s, %k : f32
    scf.yield %s, %big : f32, i1
  } else {
    %false = arith.constant false
    scf.yield %k, %false : f32, i1
  }
  %twice = arith.addf %r, %r : f32
  qd.return %r, %twice, %d : f32, f32, i1
})");
  std::vector<float> x = {1, 7, 3};
  runner.run(Arguments().array(x.data(), {3}).scalar(uint8_t{1}).scalar(2.5f));
  CHECK(runner.result<float>(0) == 7);
  CHECK(runner.result<float>(1) == 14);
  CHECK(runner.result<uint8_t>(2) == 1);
  runner.run(Arguments().array(x.data(), {3}).scalar(uint8_t{0}).scalar(2.5f));
  CHECK(runner.result<float>(0) == 2.5f);
  CHECK(runner.result<float>(1) == 5);
  CHECK(runner.result<uint8_t>(2) == 0);
}

TEST_CASE("a reduction counts every iteration of a range with bounds and steps") {
  KernelRunner runner(R"(qd.kernel @f(%n: i32, %m: i32, %from: i32, %step: i32) -> i64 {
  %one = arith.constant 1 : i64
  %c1 = arith.constant 1 : i32
  %s = qd.for (%i, %j) in (%n, %m) from (%from, %c1) step (%step, %c1) : i32 reduce(addi) -> i64 {
    qd.yield %one : i64
  }
  qd.return %s : i64
})");
  for (int32_t n : {-4, 0, 1, 7, 500})
    for (int32_t m : {0, 2, 13})
      for (int32_t from : {-3, 0, 7})
        for (int32_t step : {-1, 0, 1, 3}) {
          int64_t count = 0;
          for (int64_t i = from; step > 0 && i < n; i += step)
            count += std::max(m - 1, 0);
          CAPTURE(n, m, from, step);
          runner.run(Arguments().scalar(n).scalar(m).scalar(from).scalar(step));
          CHECK(runner.result<int64_t>(0) == count);
        }
}

TEST_CASE("extents of i32 bounds are 64-bit products") {
  KernelRunner runner(R"(qd.kernel @f(%n: i32, %m: i32) {
  qd.for (%i, %j) in (%n, %m) : i32 {
  }
})");
  CHECK(runner.extent(0, Arguments().scalar(int32_t{70000}).scalar(int32_t{70000})) == int64_t{4900000000});
  CHECK(runner.extent(0, Arguments().scalar(int32_t{-70000}).scalar(int32_t{-70000})) == 0);
}
