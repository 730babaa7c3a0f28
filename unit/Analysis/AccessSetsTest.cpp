//===- AccessSetsTest.cpp - What a task reads and writes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/AccessSets.h"
#include "ParsedModule.h"

#include <catch2/catch.hpp>

using namespace qdc;
using Positions = std::set<uint32_t>;

/// Accesses of a task whose parameters are two arrays, the kernel's arguments 1 and 3, a flag and an index.
static AccessSet accesses(const std::string &body) {
  ParsedModule parsed("memref.global @g : memref<i32>\nmemref.global @h : memref<4xi32>\n"
                      "qd.task @t of @k extent(#qd.size<\"1\">) (%x: memref<?xi32> {qd.slot = #qd.slot<array(1)>},"
                      " %y: memref<?xi32> {qd.slot = #qd.slot<array(3)>}, %c: i1 {qd.slot = #qd.slot<word(0)>},"
                      " %i: index {qd.slot = #qd.slot<scalar(0)>}) {\n" +
                      body + "\n}");
  return computeAccessSet(parsed.first<qd::TaskOp>(), numberGlobals(*parsed.module));
}

TEST_CASE("loads read and stores write") {
  AccessSet set = accesses("%v = memref.load %x[%i] : memref<?xi32> memref.store %v, %y[%i] : memref<?xi32>");
  CHECK(set.readArguments == Positions{1});
  CHECK(set.writtenArguments == Positions{3});
  CHECK(set.readGlobals.empty());
  CHECK(set.writtenGlobals.empty());
}

TEST_CASE("accesses inside loops and conditionals count") {
  AccessSet set = accesses("qd.for (%j) in (%i) { scf.if %c { %v = memref.load %x[%j] : memref<?xi32>"
                           " memref.store %v, %x[%j] : memref<?xi32> } }");
  CHECK(set.readArguments == Positions{1});
  CHECK(set.writtenArguments == Positions{1});
}

TEST_CASE("temporaries are counted by their region") {
  AccessSet set = accesses("%t = qd.temporary 2(%i) : memref<?xi32> %u = qd.temporary 1() : memref<4xi32>"
                           " %v = memref.load %t[%i] : memref<?xi32> memref.store %v, %u[%i] : memref<4xi32>");
  CHECK(set.readRegions == Positions{2});
  CHECK(set.writtenRegions == Positions{1});
  CHECK(set.readArguments.empty());
  CHECK(set.writtenGlobals.empty());
}

TEST_CASE("globals are counted by their position") {
  AccessSet set = accesses("%h = memref.get_global @h : memref<4xi32> %v = memref.load %h[%i] : memref<4xi32>"
                           " %g = memref.get_global @g : memref<i32> memref.store %v, %g[] : memref<i32>");
  CHECK(set.readGlobals == Positions{1});
  CHECK(set.writtenGlobals == Positions{0});
  CHECK(set.readArguments.empty());
}

TEST_CASE("an array that is chosen at run time counts as each") {
  AccessSet select = accesses("%z = arith.select %c, %x, %y : memref<?xi32> %v = memref.load %z[%i] : memref<?xi32>");
  CHECK(select.readArguments == Positions{1, 3});
  CHECK(select.writtenArguments.empty());
  AccessSet branch = accesses("%z = scf.if %c -> memref<?xi32> { scf.yield %x : memref<?xi32> }"
                              " else { scf.yield %y : memref<?xi32> } %v = memref.load %z[%i] : memref<?xi32>");
  CHECK(branch.readArguments == Positions{1, 3});
}

TEST_CASE("an array carried by a loop counts as each it may be") {
  AccessSet set = accesses("%c0 = arith.constant 0 : index %v = arith.constant 1 : i32"
                           " %r:2 = scf.for %j = %c0 to %i step %i iter_args(%a = %x, %b = %y)"
                           " -> (memref<?xi32>, memref<?xi32>) { memref.store %v, %a[%j] : memref<?xi32>"
                           " scf.yield %b, %a : memref<?xi32>, memref<?xi32> }");
  CHECK(set.writtenArguments == Positions{1, 3});
  CHECK(set.readArguments.empty());
}

TEST_CASE("a volatile load reads") {
  AccessSet set = accesses("%v = qd.volatile_load %x[%i] : memref<?xi32>"
                           " %h = memref.get_global @h : memref<4xi32> %w = qd.volatile_load %h[%i] : memref<4xi32>");
  CHECK(set.readArguments == Positions{1});
  CHECK(set.readGlobals == Positions{1});
  CHECK(set.writtenArguments.empty());
  CHECK(set.writtenGlobals.empty());
}

TEST_CASE("atomics read and write") {
  AccessSet atomic = accesses("%v = arith.constant 1 : i32"
                              " %o = memref.atomic_rmw addi %v, %x[%i] : (i32, memref<?xi32>) -> i32");
  CHECK(atomic.readArguments == Positions{1});
  CHECK(atomic.writtenArguments == Positions{1});
  AccessSet swap = accesses("%v = arith.constant 1 : i32 %o = qd.atomic_cas %y[%i], %v, %v : memref<?xi32>");
  CHECK(swap.readArguments == Positions{3});
  CHECK(swap.writtenArguments == Positions{3});
}

TEST_CASE("words, local arrays, asserts and prints are no access") {
  AccessSet set = accesses("%l = memref.alloca() : memref<4xi32> %v = memref.load %l[%i] : memref<4xi32>"
                           " qd.assert %c, \"c\" qd.print \"{}\", %v : i32 qd.write_word %v, 8 : i32");
  CHECK(set.readArguments.empty());
  CHECK(set.writtenArguments.empty());
}
