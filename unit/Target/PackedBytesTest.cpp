//===- PackedBytesTest.cpp - Arithmetic of several bytes at once ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NarrowExpressions.h"

using namespace qdc;

namespace {

using Bytes = NarrowExpressions<int8_t>;
using Operands = Bytes::Operands;

void check(const Bytes::Expression &expression) { Bytes::check(expression); }

} // namespace

TEST_CASE("pairs of bytes have the sums of single ones") {
  check({"%a = arith.addi %before_, %after_ : N\n%b = arith.addi %a, %z_ : N\n%c4 = arith.constant 4 : N\n"
         "%c = arith.muli %x_, %c4 : N\n%r = arith.subi %b, %c : N",
         [](const Operands &o) { return o.before + o.after + o.z - 4 * o.x; }});
  check({"%a = arith.subi %before2_, %after_ : N\n%b = arith.subi %z_, %a : N\n%r = arith.subi %b, %after2_ : N",
         [](const Operands &o) { return o.z - (o.before2 - o.after) - o.after2; }});
  check({"%c100 = arith.constant 100 : N\n%a = arith.addi %x_, %c100 : N\n%r = arith.subi %c100, %a : N",
         [](const Operands &o) { return 100 - (o.x + 100); }});
}

TEST_CASE("what would touch the upper byte of a pair is cut before") {
  // Four products with 127, and the same less than 0.
  check({"%c127 = arith.constant 127 : N\n%a = arith.muli %x_, %c127 : N\n%b = arith.muli %after_, %c127 : N\n"
         "%d = arith.addi %a, %b : N\n%e = arith.muli %before_, %c127 : N\n%f = arith.muli %z_, %c127 : N\n"
         "%g = arith.addi %d, %e : N\n%h = arith.addi %g, %f : N\n%k = arith.xori %h, %after2_ : N\n"
         "%r = arith.subi %k, %h : N",
         [](const Operands &o) {
           const int h = 127 * (o.x + o.after + o.before + o.z);
           return (h ^ o.after2) - h;
         }});
  check({"%m = arith.constant -128 : N\n%n = arith.constant -77 : N\n%a = arith.muli %x_, %m : N\n"
         "%b = arith.muli %z_, %n : N\n%c = arith.subi %a, %b : N\n%d = arith.muli %c, %n : N\n"
         "%r = arith.subi %d, %before_ : N",
         [](const Operands &o) { return -77 * (-128 * o.x + 77 * o.z) - o.before; }});
  check({"%c7 = arith.constant 7 : N\n%a = arith.shli %x_, %c7 : N\n%b = arith.shli %z_, %c7 : N\n"
         "%c = arith.addi %a, %b : N\n%d = arith.addi %c, %a : N\n%r = arith.subi %before_, %d : N",
         [](const Operands &o) { return o.before - (256 * o.x + 128 * o.z); }});
}

TEST_CASE("pairs of bytes take part in products with a shared value and in bitwise operations") {
  check({"%a = arith.muli %x_, %scalar_ : N\n%b = arith.muli %after_, %scalar_ : N\n%c = arith.addi %a, %b : N\n"
         "%d = arith.subi %c, %scalar_ : N\n%r = arith.muli %d, %scalar_ : N",
         [](const Operands &o) { return ((o.x + o.after) * o.scalar - o.scalar) * o.scalar; }});
  check({"%c90 = arith.constant 90 : N\n%a = arith.subi %x_, %z_ : N\n%b = arith.andi %a, %c90 : N\n"
         "%c = arith.ori %b, %before_ : N\n%d = arith.subi %c, %after_ : N\n%r = arith.xori %d, %scalar_ : N",
         [](const Operands &o) { return ((((o.x - o.z) & 90) | o.before) - o.after) ^ o.scalar; }});
}

TEST_CASE("bytes that are not computed alike, or by what pairs cannot do, stay right") {
  check({"%a = arith.muli %x_, %z_ : N\n%r = arith.addi %a, %before_ : N",
         [](const Operands &o) { return o.x * o.z + o.before; }});
  check({"%c3 = arith.constant 3 : N\n%a = arith.shrui %x_, %c3 : N\n%r = arith.addi %a, %z_ : N",
         [](const Operands &o) { return (static_cast<uint8_t>(o.x) >> 3) + o.z; }});
  check({"%at = arith.index_cast %i : index to N\n%a = arith.addi %x_, %at : N\n%r = arith.addi %a, %after_ : N",
         [](const Operands &o) { return o.x + int(o.number) + o.after; }});
}
