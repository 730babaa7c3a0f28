//===- AddedConstantsTest.cpp - Values and what is added to them ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/AddedConstants.h"
#include "ParsedModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <catch2/catch.hpp>

using namespace qdc;

namespace {
/// The value %a of a kernel's body, and how it is taken apart.
class Parts {
public:
  explicit Parts(const std::string &body, const std::string &type = "index")
      : parsed("qd.kernel @k(%i: index, %j: i64, %w: i32) {\n"
               "%c1 = arith.constant 1 : index %c2 = arith.constant 2 : index %c3 = arith.constant 3 : index\n"
               "%most = arith.constant 1099511627776 : index %more = arith.constant 1099511627777 : index\n" +
               body + "\n%isSame = arith.cmpi eq, %a, %a : " + type + "\n}"),
        value(parsed.first<mlir::arith::CmpIOp>().getLhs()), once(qd::takeOffConstant(value)),
        all(qd::splitOffset(value)) {}

  /// The kernel's argument %i, %j or %w.
  mlir::Value argument(unsigned number) { return parsed.first<qd::KernelOp>().getArgument(number); }

private:
  ParsedModule parsed;

public:
  mlir::Value value;
  std::optional<qd::OffsetValue> once;
  qd::OffsetValue all;
};
} // namespace

static constexpr unsigned kI = 0, kJ = 1, kW = 2;

TEST_CASE("constants are taken off sums and differences, on both sides of a sum") {
  Parts right("%a = arith.addi %i, %c3 : index");
  REQUIRE(right.once);
  CHECK(right.once->base == right.argument(kI));
  CHECK(right.once->offset == 3);
  CHECK(right.all.base == right.argument(kI));
  CHECK(right.all.offset == 3);

  Parts left("%a = index.add %c3, %i");
  REQUIRE(left.once);
  CHECK(left.once->base == left.argument(kI));
  CHECK(left.once->offset == 3);

  Parts difference("%a = arith.subi %i, %c3 : index");
  REQUIRE(difference.once);
  CHECK(difference.once->base == difference.argument(kI));
  CHECK(difference.once->offset == -3);
}

TEST_CASE("what a constant is reduced by, products and sums without constants stay whole") {
  for (const char *body : {"%a = arith.subi %c3, %i : index", "%a = arith.muli %i, %c3 : index",
                           "%a = arith.addi %i, %i : index", "%a = arith.addi %i, %more : index"}) {
    INFO(body);
    Parts parts(body);
    CHECK_FALSE(parts.once);
    CHECK(parts.all.base == parts.value);
    CHECK(parts.all.offset == 0);
  }
  CHECK(Parts("%a = arith.addi %i, %most : index").all.offset == qd::kMaximumAddedConstant);
}

TEST_CASE("all constants of a chain add up, through casts that keep all bits") {
  Parts chain("%b = arith.addi %i, %c3 : index %d = arith.subi %b, %c1 : index %a = arith.addi %c2, %d : index");
  REQUIRE(chain.once);
  CHECK(chain.once->offset == 2);
  CHECK(chain.all.base == chain.argument(kI));
  CHECK(chain.all.offset == 4);

  const std::string wide = "%k = arith.constant 5 : i64 %s = arith.addi %j, %k : i64 ";
  Parts cast(wide + "%b = arith.index_cast %s : i64 to index %a = arith.addi %b, %c1 : index");
  CHECK(cast.all.base == cast.argument(kJ));
  CHECK(cast.all.offset == 6);

  // The narrower sum wraps where the wider one does not.
  Parts narrow("%k = arith.constant 5 : i32 %s = arith.addi %w, %k : i32 %b = arith.index_cast %s : i32 to index"
               " %a = arith.addi %b, %c1 : index");
  CHECK(narrow.all.base.getDefiningOp<mlir::arith::IndexCastOp>());
  CHECK(narrow.all.offset == 1);
  Parts within("%k = arith.constant 5 : i32 %a = arith.addi %w, %k : i32", "i32");
  CHECK(within.all.base == within.argument(kW));
  CHECK(within.all.offset == 5);
}

TEST_CASE("a constant, and a sum of constants, has no base") {
  Parts constant("%a = arith.constant -7 : index");
  CHECK_FALSE(constant.once);
  CHECK_FALSE(constant.all.base);
  CHECK(constant.all.offset == -7);

  Parts sum("%a = arith.addi %c2, %c3 : index");
  CHECK_FALSE(sum.all.base);
  CHECK(sum.all.offset == 5);

  Parts large("%b = arith.addi %more, %c1 : index %a = arith.addi %b, %c1 : index");
  CHECK(mlir::matchPattern(large.all.base, mlir::m_Constant()));
  CHECK(large.all.offset == 2);
}

TEST_CASE("long chains are taken apart as far as a few operations go") {
  std::string body = "%b0 = arith.addi %i, %c1 : index\n";
  for (unsigned number = 1; number < 100; ++number)
    body += "%b" + std::to_string(number) + " = arith.addi %b" + std::to_string(number - 1) + ", %c1 : index\n";
  Parts parts(body + "%a = arith.addi %b99, %c1 : index");
  CHECK(parts.all.base != parts.argument(kI));
  CHECK(parts.all.offset == 8);
}
