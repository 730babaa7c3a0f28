//===- IndexBoundsTest.cpp - Tests of IndexBounds.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/IndexBounds.h"
#include "ParsedModule.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <catch2/catch.hpp>

#include <limits>
#include <random>
#include <set>
#include <vector>

using namespace qdc;

static const std::string header =
    "qd.kernel @k(%x: memref<?xf32>, %y: memref<?xf32>, %p: memref<?xi64>, %s: index, %w: i32, %plane: "
    "memref<4x?xf32>) {\n"
    "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : index\n"
    "%c9 = arith.constant 9 : index\n%m1 = arith.constant -1 : index\n"
    "%n = memref.dim %x, %c0 : memref<?xf32>\n%other = memref.dim %y, %c0 : memref<?xf32>\n"
    "%word = memref.load %p[%c0] : memref<?xi64>\n%a = arith.index_cast %word : i64 to index\n";

/// Whether the index of the first load in a kernel is inside of `extent`.
static bool isInside(const std::string &body, const SizeExpr &extent = SizeExpr::dim(0, 0)) {
  ParsedModule parsed(header + body + "\n}");
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

TEST_CASE("a truth value has no bounds, since it is 1 or -1 where it becomes a number") {
  const std::string holds = "%t = arith.cmpi slt, %c0, %c1 : index\n";
  CHECK(!isInside(holds + "%m = arith.extsi %t : i1 to i64\n%at = arith.index_cast %m : i64 to index\n"
                          "%v = memref.load %x[%at] : memref<?xf32>",
                  SizeExpr::constant(2)));
  CHECK(!isInside(holds + "%at = arith.index_cast %t : i1 to index\n%v = memref.load %x[%at] : memref<?xf32>",
                  SizeExpr::constant(2)));
  CHECK(isInside("%t = arith.constant 1 : i32\n%m = arith.extsi %t : i32 to i64\n"
                 "%at = arith.index_cast %m : i64 to index\n%v = memref.load %x[%at] : memref<?xf32>",
                 SizeExpr::constant(2)));
}

/// Whether the two loads of f32 in a kernel are never of one element.
static bool areApart(const std::string &body) {
  ParsedModule parsed(header + body + "\n}");
  std::vector<llvm::SmallVector<IndexInterval>> found;
  parsed.module->walk([&](mlir::memref::LoadOp op) {
    if (op.getMemRefType().getElementType().isF32())
      found.push_back(IndexBounds::intervalsOf(mlir::cast<qd::ElementAccess>(op.getOperation())));
  });
  REQUIRE(found.size() == 2);
  bool isAnyAxis = false;
  for (auto [first, second] : llvm::zip_equal(found[0], found[1])) {
    CHECK(areApart(first, second) == areApart(second, first));
    isAnyAxis |= areApart(first, second);
  }
  return isAnyAxis;
}

/// The same of loads at two indices, in a parallel loop with `range`.
static bool areApart(const std::string &range, const std::string &body, const std::string &first,
                     const std::string &second) {
  return areApart("qd.for (%i) in " + range + " {\n" + body + "\n%v = memref.load %x[" + first +
                  "] : memref<?xf32>\n%w1 = memref.load %x[" + second + "] : memref<?xf32>\n}");
}

TEST_CASE("indices in intervals that do not meet are apart, and one less is not") {
  const std::string none;
  CHECK(areApart("(%n) from (%c1)", none, "%c0", "%i"));
  CHECK(!areApart("(%n) from (%c1)", none, "%c1", "%i"));
  CHECK(!areApart("(%n)", none, "%c0", "%i"));
  CHECK(areApart("(%c2)", none, "%c2", "%i"));
  CHECK(!areApart("(%c9)", none, "%c2", "%i"));
  const std::string moved = "%at = arith.addi %i, %c9 : index";
  CHECK(areApart("(%c9)", moved, "%i", "%at"));
  CHECK(!areApart("(%c9)", "%j = arith.addi %i, %c9 : index\n%at = arith.subi %j, %c1 : index", "%i", "%at"));
  CHECK(!areApart("(%n)", moved, "%i", "%at"));
  CHECK(areApart("(%s)", moved, "%c2", "%at"));
  CHECK(!areApart("(%s)", moved, "%c9", "%at"));
  const std::string turned = "%r = arith.subi %c2, %i : index\n%at = arith.addi %i, %c9 : index";
  CHECK(areApart("(%c2)", turned, "%r", "%at"));
  CHECK(!areApart("(%c2)", "%r = arith.subi %c9, %i : index\n%at = arith.addi %i, %c9 : index", "%r", "%at"));
  const std::string rest = "%r = arith.remui %a, %c9 : index\n%at = arith.addi %i, %c9 : index";
  CHECK(areApart("(%n)", rest, "%r", "%at"));
  CHECK(!areApart("(%n)", rest + "\n%q = arith.addi %r, %c1 : index", "%q", "%at"));
  CHECK(areApart("(%n)", "%r = arith.minsi %a, %c2 : index\n%at = arith.maxsi %i, %c9 : index", "%r", "%at"));
  CHECK(!areApart("(%n)", "%r = arith.minsi %a, %c9 : index\n%at = arith.maxsi %i, %c9 : index", "%r", "%at"));
  CHECK(areApart("(%c9)", "%r = arith.muli %i, %c2 : index\n%at = arith.constant 17 : index", "%r", "%at"));
  CHECK(!areApart("(%c9)", "%r = arith.muli %i, %c2 : index\n%at = arith.constant 16 : index", "%r", "%at"));
}

TEST_CASE("bounds of intervals may be arguments and shapes") {
  const std::string last = "%last = arith.subi %n, %c1 : index\n%at = arith.addi %i, %s : index";
  CHECK(areApart("(%s)", last, "%i", "%at"));
  CHECK(areApart("(%s)", "%at = arith.addi %s, %i : index", "%at", "%i"));
  CHECK(!areApart("(%s)", "%j = arith.addi %i, %s : index\n%at = arith.subi %j, %c1 : index", "%i", "%at"));
  CHECK(!areApart("(%n)", last, "%i", "%at"));
  CHECK(areApart("(%s)", last, "%c0", "%at"));
  CHECK(!areApart("(%s)", last, "%c1", "%at"));
  CHECK(areApart("(%other)", "%at = arith.addi %i, %other : index", "%i", "%at"));
  CHECK(areApart("(%other)", "%j = arith.addi %i, %other : index\n%at = arith.addi %j, %c1 : index", "%other", "%at"));
  CHECK(!areApart("(%other)", "%at = arith.addi %i, %other : index", "%other", "%at"));
  CHECK(areApart("(%n) from (%s)", "%r = arith.subi %s, %c1 : index", "%r", "%i"));
  CHECK(!areApart("(%n) from (%s)", "", "%s", "%i"));
  const std::string mirror = "%last = arith.subi %n, %c1 : index\n%r = arith.subi %last, %i : index";
  CHECK(areApart("(%c9)", mirror + "\n%at = arith.subi %n, %c9 : index\n%far = arith.subi %at, %c1 : index", "%r",
                 "%far"));
  CHECK(!areApart("(%c9)", mirror + "\n%at = arith.subi %n, %c9 : index", "%r", "%at"));
  CHECK(areApart("(%n) from (%c1)", mirror, "%r", "%last"));
  CHECK(!areApart("(%n)", mirror, "%r", "%last"));
}

TEST_CASE("branches and inner loops bound indices, each axis on its own") {
  const auto guarded = [](const std::string &predicate) {
    return "qd.for (%i) in (%n) {\n%v = memref.load %x[%c0] : memref<?xf32>\n%c = arith.cmpi " + predicate +
           ", %i, %c0 : index\nscf.if %c {\n%w1 = memref.load %x[%i] : memref<?xf32>\n}\n}";
  };
  CHECK(areApart(guarded("sgt")));
  CHECK(!areApart(guarded("sge")));
  const auto last = [](const std::string &at) {
    return "%last = arith.subi %n, %c1 : index\nqd.for (%i) in (%n) {\n%v = memref.load %x[%last] : memref<?xf32>\n"
           "%c = arith.cmpi slt, %i, " +
           at + " : index\nscf.if %c {\n%w1 = memref.load %x[%i] : memref<?xf32>\n}\n}";
  };
  CHECK(areApart(last("%last")));
  CHECK(!areApart(last("%n")));
  const auto nested = [](const std::string &end) {
    return "qd.for (%i) in (%n) {\n%at = arith.addi %i, %s : index\n%w1 = memref.load %x[%at] : memref<?xf32>\n"
           "scf.for %k = %c0 to " +
           end + " step %c1 {\n%v = memref.load %x[%k] : memref<?xf32>\n}\n}";
  };
  CHECK(areApart(nested("%s")));
  CHECK(!areApart(nested("%n")));
  const auto plane = [](const std::string &row, const std::string &column) {
    return "qd.for (%i, %j) in (%c2, %n) {\n%r = arith.addi %i, %c1 : index\n%v = memref.load %plane[" + row + ", " +
           column + "] : memref<4x?xf32>\n%w1 = memref.load %plane[%r, %j] : memref<4x?xf32>\n}";
  };
  CHECK(areApart(plane("%c0", "%j")));
  CHECK(areApart(plane("%c1", "%n")));
  CHECK(!areApart(plane("%c1", "%c0")));
  CHECK(!areApart(plane("%c2", "%j")));
}

TEST_CASE("what may wrap is not apart from anything") {
  // Nobody says that %s is not negative.
  CHECK(!areApart("(%c9)", "%at = arith.addi %i, %s : index", "%c0", "%at"));
  // Sums of 32 bits may begin again with the least number, and be 0 then.
  CHECK(!areApart("%at1 = arith.constant 1 : i32\nqd.for (%i) in (%w) : i32 {\n%j = arith.addi %i, %at1 : i32\n"
                  "%k = arith.muli %j, %w : i32\n%at = arith.index_cast %k : i32 to index\n"
                  "%v = memref.load %x[%c0] : memref<?xf32>\n%w1 = memref.load %x[%at] : memref<?xf32>\n}"));
  // Twice a sum that is not below 0 may be anything.
  CHECK(!areApart("(%s)", "%j = arith.addi %i, %s : index\n%at = arith.addi %j, %j : index", "%c0", "%at"));
}

namespace {

/// A random kernel with a load in a parallel loop and a branch, and what its values are.
class RandomIndex {
public:
  explicit RandomIndex(unsigned seed) : random(seed) {
    for (int64_t number : {0, 1, 2, 3, 7, -1, -4})
      add("arith.constant " + std::to_string(number) + " : index", {Kind::constant, 0, 0, number});
    for (int64_t number : {int64_t(1) << 40, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()})
      add("arith.constant " + std::to_string(number) + " : index", {Kind::constant, 0, 0, number});
    for (unsigned argument = 0; argument < 4; ++argument)
      steps.push_back({Kind::argument, argument, 0, 0});
    for (unsigned count = pick(3); count > 0; --count)
      addOperation();
    lower = pick(steps.size()), upper = pick(steps.size());
    body += "qd.for (%i) in (" + name(upper) + ") from (" + name(lower) + ") {\n";
    variable = steps.size();
    steps.push_back({Kind::argument, 4, 0, 0});
    for (unsigned count = 1 + pick(3); count > 0; --count)
      addOperation();
    compared = pick(steps.size()), with = pick(2) ? variable : pick(steps.size()), predicate = pick(4);
    body += "%c = arith.cmpi " + std::string(predicates[predicate]) + ", " + name(compared) + ", " + name(with) +
            " : index\nscf.if %c {\n";
    for (unsigned count = 1 + pick(3); count > 0; --count)
      addOperation();
    body += "%v = memref.load %x[" + name(steps.size() - 1) + "] : memref<?xf32>\n}\n}\n";
  }

  std::string text(unsigned number) const {
    return "qd.kernel @k" + std::to_string(number) +
           "(%x: memref<?xf32>, %y: memref<?xf32>, %s: index, %p: memref<i64>) {\n%zero = arith.constant 0 : index\n"
           "%a0 = memref.dim %x, %zero : memref<?xf32>\n%a1 = memref.dim %y, %zero : memref<?xf32>\n"
           "%word = memref.load %p[] : memref<i64>\n%a3 = arith.index_cast %word : i64 to index\n" +
           body + "}\n";
  }

  /// The index for %x's extent, %y's, %s and what is in %p, in the loop's iteration `trip` from its begin or, if
  /// negative, its end; nothing if the load does not run with it, or not inside of the array.
  std::optional<int64_t> index(int64_t n, int64_t m, int64_t s, int64_t a, int64_t trip) const {
    std::vector<int64_t> values;
    int64_t arguments[] = {n, m, s, a, 0};
    for (const Step &step : steps) {
      if (values.size() == variable) {
        const __int128 i = trip < 0 ? __int128(values[upper]) + trip : __int128(values[lower]) + trip;
        if (i < values[lower] || i >= values[upper])
          return std::nullopt;
        arguments[4] = static_cast<int64_t>(i);
      }
      values.push_back(evaluate(step, values, arguments));
    }
    const int64_t lhs = values[compared], rhs = values[with];
    const bool holds = predicate == 0   ? lhs < rhs
                       : predicate == 1 ? lhs >= rhs
                       : predicate == 2 ? lhs == rhs
                                        : uint64_t(lhs) < uint64_t(rhs);
    const int64_t at = values.back();
    return holds && at >= 0 && at < n ? std::optional(at) : std::nullopt;
  }

private:
  enum class Kind { constant, argument, add, sub, mul, min, max, rems, remu, divs, divu, both, select };
  struct Step {
    Kind kind;
    unsigned first, second;
    int64_t number;
  };
  static constexpr const char *predicates[] = {"slt", "sge", "eq", "ult"};

  unsigned pick(unsigned count) { return random() % count; }
  std::string name(unsigned step) const {
    if (steps[step].kind != Kind::argument)
      return "%v" + std::to_string(step);
    static constexpr const char *names[] = {"%a0", "%a1", "%s", "%a3", "%i"};
    return names[steps[step].first];
  }
  void add(const std::string &operation, const Step &step) {
    body += "%v" + std::to_string(steps.size()) + " = " + operation + "\n";
    steps.push_back(step);
  }
  void addOperation() {
    // Those made last more often: an index of several operations.
    const auto operand = [&] { return pick(2) ? pick(steps.size()) : steps.size() - 1 - pick(3); };
    const auto kind = static_cast<Kind>(pick(2) ? 2 + pick(2) : 2 + pick(11));
    static constexpr const char *names[] = {"addi",  "subi",  "muli",  "minsi", "maxsi", "remsi",
                                            "remui", "divsi", "divui", "andi",  "select"};
    const bool byConstant = kind >= Kind::rems && kind <= Kind::both;
    const unsigned first = operand(), second = byConstant ? 1 + pick(4) : operand();
    const std::string condition = kind == Kind::select ? "%bit" + std::to_string(steps.size()) : "";
    if (kind == Kind::select)
      body += condition + " = arith.cmpi slt, " + name(first) + ", " + name(2) + " : index\n";
    add("arith." + std::string(names[static_cast<unsigned>(kind) - 2]) + " " + condition +
            (condition.empty() ? "" : ", ") + name(first) + ", " + name(second) + " : index",
        {kind, first, second, 0});
  }
  static int64_t evaluate(const Step &step, const std::vector<int64_t> &values, const int64_t *arguments) {
    if (step.kind == Kind::constant)
      return step.number;
    if (step.kind == Kind::argument)
      return arguments[step.first];
    const int64_t a = values[step.first], b = values[step.second];
    switch (step.kind) {
    case Kind::add:
      return static_cast<int64_t>(uint64_t(a) + uint64_t(b));
    case Kind::sub:
      return static_cast<int64_t>(uint64_t(a) - uint64_t(b));
    case Kind::mul:
      return static_cast<int64_t>(uint64_t(a) * uint64_t(b));
    case Kind::min:
      return std::min(a, b);
    case Kind::max:
      return std::max(a, b);
    case Kind::rems:
      return a % b;
    case Kind::remu:
      return static_cast<int64_t>(uint64_t(a) % uint64_t(b));
    case Kind::divs:
      return a / b;
    case Kind::divu:
      return static_cast<int64_t>(uint64_t(a) / uint64_t(b));
    case Kind::both:
      return a & b;
    default:
      return a < values[2] ? a : b;
    }
  }

  std::mt19937 random;
  std::vector<Step> steps;
  std::string body;
  unsigned lower = 0, upper = 0, variable = 0, compared = 0, with = 0, predicate = 0;
};

} // namespace

/// The bound in a launch.
static __int128 evaluate(const OffsetSize &bound, int64_t n, int64_t m, int64_t s) {
  if (bound.base.isConstant())
    return bound.offset;
  REQUIRE((bound.base.kind() == SizeExprKind::dim || bound.base.kind() == SizeExprKind::scalar));
  const int64_t base = bound.base.kind() == SizeExprKind::scalar ? s : bound.base.argument() == 0 ? n : m;
  return __int128(base) + bound.offset;
}

TEST_CASE("intervals hold every index of random kernels, numbers near the ends of 64 bits included") {
  constexpr unsigned count = 4000;
  constexpr int64_t largest = std::numeric_limits<int64_t>::max(), least = std::numeric_limits<int64_t>::min();
  std::vector<RandomIndex> kernels;
  std::string text;
  for (unsigned number = 0; number < count; ++number)
    text += kernels.emplace_back(number).text(number);
  ParsedModule parsed(text);
  unsigned number = 0, compared = 0, symbolic = 0, tight = 0;
  parsed.module->walk([&](mlir::memref::LoadOp load) {
    if (!load.getMemRefType().getElementType().isF32())
      return;
    const RandomIndex &kernel = kernels[number++];
    const IndexInterval interval = IndexBounds::intervalsOf(mlir::cast<qd::ElementAccess>(load.getOperation()))[0];
    for (int64_t n : {1, 4, 9})
      for (int64_t m : {0, 3, 9})
        for (int64_t s : {int64_t(0), int64_t(3), int64_t(5), int64_t(-2), largest, largest - 2, least, least + 1})
          for (int64_t a : {int64_t(2), int64_t(-5), largest, least + 3})
            for (int64_t trip : {0, 1, 2, -1, -2}) {
              std::optional<int64_t> index = kernel.index(n, m, s, a, trip);
              if (!index)
                continue;
              bool isRight = true;
              for (const OffsetSize &lower : interval.lowers) {
                isRight &= evaluate(lower, n, m, s) <= *index;
                tight += evaluate(lower, n, m, s) == *index;
                symbolic += !lower.base.isConstant();
              }
              for (const OffsetSize &upper : interval.uppers) {
                isRight &= evaluate(upper, n, m, s) >= *index;
                tight += evaluate(upper, n, m, s) == *index;
                symbolic += !upper.base.isConstant();
              }
              ++compared;
              if (!isRight)
                FAIL("kernel " << number - 1 << " with " << n << ", " << m << ", " << s << ", " << a << ", trip "
                               << trip << " has the index " << *index << ":\n"
                               << kernel.text(number - 1));
            }
  });
  CHECK(number == count);
  CHECK(compared > 10000);
  CHECK(symbolic > 10000);
  CHECK(tight > 10000);
}
