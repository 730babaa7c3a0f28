//===- TripBoundsTest.cpp - How many trips a loop has at most -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/TripBounds.h"
#include "ParsedModule.h"
#include "qdc/Analysis/SizeExprFromValue.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>

using namespace qdc;

namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMost = std::numeric_limits<int64_t>::max();

/// Arguments of a kernel (%n: index, %m: index, %s: i32).
struct Bindings : SizeExprBindings {
  int64_t n, m, s;
  Bindings(int64_t n, int64_t m, int64_t s = 0) : n(n), m(m), s(s) {}
  Result<int64_t> scalar(uint32_t argument) const override {
    REQUIRE(argument < 3);
    return argument == 0 ? n : argument == 1 ? m : s;
  }
  Result<int64_t> dim(uint32_t, uint32_t) const override { return Error{ErrorCode::internal, "no arrays here"}; }
  Result<int64_t> word(uint64_t) const override { return Error{ErrorCode::internal, "no words here"}; }
};

/// The bound of the only scf.for of a kernel whose parallel loop, from %m to %n, has these statements.
std::optional<SizeExpr> bound(const std::string &statements, const std::string &lower, const std::string &upper,
                              const std::string &step = "%c1") {
  ParsedModule parsed(R"(qd.kernel @k(%n: index, %m: index, %s: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %two = arith.constant 2 : index
    %most = arith.constant 9223372036854775807 : index
    %least = arith.constant -9223372036854775807 : index
    qd.for (%i) in (%n) from (%m) {
)" + statements +
                      "\n scf.for %k = " + lower + " to " + upper + " step " + step + " {}\n}\n}");
  auto loop = parsed.first<mlir::scf::ForOp>();
  mlir::OpBuilder builder(parsed.first<qd::ForOp>());
  mlir::Value trips = boundTrips(builder, loop.getLoc(),
                                 {loop, loop.getInductionVar(), loop.getUpperBound(), loop.getLowerBound(),
                                  step == "%c1" ? mlir::Value() : loop.getStep()});
  return trips ? sizeExprFromValue(trips) : std::nullopt;
}

/// The bound in a launch; -1 where it cannot be computed, which ends the launch.
int64_t evaluate(const std::optional<SizeExpr> &size, const Bindings &bindings) {
  REQUIRE(size);
  Result<int64_t> value = size->evaluate(bindings);
  return value ? *value : -1;
}

/// The trips from 0 to a bound with 64 bits, which may have wrapped.
int64_t tripsTo(uint64_t upper) { return std::max<int64_t>(static_cast<int64_t>(upper), 0); }

} // namespace

TEST_CASE("a bound that changes counts with its largest value") {
  CHECK(evaluate(bound("%e = arith.addi %i, %two : index", "%c0", "%e"), {10, 3}) == 11);
  CHECK(evaluate(bound("%e = arith.subi %n, %i : index", "%c0", "%e"), {10, 3}) == 7);
  CHECK(evaluate(bound("%e = arith.muli %i, %two : index", "%i", "%e"), {10, 3}) == 15);
}

TEST_CASE("sums that wrap on the side that is no bound end the launch") {
  // The kernel's difference wraps to a large number where %m is small.
  auto size = bound("%e = arith.subi %i, %n : index", "%c0", "%e");
  CHECK(evaluate(size, {5, 3}) == 0);
  CHECK(evaluate(size, {kMost, -5}) == -1);
  CHECK(evaluate(size, {kMost, 0}) == 0);
  auto sum = bound("%e = arith.addi %i, %m : index", "%c0", "%e");
  CHECK(evaluate(sum, {-2, -5}) == 0);
  CHECK(evaluate(sum, {-2, kLeast}) == -1);
  CHECK(tripsTo(static_cast<uint64_t>(kLeast) * 2 + 2) == 2); // what one iteration would have had
}

TEST_CASE("products that wrap on the side that is no bound end the launch") {
  auto size = bound("%e = arith.muli %i, %two : index", "%c0", "%e");
  CHECK(evaluate(size, {4, -5}) == 6);
  CHECK(evaluate(size, {4, kLeast / 2}) == 6);
  CHECK(evaluate(size, {4, kLeast / 2 - 1}) == -1);
  CHECK(tripsTo(2 * static_cast<uint64_t>(kLeast / 2 - 1)) == kMost - 1);
  CHECK(evaluate(size, {kMost / 2 + 3, 0}) == -1);
}

TEST_CASE("lower bounds are held against the other side too") {
  // %i - %m is at least 0 for these iterations, unless it wraps at the other end.
  auto size = bound("%b = arith.subi %i, %m : index %e = arith.minsi %i, %two : index", "%b", "%e");
  CHECK(evaluate(size, {9, 3}) == 2);
  CHECK(evaluate(size, {9, -9}) == 2);
  CHECK(evaluate(bound("%b = arith.addi %i, %n : index", "%b", "%two"), {5, -3}) == 0);
  CHECK(evaluate(bound("%b = arith.addi %i, %n : index", "%b", "%two"), {kMost / 2 + 2, 0}) == -1);
}

TEST_CASE("bounds of 32 bits need no second look") {
  auto size = bound("%t = arith.index_cast %s : i32 to index %j = arith.minsi %i, %c1 : index "
                    "%z = arith.maxsi %j, %c0 : index %e = arith.subi %z, %t : index",
                    "%c0", "%e");
  REQUIRE(size);
  CHECK(size->str() == "max(sub(max(min(add(scalar(0), -1), 1), 0), scalar(2)), 0)");
}

TEST_CASE("constants that would wrap bound nothing") {
  CHECK_FALSE(bound("", "%least", "%most"));
  auto size = bound("%j = arith.minsi %i, %c1 : index %e = arith.subi %j, %most : index", "%c0", "%e");
  CHECK(evaluate(size, {5, 0}) == 0);
  CHECK(evaluate(size, {5, -1}) == 0);
  CHECK(evaluate(size, {5, -2}) == -1);
}

TEST_CASE("a step that a launch knows divides the bound") {
  const std::string step = "%t = arith.index_cast %s : i32 to index";
  auto size = bound(step, "%c0", "%n", "%t");
  for (int64_t n : {-5, 0, 1, 2, 6, 7, 8})
    for (int64_t s : {-3, 0, 1, 2, 3, 7, 8, 1 << 30}) {
      CAPTURE(n, s);
      int64_t trips = 0; // counted one by one
      for (int64_t k = 0; s > 0 && k < n; k += s)
        ++trips;
      CHECK(evaluate(size, {n, 0, s}) == trips);
    }
  CHECK(evaluate(size, {kMost, 0, std::numeric_limits<int32_t>::max()}) ==
        kMost / std::numeric_limits<int32_t>::max() + 1);
  CHECK(evaluate(size, {kMost, 0, -1}) == 0);
  CHECK(evaluate(size, {kLeast, 0, 1}) == 0);
  CHECK(evaluate(bound("", "%c0", "%n", "%m"), {kMost, kMost}) == 1);
  // From 0 to 9, from 1, and so on: by steps of 4 no iteration has more than 3 trips.
  CHECK(evaluate(bound(step, "%i", "%n", "%t"), {10, 0, 4}) == 3);
}

TEST_CASE("a step that changes from iteration to iteration counts as 1") {
  CHECK(evaluate(bound("%t = arith.addi %i, %two : index", "%c0", "%n", "%t"), {10, 3}) == 10);
}

TEST_CASE("a bound that would be too large an expression with its step is that without") {
  std::string statements, last = "%n";
  for (int k = 0; k < 5; ++k) {
    const std::string next = "%e" + std::to_string(k);
    statements += next + " = arith.minsi " + last + ", %" + (k % 2 ? "n" : "m") + " : index\n";
    statements += next + "s = arith.muli " + next + ", " + last + " : index\n";
    last = next + "s";
    if (auto size = bound(statements, "%c0", last, "%m"); size && size->str().find("floordiv") == std::string::npos) {
      CHECK(evaluate(size, {3, 2}) > 0);
      return;
    }
  }
  FAIL("no expression was too large");
}
