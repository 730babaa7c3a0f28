//===- PackedShortsTest.cpp - Arithmetic of two i16 at once ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NarrowExpressions.h"

using namespace qdc;

namespace {

using Shorts = NarrowExpressions<int16_t>;
using Operands = Shorts::Operands;

void check(const Shorts::Expression &expression) { Shorts::check(expression); }

} // namespace

TEST_CASE("pairs of i16 have the sums of single ones") {
  check({"%a = arith.addi %before_, %after_ : N\n%b = arith.addi %a, %z_ : N\n%c4 = arith.constant 4 : N\n"
         "%c = arith.muli %x_, %c4 : N\n%r = arith.subi %b, %c : N",
         [](const Operands &o) { return o.before + o.after + o.z - 4u * o.x; }});
  check({"%a = arith.subi %before2_, %after_ : N\n%b = arith.subi %z_, %a : N\n%r = arith.subi %b, %after2_ : N",
         [](const Operands &o) { return o.z - (o.before2 - o.after) - o.after2; }});
  check({"%c100 = arith.constant 100 : N\n%a = arith.addi %x_, %c100 : N\n%r = arith.subi %c100, %a : N",
         [](const Operands &o) { return 100 - (o.x + 100); }});
  check({"%a = arith.subi %x_, %scalar_ : N\n%b = arith.addi %a, %a : N\n%r = arith.subi %b, %z_ : N",
         [](const Operands &o) { return 2 * (o.x - o.scalar) - o.z; }});
}

TEST_CASE("multiples of pairs of i16 carry nothing from one to the other") {
  check({"%c7 = arith.constant 7 : N\n%a = arith.shli %x_, %c7 : N\n%c8 = arith.constant -8 : N\n"
         "%b = arith.muli %z_, %c8 : N\n%r = arith.subi %a, %b : N",
         [](const Operands &o) { return 128u * o.x + 8u * o.z; }});
  check({"%m = arith.constant -32768 : N\n%n = arith.constant -12345 : N\n%a = arith.muli %x_, %m : N\n"
         "%b = arith.muli %z_, %n : N\n%c = arith.subi %a, %b : N\n%r = arith.subi %c, %before_ : N",
         [](const Operands &o) { return 32768u * o.x + 12345u * o.z - o.before; }});
}

TEST_CASE("pairs of i16 take part in bitwise operations") {
  check({"%c90 = arith.constant 21930 : N\n%a = arith.subi %x_, %z_ : N\n%b = arith.andi %a, %c90 : N\n"
         "%c = arith.ori %b, %before_ : N\n%d = arith.subi %c, %after_ : N\n%r = arith.xori %d, %scalar_ : N",
         [](const Operands &o) { return ((((o.x - o.z) & 21930) | o.before) - o.after) ^ o.scalar; }});
}

TEST_CASE("i16 that are not computed alike, or by what pairs cannot do, stay right") {
  check({"%a = arith.muli %x_, %z_ : N\n%r = arith.addi %a, %before_ : N",
         [](const Operands &o) { return unsigned(o.x) * unsigned(o.z) + o.before; }});
  check({"%a = arith.muli %x_, %scalar_ : N\n%r = arith.addi %a, %z_ : N",
         [](const Operands &o) { return unsigned(o.x) * unsigned(o.scalar) + o.z; }});
  check({"%c3 = arith.constant 3 : N\n%a = arith.shrui %x_, %c3 : N\n%r = arith.addi %a, %z_ : N",
         [](const Operands &o) { return (static_cast<uint16_t>(o.x) >> 3) + o.z; }});
  check({"%at = arith.index_cast %i : index to N\n%a = arith.addi %x_, %at : N\n%r = arith.addi %a, %after_ : N",
         [](const Operands &o) { return o.x + int(o.number) + o.after; }});
}
