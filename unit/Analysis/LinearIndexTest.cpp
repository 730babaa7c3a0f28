//===- LinearIndexTest.cpp - Indices as sums of induction variables -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/LinearIndex.h"
#include "ParsedModule.h"

#include <catch2/catch.hpp>

#include <random>

using namespace qdc;

namespace {
/// Two indices, %a and %b, of a body in a loop with the variables %i and %j.
class Pair {
public:
  explicit Pair(const std::string &body, const std::string &range = "in (%n, %m)")
      : parsed("qd.kernel @k(%x: memref<?x?xi8>, %v: i8, %n: index, %m: index, %k: index, %n32: i32, %k32: i32) {\n"
               "%c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c2 = arith.constant 2 : index\n"
               "%c3 = arith.constant 3 : index %c4 = arith.constant 4 : index %big = arith.constant 1024 : index\n"
               "qd.for (%i, %j) " +
               range + " {\n" + body + "\nmemref.store %v, %x[%a, %b] : memref<?x?xi8>\n}\n}") {
    auto loop = parsed.first<qd::ForOp>();
    auto store = parsed.first<mlir::memref::StoreOp>();
    range_ = describeRange(loop);
    a = linearizeIndex(store.getIndices()[0], loop);
    b = linearizeIndex(store.getIndices()[1], loop);
  }

  bool differ() const { return differEverywhere(a.value(), b.value(), range_); }
  bool tellApart(unsigned dimension) const { return qdc::tellApart(a.value(), b.value(), range_, dimension); }
  bool surelyMeet() const { return qdc::surelyMeet(a.value(), b.value(), range_); }

private:
  ParsedModule parsed;

public:
  llvm::SmallVector<IterationDimension> range_;
  std::optional<LinearIndex> a, b;
};
} // namespace

TEST_CASE("sums, differences and products with constants are linear") {
  Pair pair("%p = arith.muli %i, %c3 : index %q = arith.subi %p, %k : index %a = arith.addi %q, %c2 : index"
            " %s = arith.shli %j, %c2 : index %b = arith.subi %s, %s : index");
  CHECK(pair.a->coefficients == llvm::SmallVector<uint64_t, 4>{3, 0});
  CHECK(pair.a->constant == 2);
  CHECK(pair.a->width == 64);
  REQUIRE(pair.a->outside.size() == 1);
  CHECK(static_cast<int64_t>(pair.a->outside[0].second) == -1);
  CHECK(pair.b->coefficients == llvm::SmallVector<uint64_t, 4>{0, 0});
  CHECK(pair.b->constant == 0);
}

TEST_CASE("products of variables and what is loaded or chosen are not") {
  CHECK_FALSE(Pair("%a = arith.muli %i, %j : index %b = arith.addi %i, %c0 : index").a);
  CHECK_FALSE(Pair("%a = arith.muli %i, %k : index %b = arith.addi %i, %c0 : index").a);
  CHECK_FALSE(Pair("%a = arith.maxsi %i, %c1 : index %b = arith.addi %i, %c0 : index").a);
}

TEST_CASE("a sum of sums of one value is given up, not computed for ages") {
  std::string body = "%s0 = arith.addi %i, %i : index ";
  for (int k = 1; k < 60; ++k)
    body += "%s" + std::to_string(k) + " = arith.addi %s" + std::to_string(k - 1) + ", %s" + std::to_string(k - 1) +
            " : index ";
  CHECK_FALSE(Pair(body + "%a = arith.addi %s59, %c0 : index %b = arith.addi %i, %c0 : index").a);
}

TEST_CASE("narrow arithmetic is right modulo its width") {
  std::string range = "in (%n32, %n32) : i32";
  Pair pair("%s = arith.addi %i, %k32 : i32 %a = arith.index_cast %s : i32 to index"
            " %b = arith.index_cast %i : i32 to index",
            range);
  CHECK(pair.a->width == 32);
  CHECK(pair.b->width == 64);
  // A zero-extended number below 0 is another one.
  CHECK(Pair("%a = arith.index_castui %i : i32 to index %b = arith.index_cast %i : i32 to index", range).a->width ==
        32);
  Pair truncated("%t = arith.index_cast %i : index to i32 %a = arith.index_cast %t : i32 to index"
                 " %b = arith.index_cast %t : i32 to index");
  CHECK(truncated.a->width == 32);
  // Two variables that differ by 2^32 give one index.
  CHECK_FALSE(truncated.tellApart(0));
}

TEST_CASE("a range tells steps, widths and what has one point") {
  auto range = Pair("%a = arith.addi %i, %c0 : index %b = arith.addi %j, %c0 : index",
                    "in (%n, %c3) from (%c0, %c2) step (%k, %c4)")
                   .range_;
  CHECK(range[0].width == 64);
  CHECK_FALSE(range[0].step);
  CHECK_FALSE(range[0].isSingle);
  CHECK(range[1].step == 4);
  CHECK(range[1].isSingle);
}

TEST_CASE("equal indices with one variable tell its points apart") {
  Pair same("%a = arith.addi %i, %c1 : index %b = arith.addi %c1, %i : index");
  CHECK(same.tellApart(0));
  CHECK_FALSE(same.tellApart(1));
  CHECK_FALSE(same.differ());
  // i - j is equal along a diagonal.
  CHECK_FALSE(Pair("%a = arith.subi %i, %j : index %b = arith.subi %i, %j : index").tellApart(0));
  CHECK_FALSE(Pair("%a = arith.addi %i, %k : index %b = arith.addi %i, %c0 : index").tellApart(0));
  CHECK_FALSE(Pair("%a = arith.addi %i, %c1 : index %b = arith.addi %i, %c0 : index").tellApart(0));
  CHECK_FALSE(Pair("%a = arith.addi %c0, %c1 : index %b = arith.addi %c0, %c1 : index").tellApart(0));
}

TEST_CASE("strides tell points apart where no product can wrap onto another one") {
  CHECK(Pair("%a = arith.muli %i, %c4 : index %b = arith.muli %i, %c4 : index").tellApart(0));
  CHECK_FALSE(Pair("%a = arith.muli %i, %big : index %b = arith.muli %i, %big : index").tellApart(0));
  std::string unknownStep = "in (%n, %n) step (%k, %k)";
  CHECK_FALSE(Pair("%a = arith.muli %i, %c4 : index %b = arith.muli %i, %c4 : index", unknownStep).tellApart(0));
  CHECK(Pair("%a = arith.muli %i, %c3 : index %b = arith.muli %i, %c3 : index", unknownStep).tellApart(0));
}

TEST_CASE("offsets that no stride reaches never meet") {
  CHECK(Pair("%a = arith.addi %k, %c1 : index %b = arith.addi %k, %c2 : index").differ());
  CHECK_FALSE(Pair("%a = arith.addi %k, %c1 : index %b = arith.addi %n, %c2 : index").differ());
  CHECK(
      Pair("%p = arith.muli %i, %c3 : index %a = arith.addi %p, %c1 : index %b = arith.muli %i, %c3 : index").differ());
  CHECK_FALSE(
      Pair("%p = arith.muli %i, %c3 : index %a = arith.addi %p, %c3 : index %b = arith.muli %i, %c3 : index").differ());
  CHECK_FALSE(Pair("%a = arith.addi %i, %c1 : index %b = arith.addi %i, %c0 : index").differ());
  CHECK(
      Pair("%a = arith.addi %i, %c1 : index %b = arith.addi %i, %c0 : index", "in (%n, %m) step (%c2, %c2)").differ());
  // 4 i + 2 j
  CHECK(Pair("%p = arith.muli %i, %c4 : index %q = arith.muli %j, %c2 : index %b = arith.addi %p, %q : index"
             " %a = arith.addi %b, %c3 : index")
            .differ());
  // Modulo a power of two its divisors still tell.
  CHECK(Pair("%p = arith.muli %i, %big : index %a = arith.addi %p, %c4 : index %b = arith.muli %i, %big : index")
            .differ());
}

TEST_CASE("two iterations surely meet where indices are one step apart, or the same for all") {
  std::string j = " %b = arith.addi %j, %c0 : index";
  auto meet = [](const std::string &body, const std::string &range = "in (%n, %m)") {
    return Pair(body, range).surelyMeet();
  };
  // %a of one iteration, %b of the other.
  CHECK(meet("%a = arith.addi %i, %c1 : index %b = arith.addi %i, %c0 : index"));
  CHECK(meet("%a = arith.subi %k, %c2 : index %b = arith.subi %k, %c2 : index"));
  CHECK_FALSE(meet("%a = arith.addi %i, %c1 : index" + j));
  CHECK_FALSE(meet("%a = arith.subi %k, %c2 : index %b = arith.subi %k, %c1 : index"));
  CHECK_FALSE(meet("%a = arith.addi %i, %k : index %b = arith.addi %i, %c1 : index"));
  CHECK_FALSE(meet("%s = arith.addi %i, %j : index %a = arith.addi %s, %c1 : index %b = arith.addi %s, %c0 : index"));
}

TEST_CASE("how many points a range has, and how far they are apart, decides whether two surely meet") {
  auto meet = [](const std::string &distance, const std::string &range) {
    return Pair("%a = arith.addi %i, %" + distance + " : index %b = arith.addi %i, %c0 : index", range).surelyMeet();
  };
  CHECK_FALSE(meet("c0", "in (%n, %c1)"));
  CHECK(meet("c0", "in (%n, %m)")); // %j is in no index
  CHECK_FALSE(meet("c2", "in (%n, %c1)"));
  CHECK_FALSE(meet("c2", "in (%c2, %c1)"));
  CHECK(meet("c2", "in (%c3, %c1)"));
  CHECK(meet("c2", "in (%n, %c1) from (%k, %c0) step (%c2, %c1)"));
  CHECK_FALSE(meet("c1", "in (%n, %c1) from (%k, %c0) step (%c2, %c1)"));
  CHECK_FALSE(meet("c1", "in (%n, %c1) from (%c0, %c0) step (%k, %c1)"));
  CHECK_FALSE(meet("c1", "in (%n, %m) from (%c0, %c0) step (%c0, %c1)"));
  CHECK_FALSE(meet("c1", "in (%c1, %m) from (%c1, %c0)"));
}

TEST_CASE("narrow indices surely meet if 32 bits tell so") {
  std::string range = "in (%n32, %n32) : i32";
  CHECK(Pair("%s = arith.addi %i, %k32 : i32 %a = arith.index_cast %s : i32 to index"
             " %b = arith.index_castui %s : i32 to index",
             range)
            .surelyMeet());
  CHECK_FALSE(Pair("%s = arith.trunci %i : i32 to i16 %a = arith.index_cast %s : i16 to index"
                   " %b = arith.index_cast %s : i16 to index",
                   range)
                  .surelyMeet());
}

namespace {
/// Two accesses of an array of rank 2 in a loop of rank 1 to 3, at random.
struct RandomAccesses {
  explicit RandomAccesses(unsigned seed) : random(seed) {
    range.resize(pick(1, 3));
    for (IterationDimension &dimension : range) {
      dimension.step = pick(1, 3);
      if (pick(0, 1))
        dimension.points = pick(0, 4);
    }
    for (unsigned dimension = 0; dimension < 2; ++dimension) {
      LinearIndex form;
      form.coefficients.assign(range.size(), 0);
      for (uint64_t &coefficient : form.coefficients)
        if (pick(0, 2) == 0)
          coefficient = int64_t(pick(-3, 3));
      form.constant = int64_t(pick(-3, 3));
      first.push_back(form);
      form.constant += int64_t(pick(0, 2) ? 0 : pick(-4, 4));
      second.push_back(form);
    }
  }

  int pick(int low, int high) { return low + int(random() % (high - low + 1)); }

  /// All iterations, as values of the induction variables, where a range that is not known has two points a dimension.
  std::vector<std::vector<int64_t>> iterations() const {
    std::vector<std::vector<int64_t>> all = {{}};
    for (const IterationDimension &dimension : range) {
      std::vector<std::vector<int64_t>> longer;
      for (const std::vector<int64_t> &start : all)
        for (uint64_t point = 0; point < dimension.points.value_or(2); ++point) {
          longer.push_back(start);
          longer.back().push_back(5 + int64_t(point) * *dimension.step);
        }
      all = std::move(longer);
    }
    return all;
  }

  static std::vector<int64_t> element(llvm::ArrayRef<LinearIndex> forms, const std::vector<int64_t> &iteration) {
    std::vector<int64_t> indices;
    for (const LinearIndex &form : forms) {
      indices.push_back(form.constant);
      for (size_t axis = 0; axis < iteration.size(); ++axis)
        indices.back() += int64_t(form.coefficients[axis]) * iteration[axis];
    }
    return indices;
  }

  /// Whether two different iterations are in one element.
  bool meet() const {
    for (const std::vector<int64_t> &a : iterations())
      for (const std::vector<int64_t> &b : iterations())
        if (a != b && element(first, a) == element(second, b))
          return true;
    return false;
  }

  /// Whether no index depends on two dimensions of the range.
  bool isSimple() const {
    return llvm::all_of(first, [](const LinearIndex &form) {
      return llvm::count_if(form.coefficients, [](uint64_t coefficient) { return coefficient != 0; }) <= 1;
    });
  }

  std::minstd_rand random;
  llvm::SmallVector<IterationDimension> range;
  llvm::SmallVector<LinearIndex> first, second;
};
} // namespace

TEST_CASE("two iterations surely meet where trying all of them says so") {
  unsigned met = 0, simple = 0;
  for (unsigned seed = 1; seed <= 20000; ++seed) {
    RandomAccesses accesses(seed);
    bool surely = surelyMeet(accesses.first, accesses.second, accesses.range);
    INFO("seed " << seed);
    if (accesses.isSimple()) // no other one is decided
      REQUIRE(surely == accesses.meet());
    else
      REQUIRE((!surely || accesses.meet()));
    met += surely;
    simple += accesses.isSimple();
  }
  CHECK(met > 1000);
  CHECK(simple > 5000);
}
