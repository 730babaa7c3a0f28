//===- SizeExprFromValueTest.cpp - Sizes that the host can know -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/SizeExprFromValue.h"
#include "ParsedModule.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>

using namespace qdc;

namespace {

/// Arguments of a kernel (%n: i32, %m: i64, %k: index, %x: memref<?x7xf32>, %b: i8).
struct Bindings : SizeExprBindings {
  int64_t n = 0, m = 0, k = 0, extent = 0;
  Result<int64_t> scalar(uint32_t argument) const override {
    REQUIRE(argument < 3);
    return argument == 0 ? n : argument == 1 ? m : k;
  }
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override {
    REQUIRE((argument == 3 && axis == 0));
    return extent;
  }
  Result<int64_t> word(uint64_t) const override { return Error{ErrorCode::internal, "no words here"}; }
};

/// The expression of the value that a body hands to its last operation.
std::optional<SizeExpr> recognize(std::string body) {
  ParsedModule parsed("qd.kernel @k(%n: i32, %m: i64, %k: index, %x: memref<?x7xf32>, %b: i8) {\n" + body + "\n}");
  mlir::Operation *last = parsed.first<qd::KernelOp>().getBody().front().getTerminator()->getPrevNode();
  return sizeExprFromValue(last->getResult(0));
}

int64_t evaluate(const std::string &body, const Bindings &bindings) {
  std::optional<SizeExpr> expr = recognize(body);
  REQUIRE(expr);
  Result<int64_t> value = expr->evaluate(bindings);
  REQUIRE(value);
  return *value;
}

} // namespace

TEST_CASE("constants, scalars and shapes are host-known") {
  CHECK(recognize("%a = arith.constant -3 : i32")->str() == "-3");
  CHECK(recognize("%a = arith.index_cast %n : i32 to index")->str() == "scalar(0)");
  CHECK(recognize("%a = arith.extsi %n : i32 to i64")->str() == "scalar(0)");
  CHECK(recognize("%c = arith.constant 0 : index %a = memref.dim %x, %c : memref<?x7xf32>")->str() == "dim(3, 0)");
  CHECK(recognize("%c = arith.constant 1 : index %a = memref.dim %x, %c : memref<?x7xf32>")->str() == "7");
}

TEST_CASE("arithmetic on index and i64 is taken over") {
  Bindings bindings;
  bindings.m = 10;
  bindings.k = -7;
  CHECK(evaluate("%a = arith.addi %m, %m : i64", bindings) == 20);
  CHECK(evaluate("%a = index.sub %k, %k", bindings) == 0);
  CHECK(evaluate("%a = arith.muli %k, %k : index", bindings) == 49);
  CHECK(evaluate("%c = arith.constant 3 : index %a = arith.maxsi %k, %c : index", bindings) == 3);
  CHECK(evaluate("%c = arith.constant 3 : index %a = index.mins %k, %c", bindings) == -7);
  CHECK(evaluate("%c = arith.constant 2 : i64 %a = arith.shli %m, %c : i64", bindings) == 40);
}

TEST_CASE("division by a positive constant rounds as its operation does") {
  for (int64_t k : {-9, -8, -7, -1, 0, 1, 7, 8, 9}) {
    Bindings bindings;
    bindings.k = k;
    auto divide = [&](const std::string &op) { return evaluate("%c = arith.constant 4 : index %a = " + op, bindings); };
    int64_t floor = k / 4 - (k % 4 < 0), ceil = k / 4 + (k % 4 > 0);
    CHECK(divide("arith.divsi %k, %c : index") == k / 4);
    CHECK(divide("arith.floordivsi %k, %c : index") == floor);
    CHECK(divide("arith.ceildivsi %k, %c : index") == ceil);
    CHECK(divide("index.ceildivs %k, %c") == ceil);
    CHECK(evaluate("%c = arith.constant 2 : index %a = arith.shrsi %k, %c : index", bindings) == floor);
  }
}

TEST_CASE("a maximum with a positive constant divides as it does") {
  for (int64_t k : {-9, -8, -7, 0, 7, 8, 9})
    for (int64_t m : {-4, 0, 1, 2, 3, 4}) {
      Bindings bindings;
      bindings.k = k;
      bindings.m = m;
      const int64_t divisor = std::max<int64_t>(m, 2), floor = k / divisor - (k % divisor < 0);
      auto divide = [&](const std::string &op) {
        return evaluate(
            "%c = arith.constant 2 : i64 %d = arith.maxsi %m, %c : i64 %by = arith.index_cast %d : i64 to index "
            "%a = " +
                op,
            bindings);
      };
      CHECK(divide("arith.floordivsi %k, %by : index") == floor);
      CHECK(divide("arith.ceildivsi %k, %by : index") == k / divisor + (k % divisor > 0));
      CHECK(divide("arith.divsi %k, %by : index") == k / divisor);
    }
  CHECK_FALSE(recognize("%c = arith.constant 0 : i64 %d = arith.maxsi %m, %c : i64 %a = arith.divsi %m, %d : i64"));
}

TEST_CASE("arithmetic on i32 wraps as it does on the device") {
  constexpr int32_t least = std::numeric_limits<int32_t>::min(), most = std::numeric_limits<int32_t>::max();
  for (int32_t n : {least, least + 1, -1, 0, 1, 46341, most - 1, most}) {
    Bindings bindings;
    bindings.n = n;
    auto wrapped = [](int64_t value) { return static_cast<int32_t>(static_cast<uint32_t>(value)); };
    CHECK(evaluate("%c = arith.constant 1 : i32 %a = arith.subi %n, %c : i32", bindings) == wrapped(int64_t{n} - 1));
    CHECK(evaluate("%c = arith.constant 1 : i32 %a = arith.addi %n, %c : i32", bindings) == wrapped(int64_t{n} + 1));
    CHECK(evaluate("%a = arith.muli %n, %n : i32", bindings) == wrapped(int64_t{n} * n));
    bindings.m = int64_t{n} * 3;
    CHECK(evaluate("%a = arith.trunci %m : i64 to i32", bindings) == wrapped(int64_t{n} * 3));
  }
  CHECK(recognize("%a = arith.addi %n, %n overflow<nsw> : i32")->str() == "add(scalar(0), scalar(0))");
}

TEST_CASE("a size that a condition selects is its product with 0 or 1") {
  constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  for (int64_t k : {least + 1000, int64_t{-500}, int64_t{-1}, int64_t{0}, int64_t{6}, int64_t{7}, int64_t{8},
                    int64_t{1000}, most}) {
    Bindings bindings;
    bindings.k = k;
    bindings.m = 42;
    auto selected = [&](const std::string &condition, const std::string &select = "%c, %m, %z") {
      return evaluate(
          "%z = arith.constant 0 : i64 %z32 = arith.constant 0 : i32 %seven = arith.constant 7 : index\n"
          "%zero = arith.constant 0 : index %hundred = arith.constant 100 : index %t = arith.constant true\n" +
              condition + "\n%a = arith.select " + select + " : i64",
          bindings);
    };
    CHECK(selected("%c = arith.cmpi slt, %k, %seven : index") == (k < 7 ? 42 : 0));
    CHECK(selected("%c = arith.cmpi sle, %k, %seven : index") == (k <= 7 ? 42 : 0));
    CHECK(selected("%c = arith.cmpi sgt, %k, %seven : index") == (k > 7 ? 42 : 0));
    CHECK(selected("%c = arith.cmpi sge, %k, %seven : index") == (k >= 7 ? 42 : 0));
    CHECK(selected("%c = arith.cmpi eq, %k, %seven : index") == (k == 7 ? 42 : 0));
    CHECK(selected("%c = arith.cmpi ne, %k, %seven : index") == (k != 7 ? 42 : 0));
    CHECK(selected("%c = arith.cmpi ne, %k, %seven : index", "%c, %z, %m") == (k != 7 ? 0 : 42));
    const std::string divided = "%r = arith.remsi %k, %hundred : index %c = arith.cmpi eq, %r, %zero : index ";
    CHECK(selected(divided) == (k % 100 == 0 ? 42 : 0));
    CHECK(selected(divided + "%d = arith.xori %c, %t : i1", "%d, %m, %z") == (k % 100 == 0 ? 0 : 42));
    const std::string both = "%above = arith.cmpi sgt, %k, %zero : index %below = arith.cmpi slt, %k, %seven : index ";
    CHECK(selected(both + "%c = arith.andi %above, %below : i1") == (k > 0 && k < 7 ? 42 : 0));
    CHECK(selected(both + "%c = arith.ori %above, %below : i1") == 42);
  }
  CHECK_FALSE(recognize("%z = arith.constant 0 : i64 %c = arith.cmpi ult, %m, %z : i64 "
                        "%a = arith.select %c, %m, %z : i64"));
  CHECK_FALSE(
      recognize("%z = arith.constant 0 : i64 %c = arith.cmpi slt, %m, %z : i64 %a = arith.extsi %c : i1 to i64"));
}

TEST_CASE("overflow of 64 bits fails instead of wrapping") {
  Bindings bindings;
  bindings.m = std::numeric_limits<int64_t>::max();
  std::optional<SizeExpr> expr = recognize("%a = arith.addi %m, %m : i64");
  REQUIRE(expr);
  CHECK_FALSE(expr->evaluate(bindings));
}

TEST_CASE("what only the device knows is not recognized") {
  CHECK_FALSE(recognize("%c = arith.constant 0 : index %a = memref.load %x[%c, %c] : memref<?x7xf32>"));
  CHECK_FALSE(recognize("%a = arith.extui %n : i32 to i64"));
  CHECK_FALSE(recognize("%a = arith.extsi %b : i8 to i64"));
  CHECK_FALSE(recognize("%a = arith.divsi %m, %m : i64"));
  CHECK_FALSE(recognize("%c = arith.constant 0 : i64 %a = arith.divsi %m, %c : i64"));
  CHECK_FALSE(recognize("%a = memref.dim %x, %k : memref<?x7xf32>"));
  CHECK_FALSE(recognize("%a = qd.seed"));
}

TEST_CASE("expressions are limited, also where they share operands") {
  std::string doubled = "%v0 = arith.addi %m, %m : i64\n";
  for (int step = 0; step < 4000; ++step)
    doubled += "%v" + std::to_string(step + 1) + " = arith.addi %v" + std::to_string(step) + ", %v" +
               std::to_string(step) + " : i64\n";
  CHECK_FALSE(recognize(doubled));
}

namespace {
/// In a task with the slots (%n: scalar 0, %m: i64 scalar 1, %i: counter of 16 from 0 on, %j: i32 counter of 24, %x:
/// array 3, %w: another word): the value that is written.
std::optional<SizeExpr> recognizeInTask(const std::string &body) {
  ParsedModule parsed(R"(qd.task @k.0 of @k extent(#qd.size<"1">) (%n: i32 {qd.slot = #qd.slot<scalar(0)>},
      %m: i64 {qd.slot = #qd.slot<scalar(1)>}, %i: index {qd.slot = #qd.slot<word(16)>},
      %j: i32 {qd.slot = #qd.slot<word(24)>}, %x: memref<?x7xf32> {qd.slot = #qd.slot<array(3)>},
      %w: i64 {qd.slot = #qd.slot<word(32)>}) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    )" + body + "\n}");
  mlir::Operation *last = parsed.first<qd::TaskOp>().getBody().front().getTerminator()->getPrevNode();
  return sizeExprInTask(last->getResult(0), {{16, true}, {24, false}});
}

struct TaskBindings : SizeExprBindings {
  int64_t m = 0, i = 0, j = 0, extent = 0;
  Result<int64_t> scalar(uint32_t) const override { return m; }
  Result<int64_t> dim(uint32_t, uint32_t) const override { return extent; }
  Result<int64_t> word(uint64_t offset) const override { return offset == 16 ? i : j; }
};
} // namespace

TEST_CASE("in a task, counters of loops are known and other words are not") {
  CHECK(recognizeInTask("%a = index.add %i, %one")->str() == "add(word(16), 1)");
  CHECK(recognizeInTask("%a = arith.extsi %j : i32 to i64")->str() == "word(24)");
  CHECK(recognizeInTask("%a = memref.dim %x, %zero : memref<?x7xf32>")->str() == "dim(3, 0)");
  CHECK(!recognizeInTask("%a = arith.addi %w, %m : i64"));
}

TEST_CASE("in a task it is known whether any size divides a value, also with the guard of a division") {
  const std::string cast = "%d = arith.index_cast %m : i64 to index\n";
  const std::string isZero = "%u = arith.cmpi eq, %d, %zero : index\n";
  const std::string isSmallest = "%s = arith.constant -9223372036854775808 : index %f = arith.constant -1 : index\n"
                                 "%e = arith.cmpi eq, %i, %s : index %g = arith.cmpi eq, %d, %f : index\n"
                                 "%h = arith.andi %e, %g : i1 %o = arith.ori %u, %h : i1\n";
  const std::string end = "%c = arith.cmpi eq, %r, %zero : index";
  const std::string forms[] = {
      cast + "%r = arith.remui %i, %d : index\n" + end,
      cast + isZero + "%v = arith.select %u, %one, %d : index %r = arith.remui %i, %v : index\n" + end,
      cast + isZero + isSmallest + "%v = arith.select %o, %one, %d : index %r = arith.remsi %i, %v : index\n" + end};
  for (const std::string &form : forms) {
    std::optional<SizeExpr> expr = recognizeInTask(form);
    REQUIRE(expr);
    for (int64_t m : {1, 2, 3, 7})
      for (int64_t i : {0, 1, 6, 7, 21}) {
        TaskBindings bindings;
        bindings.m = m;
        bindings.i = i;
        CHECK(*expr->evaluate(bindings) == (i % m == 0));
      }
    for (int64_t m : {0, -1, -5}) {
      TaskBindings bindings;
      bindings.m = m;
      CHECK(!expr->evaluate(bindings));
    }
  }
  // Of a value that may be below 0, a remainder without a sign is another one.
  CHECK(!recognizeInTask("%d = arith.constant 3 : i32 %z = arith.constant 0 : i32\n"
                         "%r = arith.remui %j, %d : i32 %c = arith.cmpi eq, %r, %z : i32"));
  for (const char *divisor : {"-2", "0"}) {
    CAPTURE(divisor);
    CHECK(!recognizeInTask(std::string("%d = arith.constant ") + divisor + " : index\n" +
                           "%r = arith.remsi %i, %d : index\n" + end));
  }
  // A guard of something else.
  CHECK(!recognizeInTask(cast +
                         "%u = arith.cmpi eq, %i, %zero : index %v = arith.select %u, %one, %d : index\n"
                         "%r = arith.remui %i, %v : index\n" +
                         end));
}

TEST_CASE("in a task, comparisons are known, without a sign those of what is never negative") {
  const std::string extent = "%e = memref.dim %x, %zero : memref<?x7xf32>\n";
  auto compare = [&](const char *predicate) {
    return recognizeInTask(extent + "%c = arith.cmpi " + predicate + ", %i, %e : index");
  };
  for (const char *predicate : {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}) {
    CAPTURE(predicate);
    std::optional<SizeExpr> expr = compare(predicate);
    REQUIRE(expr);
    for (int64_t i : {0, 4, 5, 6}) {
      TaskBindings bindings;
      bindings.i = i;
      bindings.extent = 5;
      const std::string name = std::string(predicate).substr(std::string(predicate).size() == 3 ? 1 : 0);
      const bool expected = name == "eq"   ? i == 5
                            : name == "ne" ? i != 5
                            : name == "lt" ? i < 5
                            : name == "le" ? i <= 5
                            : name == "gt" ? i > 5
                                           : i >= 5;
      CHECK(*expr->evaluate(bindings) == expected);
    }
  }
  CHECK(recognizeInTask("%c = arith.cmpi slt, %j, %n : i32"));
  CHECK(!recognizeInTask("%c = arith.cmpi ult, %j, %n : i32"));
}
