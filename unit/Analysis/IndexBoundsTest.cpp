//===- IndexBoundsTest.cpp - Tests of IndexBounds.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/IndexBounds.h"
#include "ParsedModule.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <catch2/catch.hpp>

using namespace qdc;

/// Whether the index of the first load in a kernel is inside of `extent`.
static bool isInside(const std::string &body, const SizeExpr &extent = SizeExpr::dim(0, 0)) {
  ParsedModule parsed("qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>, %p: memref<?xi64>, %s: index, %w: i32) {\n"
                      "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index\n"
                      "%c9 = arith.constant 9 : index\n%m1 = arith.constant -1 : index\n"
                      "%n = memref.dim %x, %c0 : memref<?xf32>\n%other = memref.dim %y, %c0 : memref<?xf32>\n"
                      "%word = memref.load %p[%c0] : memref<?xi64>\n%a = arith.index_cast %word : i64 to index\n" +
                      body + "\n}");
  mlir::memref::LoadOp load;
  parsed.module->walk([&](mlir::memref::LoadOp op) {
    if (op.getMemRefType().getElementType().isF32())
      load = op;
  });
  REQUIRE(load);
  return IndexBounds(load, {extent}).isInside(load.getIndices()[0], extent);
}

/// A parallel loop from 0 to %n with `body` and a load of `%x[%at]`.
static std::string inLoop(const std::string &body, const std::string &at) {
  return "qd.for (%i) in (%n) {\n" + body + "\n%v = memref.load %x[" + at + "] : memref<?xf32>\n}";
}

static std::string inBranch(const std::string &condition, const std::string &at) {
  return condition + "\nscf.if %c {\n%v = memref.load %x[" + at + "] : memref<?xf32>\n}";
}

TEST_CASE("a loop's variable is inside of its bound, and of nothing else") {
  CHECK(isInside(inLoop("", "%i")));
  CHECK(!isInside(inLoop("", "%i"), SizeExpr::dim(1, 0)));
  CHECK(!isInside(inLoop("", "%s")));
  CHECK(isInside("scf.for %i = %c1 to %n step %c1 {\n%v = memref.load %x[%i] : memref<?xf32>\n}"));
  CHECK(!isInside("scf.for %i = %m1 to %n step %c1 {\n%v = memref.load %x[%i] : memref<?xf32>\n}"));
  CHECK(!isInside("scf.for %i = %c1 to %n step %s {\n%v = memref.load %x[%i] : memref<?xf32>\n}"));
  CHECK(!isInside("scf.for %i = %c1 to %other step %c1 {\n%v = memref.load %x[%i] : memref<?xf32>\n}"));
  CHECK(!isInside("qd.for (%i) in (%n) from (%s) {\n%v = memref.load %x[%i] : memref<?xf32>\n}"));
}

TEST_CASE("constants are inside of static extents, and of what a loop shows to be large enough") {
  CHECK(isInside("%v = memref.load %x[%c1] : memref<?xf32>", SizeExpr::constant(2)));
  CHECK(!isInside("%v = memref.load %x[%c2] : memref<?xf32>", SizeExpr::constant(2)));
  CHECK(!isInside("%v = memref.load %x[%m1] : memref<?xf32>", SizeExpr::constant(2)));
  CHECK(!isInside("%v = memref.load %x[%c0] : memref<?xf32>"));
  CHECK(isInside(inLoop("", "%c0")));
  CHECK(!isInside(inLoop("", "%c1")));
}

TEST_CASE("sums move bounds") {
  const std::string right = "%at = arith.addi %i, %c1 : index", left = "%at = arith.subi %i, %c1 : index";
  CHECK(!isInside(inLoop(right, "%at")));
  CHECK(!isInside(inLoop(left, "%at")));
  const SizeExpr longer = SizeExpr::binary(SizeExprKind::add, SizeExpr::dim(0, 0), SizeExpr::constant(1));
  CHECK(isInside(inLoop(right, "%at"), longer));
  CHECK(!isInside(inLoop("%at = arith.addi %i, %c2 : index", "%at"), longer));
  CHECK(isInside("%last = arith.subi %n, %c1 : index\nqd.for (%i) in (%last) {\n" + right +
                 "\n%v = memref.load %x[%at] : memref<?xf32>\n}"));
  CHECK(isInside("qd.for (%i) in (%n) from (%c1) {\n" + left + "\n%v = memref.load %x[%at] : memref<?xf32>\n}"));
}

TEST_CASE("branches tell about what they compare") {
  CHECK(isInside("qd.for (%i) in (%n) {\n%c = arith.cmpi sgt, %i, %c0 : index\nscf.if %c {\n"
                 "%at = arith.subi %i, %c1 : index\n%v = memref.load %x[%at] : memref<?xf32>\n}\n}"));
  CHECK(isInside(inBranch("%l = arith.cmpi sge, %a, %c0 : index\n%u = arith.cmpi slt, %a, %n : index\n"
                          "%c = arith.andi %l, %u : i1",
                          "%a")));
  CHECK(isInside(inBranch("%c = arith.cmpi ult, %a, %n : index", "%a")));
  CHECK(!isInside(inBranch("%c = arith.cmpi slt, %a, %n : index", "%a")));
  CHECK(!isInside(inBranch("%c = arith.cmpi sle, %a, %n : index", "%a")));
  CHECK(!isInside(inBranch("%l = arith.cmpi sge, %a, %c0 : index\n%u = arith.cmpi slt, %a, %n : index\n"
                           "%c = arith.ori %l, %u : i1",
                           "%a")));
  // What an else holds.
  CHECK(isInside("%l = arith.cmpi slt, %a, %c0 : index\n%u = arith.cmpi sge, %a, %n : index\n"
                 "%c = arith.ori %l, %u : i1\nscf.if %c {\n} else {\n%v = memref.load %x[%a] : memref<?xf32>\n}"));
  CHECK(!isInside("%c = arith.cmpi ult, %a, %n : index\nscf.if %c {\n} else {\n"
                  "%v = memref.load %x[%a] : memref<?xf32>\n}"));
}

TEST_CASE("minima, maxima, choices and remainders have bounds") {
  const std::string last = "%last = arith.subi %n, %c1 : index\n%left = arith.subi %i, %c1 : index\n"
                           "%right = arith.addi %i, %c1 : index\n";
  CHECK(isInside(inLoop(last + "%at = arith.maxsi %left, %c0 : index", "%at")));
  CHECK(isInside(inLoop(last + "%at = arith.minsi %right, %last : index", "%at")));
  CHECK(!isInside(inLoop(last + "%at = arith.minsi %left, %last : index", "%at")));
  CHECK(!isInside(inLoop(last + "%at = arith.maxsi %right, %c0 : index", "%at")));
  CHECK(isInside(inLoop("%c = arith.cmpi sgt, %a, %c0 : index\n%at = arith.select %c, %i, %c0 : index", "%at")));
  CHECK(!isInside(inLoop("%c = arith.cmpi sgt, %a, %c0 : index\n%at = arith.select %c, %i, %a : index", "%at")));
  CHECK(isInside(inLoop("%at = arith.divui %i, %c2 : index", "%at")));
  CHECK(isInside("%at = arith.remui %a, %c9 : index\n%v = memref.load %x[%at] : memref<?xf32>", SizeExpr::constant(9)));
  CHECK(
      !isInside("%at = arith.remsi %a, %c9 : index\n%v = memref.load %x[%at] : memref<?xf32>", SizeExpr::constant(9)));
  CHECK(isInside("%at = arith.andi %a, %c9 : index\n%v = memref.load %x[%at] : memref<?xf32>", SizeExpr::constant(10)));
}

TEST_CASE("a sum that may wrap has no bound") {
  // 0 <= %a, but %a + 2 may be negative.
  CHECK(!isInside("%c = arith.cmpi sge, %a, %c0 : index\nscf.if %c {\n%b = arith.addi %a, %c2 : index\n"
                  "%at = arith.remsi %b, %c9 : index\n%v = memref.load %x[%at] : memref<?xf32>\n}",
                  SizeExpr::constant(9)));
  CHECK(isInside("%c = arith.cmpi ult, %a, %n : index\nscf.if %c {\n%b = arith.addi %a, %c2 : index\n"
                 "%at = arith.remsi %b, %c9 : index\n%v = memref.load %x[%at] : memref<?xf32>\n}",
                 SizeExpr::constant(9)));
  // %a <= 9, but %a - 2 may be positive and large.
  CHECK(!isInside("%c = arith.cmpi sle, %a, %c9 : index\nscf.if %c {\n%b = arith.subi %a, %c2 : index\n"
                  "%at = arith.maxsi %b, %c0 : index\n%v = memref.load %x[%at] : memref<?xf32>\n}",
                  SizeExpr::constant(9)));
}

TEST_CASE("values narrower than an index are followed where they cannot wrap") {
  const std::string body = "%at = arith.index_cast %i : i32 to index\n%v = memref.load %x[%at] : memref<?xf32>\n}";
  CHECK(isInside("qd.for (%i) in (%w) : i32 {\n" + body, SizeExpr::scalar(4)));
  CHECK(!isInside("%one = arith.constant 1 : i32\nqd.for (%j) in (%w) : i32 {\n%i = arith.addi %j, %one : i32\n" + body,
                  SizeExpr::binary(SizeExprKind::add, SizeExpr::scalar(4), SizeExpr::constant(1))));
}
