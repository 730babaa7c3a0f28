//===- InteriorTest.cpp - Loops with conditions at the border -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "catch2/catch.hpp"

#include <limits>

using namespace qdc;

namespace {

const std::vector<std::string> predicates = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};

template <typename T>
bool compare(const std::string &predicate, T a, T b) {
  using U = std::make_unsigned_t<T>;
  U x = a, y = b;
  return predicate == "eq"    ? a == b
         : predicate == "ne"  ? a != b
         : predicate == "slt" ? a < b
         : predicate == "sle" ? a <= b
         : predicate == "sgt" ? a > b
         : predicate == "sge" ? a >= b
         : predicate == "ult" ? x < y
         : predicate == "ule" ? x <= y
         : predicate == "ugt" ? x > y
                              : x >= y;
}

/// variable `axis` + offset, compared with the bound: an argument, or a constant where one is given.
struct Condition {
  std::string predicate; // or "max", "min"
  unsigned axis;
  int64_t offset;
  bool swapped = false;
  std::string constant = {};
};

/// A task over two axes whose bounds are arguments. Iteration (i, j) writes to out, at its place, 1 or 2 as the
/// condition holds, or the minimum or maximum.
CompiledModule compile(const Condition &condition, const std::string &type) {
  bool isMinMax = condition.predicate == "min" || condition.predicate == "max";
  std::string parameters = "(%out: memref<?xi64> {qd.slot = #qd.slot<array(0)>}";
  unsigned argument = 1;
  for (const char *name : {"l0", "u0", "l1", "u1", "n1", "bound"})
    parameters +=
        std::string(", %") + name + ": " + type + " {qd.slot = #qd.slot<scalar(" + std::to_string(argument++) + ")>}";
  std::string body = "%offset = arith.constant " + std::to_string(condition.offset) + " : " + type + "\n";
  std::string bound = "%bound";
  if (!condition.constant.empty()) {
    body += "%constant = arith.constant " + condition.constant + " : " + type + "\n";
    bound = "%constant";
  }
  body += "qd.for (%i0, %i1) in (%u0, %u1) from (%l0, %l1) : " + type +
          " {\n%one = arith.constant 1 : i64\n%two = arith.constant 2 : i64\n%position = arith.addi %i" +
          std::to_string(condition.axis) + ", %offset : " + type + "\n";
  std::string operands = condition.swapped ? bound + ", %position" : "%position, " + bound;
  std::string toLong = type == "index" ? "arith.index_cast" : "arith.extsi";
  if (isMinMax)
    body += "%result = arith." + condition.predicate + "si " + operands + " : " + type + "\n%value = " + toLong +
            " %result : " + type + " to i64\n";
  else
    body += "%holds = arith.cmpi " + condition.predicate + ", " + operands + " : " + type +
            "\n%value = scf.if %holds -> i64 {\nscf.yield %one : i64\n} else {\nscf.yield %two : i64\n}\n";
  body += "%d0 = arith.subi %i0, %l0 : " + type + "\n%d1 = arith.subi %i1, %l1 : " + type +
          "\n%row = arith.muli %d0, %n1 : " + type + "\n%flat = arith.addi %row, %d1 : " + type + "\n";
  std::string at = "%flat";
  if (type != "index") {
    body += "%at = arith.index_cast %flat : " + type + " to index\n";
    at = "%at";
  }
  body += "memref.store %value, %out[" + at + "] : memref<?xi64>\n}";
  return CompiledModule::compile(taskModule(parameters + ")", body));
}

template <typename T>
void check(const Condition &condition, const std::string &type) {
  CAPTURE(condition.predicate, condition.axis, condition.offset, condition.swapped, condition.constant, type);
  CompiledModule module = compile(condition, type);
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  auto plus = [](T a, int64_t b) { return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + b); };
  struct Range {
    T lower, upper;
  };
  for (Range range :
       {Range{0, 9}, Range{-3, 2}, Range{least, plus(least, 4)}, Range{plus(most, -4), most}, Range{2, 3}})
    for (T bound : {least, plus(least, 1), T(-3), T(-1), T(0), T(1), T(3), T(8), T(9), plus(most, -2), most}) {
      if (!condition.constant.empty())
        bound = static_cast<T>(std::stoll(condition.constant));
      int64_t rows = 3, columns = int64_t(range.upper) - range.lower;
      Range outer = {0, 3}, inner = range;
      if (condition.axis == 0) {
        std::swap(outer, inner);
        std::swap(rows, columns);
      }
      std::vector<int64_t> expected;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) {
          T position = plus(plus(range.lower, condition.axis == 0 ? i : j), condition.offset);
          T a = condition.swapped ? bound : position, b = condition.swapped ? position : bound;
          expected.push_back(condition.predicate == "max"         ? std::max(a, b)
                             : condition.predicate == "min"       ? std::min(a, b)
                             : compare(condition.predicate, a, b) ? 1
                                                                  : 2);
        }
      for (int64_t chunk : {int64_t(2), int64_t(7), rows * columns}) {
        std::vector<int64_t> out(rows * columns, -1);
        CompiledModule::Arguments arguments;
        arguments.array(out.data(), {}).scalar(outer.lower).scalar(outer.upper).scalar(inner.lower).scalar(inner.upper);
        arguments.scalar(T(columns)).scalar(bound);
        module.runInChunks(arguments, rows * columns, chunk);
        CAPTURE(int64_t(range.lower), int64_t(bound), chunk);
        CHECK(out == expected);
      }
    }
}

} // namespace

TEST_CASE("a condition on a loop variable holds where it should, whatever the bound") {
  bool swapped = false;
  for (const std::string &predicate : predicates) {
    for (int64_t offset : {-1, 0, 2})
      check<int64_t>({predicate, 1, offset, swapped = !swapped}, "index");
    check<int64_t>({predicate, 0, 1, swapped}, "index");
    check<int32_t>({predicate, 1, -2, swapped}, "i32");
    check<int32_t>({predicate, 1, 1, swapped}, "i32");
    for (const char *constant : {"0", "-1", "4"})
      check<int64_t>({predicate, 1, 1, swapped, constant}, "index");
  }
}

TEST_CASE("an index is clamped where it should be") {
  bool swapped = false;
  for (const char *operation : {"min", "max"}) {
    for (int64_t offset : {-1, 0, 2}) {
      check<int64_t>({operation, 1, offset, swapped = !swapped}, "index");
      check<int32_t>({operation, 1, offset, swapped}, "i32");
    }
    check<int64_t>({operation, 1, -1, swapped, "0"}, "index");
    check<int64_t>({operation, 0, -1, swapped, "0"}, "index");
  }
}

TEST_CASE("neighbours outside a grid, clamped or left out, are found on all four sides") {
  CompiledModule module = CompiledModule::compile(
      taskModule("(%x: memref<?xi64> {qd.slot = #qd.slot<array(0)>}, %y: memref<?xi64> {qd.slot = #qd.slot<array(1)>}, "
                 "%n: index {qd.slot = #qd.slot<scalar(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>})",
                 R"(%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%zero = arith.constant 0 : i64
%ten = arith.constant 10 : i64
%last = arith.subi %m, %c1 : index
qd.for (%i, %j) in (%n, %m) {
  %north = arith.subi %i, %c1 : index
  %west = arith.subi %j, %c1 : index
  %east = arith.addi %j, %c1 : index
  %inside = arith.cmpi ult, %north, %n : index
  %above = scf.if %inside -> i64 {
    %r = arith.muli %north, %m : index
    %p = arith.addi %r, %j : index
    %v = memref.load %x[%p] : memref<?xi64>
    scf.yield %v : i64
  } else {
    scf.yield %zero : i64
  }
  %row = arith.muli %i, %m : index
  %low = arith.maxsi %west, %c0 : index
  %left = arith.minsi %low, %last : index
  %right = arith.minsi %east, %last : index
  %pl = arith.addi %row, %left : index
  %pr = arith.addi %row, %right : index
  %vl = memref.load %x[%pl] : memref<?xi64>
  %vr = memref.load %x[%pr] : memref<?xi64>
  %s0 = arith.muli %above, %ten : i64
  %s1 = arith.addi %s0, %vl : i64
  %s2 = arith.muli %s1, %ten : i64
  %s3 = arith.addi %s2, %vr : i64
  %at = arith.addi %row, %j : index
  memref.store %s3, %y[%at] : memref<?xi64>
})"));
  for (int64_t rows : {1, 2, 5})
    for (int64_t columns : {1, 2, 3, 40, 101}) {
      std::vector<int64_t> x(rows * columns), y(rows * columns, -1), expected;
      for (size_t k = 0; k < x.size(); ++k)
        x[k] = int64_t(k * k % 1009);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) {
          const int64_t *row = &x[i * columns];
          int64_t above = i > 0 ? row[j - columns] : 0;
          expected.push_back((above * 10 + row[std::max<int64_t>(j - 1, 0)]) * 10 +
                             row[std::min<int64_t>(j + 1, columns - 1)]);
        }
      CompiledModule::Arguments arguments;
      arguments.array(x.data(), {}).array(y.data(), {}).scalar(rows).scalar(columns);
      module.runInChunks(arguments, rows * columns, 33);
      CAPTURE(rows, columns);
      CHECK(y == expected);
    }
}
