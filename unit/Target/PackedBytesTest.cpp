//===- PackedBytesTest.cpp - Arithmetic of several bytes at once ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <functional>

using namespace qdc;

namespace {

/// What iteration i finds: x[i], its two neighbours on each side, z[i], a scalar, and its own number.
struct Operands {
  int8_t x, before, after, before2, after2, z, scalar;
  int64_t number;
};

/// Statements that compute %r of them, and the same in C++.
struct Expression {
  const char *statements;
  std::function<int(const Operands &)> value;
};

constexpr int64_t count = 256 + 32, border = 16;

std::string constantsAndLoads() {
  std::string text;
  for (auto [name, array, distance] : {std::tuple("x", "x", 0),
                                       {"before", "x", -1},
                                       {"after", "x", 1},
                                       {"before2", "x", -2},
                                       {"after2", "x", 2},
                                       {"z", "z", 0}}) {
    const std::string index = std::string("%at_") + name, by = index + "_by";
    text += by + " = arith.constant " + std::to_string(distance) + " : index\n" + index + " = arith.addi %i, " + by +
            " : index\n%" + name + "_ = memref.load %" + array + "[" + index + "] : memref<?xi8>\n";
  }
  return text;
}

GPUThreads kernelOf(const Expression &expression) {
  return GPUThreads(
      taskModule("(%x: memref<?xi8> {qd.slot = #qd.slot<array(0)>}, %z: memref<?xi8> {qd.slot = #qd.slot<array(1)>}, "
                 "%y: memref<?xi8> {qd.slot = #qd.slot<array(2)>}, %low: index {qd.slot = #qd.slot<scalar(3)>}, "
                 "%high: index {qd.slot = #qd.slot<scalar(4)>}, %s: i32 {qd.slot = #qd.slot<scalar(5)>})",
                 "%scalar_ = arith.trunci %s : i32 to i8\nqd.for (%i) in (%high) from (%low) block_dim(32) {\n" +
                     constantsAndLoads() + expression.statements + "\nmemref.store %r, %y[%i] : memref<?xi8>\n}"));
}

/// Runs it on all bytes beside many others, and compares each result.
void check(const Expression &expression) {
  CAPTURE(expression.statements);
  const GPUThreads kernel = kernelOf(expression);
  alignas(16) std::array<int8_t, count> x, y, z;
  for (int8_t scalar : {0, 1, -1, 77, -128})
    for (int factor : {1, 3, 77, 129}) {
      for (int64_t i = 0; i < count; ++i) {
        x[i] = static_cast<int8_t>(i * factor);
        z[i] = static_cast<int8_t>(i / 3 - 100 * factor);
      }
      y.fill(0);
      auto slot = [](const auto &array) { return reinterpret_cast<qd_slot>(array.data()); };
      kernel.run({slot(x), slot(z), slot(y), border, count - border, static_cast<uint32_t>(scalar)}, 1);
      for (int64_t i = border; i < count - border; ++i) {
        const Operands operands = {x[i], x[i - 1], x[i + 1], x[i - 2], x[i + 2], z[i], scalar, i};
        CAPTURE(scalar, factor, i);
        CHECK(y[i] == static_cast<int8_t>(expression.value(operands)));
      }
    }
}

} // namespace

TEST_CASE("pairs of bytes have the sums of single ones") {
  check({"%a = arith.addi %before_, %after_ : i8\n%b = arith.addi %a, %z_ : i8\n%c4 = arith.constant 4 : i8\n"
         "%c = arith.muli %x_, %c4 : i8\n%r = arith.subi %b, %c : i8",
         [](const Operands &o) { return o.before + o.after + o.z - 4 * o.x; }});
  check({"%a = arith.subi %before2_, %after_ : i8\n%b = arith.subi %z_, %a : i8\n%r = arith.subi %b, %after2_ : i8",
         [](const Operands &o) { return o.z - (o.before2 - o.after) - o.after2; }});
  check({"%c100 = arith.constant 100 : i8\n%a = arith.addi %x_, %c100 : i8\n%r = arith.subi %c100, %a : i8",
         [](const Operands &o) { return 100 - (o.x + 100); }});
}

TEST_CASE("what would touch the upper byte of a pair is cut before") {
  // Four products with 127, and the same less than 0.
  check({"%c127 = arith.constant 127 : i8\n%a = arith.muli %x_, %c127 : i8\n%b = arith.muli %after_, %c127 : i8\n"
         "%d = arith.addi %a, %b : i8\n%e = arith.muli %before_, %c127 : i8\n%f = arith.muli %z_, %c127 : i8\n"
         "%g = arith.addi %d, %e : i8\n%h = arith.addi %g, %f : i8\n%k = arith.xori %h, %after2_ : i8\n"
         "%r = arith.subi %k, %h : i8",
         [](const Operands &o) {
           const int h = 127 * (o.x + o.after + o.before + o.z);
           return (h ^ o.after2) - h;
         }});
  check({"%m = arith.constant -128 : i8\n%n = arith.constant -77 : i8\n%a = arith.muli %x_, %m : i8\n"
         "%b = arith.muli %z_, %n : i8\n%c = arith.subi %a, %b : i8\n%d = arith.muli %c, %n : i8\n"
         "%r = arith.subi %d, %before_ : i8",
         [](const Operands &o) { return -77 * (-128 * o.x + 77 * o.z) - o.before; }});
  check({"%c7 = arith.constant 7 : i8\n%a = arith.shli %x_, %c7 : i8\n%b = arith.shli %z_, %c7 : i8\n"
         "%c = arith.addi %a, %b : i8\n%d = arith.addi %c, %a : i8\n%r = arith.subi %before_, %d : i8",
         [](const Operands &o) { return o.before - (256 * o.x + 128 * o.z); }});
}

TEST_CASE("pairs of bytes take part in products with a shared value and in bitwise operations") {
  check({"%a = arith.muli %x_, %scalar_ : i8\n%b = arith.muli %after_, %scalar_ : i8\n%c = arith.addi %a, %b : i8\n"
         "%d = arith.subi %c, %scalar_ : i8\n%r = arith.muli %d, %scalar_ : i8",
         [](const Operands &o) { return ((o.x + o.after) * o.scalar - o.scalar) * o.scalar; }});
  check({"%c90 = arith.constant 90 : i8\n%a = arith.subi %x_, %z_ : i8\n%b = arith.andi %a, %c90 : i8\n"
         "%c = arith.ori %b, %before_ : i8\n%d = arith.subi %c, %after_ : i8\n%r = arith.xori %d, %scalar_ : i8",
         [](const Operands &o) { return ((((o.x - o.z) & 90) | o.before) - o.after) ^ o.scalar; }});
}

TEST_CASE("bytes that are not computed alike, or by what pairs cannot do, stay right") {
  check({"%a = arith.muli %x_, %z_ : i8\n%r = arith.addi %a, %before_ : i8",
         [](const Operands &o) { return o.x * o.z + o.before; }});
  check({"%c3 = arith.constant 3 : i8\n%a = arith.shrui %x_, %c3 : i8\n%r = arith.addi %a, %z_ : i8",
         [](const Operands &o) { return (static_cast<uint8_t>(o.x) >> 3) + o.z; }});
  check({"%at = arith.index_cast %i : index to i8\n%a = arith.addi %x_, %at : i8\n%r = arith.addi %a, %after_ : i8",
         [](const Operands &o) { return o.x + int(o.number) + o.after; }});
}
