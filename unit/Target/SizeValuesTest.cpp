//===- SizeValuesTest.cpp - Symbolic sizes as operations ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/SizeValues.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <catch2/catch.hpp>

#include <limits>
#include <map>
#include <random>

using namespace qdc;

namespace {

constexpr int64_t smallest = std::numeric_limits<int64_t>::min();
constexpr int64_t largest = std::numeric_limits<int64_t>::max();

/// What leaves hold.
struct Leaves : SizeExprBindings {
  std::map<std::string, int64_t> values;

  int64_t valueOf(const SizeExpr &leaf) const { return values.at(leaf.str()); }
  Result<int64_t> scalar(uint32_t argument) const override { return valueOf(SizeExpr::scalar(argument)); }
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override {
    return valueOf(SizeExpr::dim(argument, axis));
  }
  Result<int64_t> word(uint64_t offset) const override { return valueOf(SizeExpr::word(offset)); }
};

int64_t wrapped(__int128 value) { return static_cast<int64_t>(static_cast<unsigned __int128>(value)); }

/// The value of the header, also where evaluate() fails: what leaves 64 bits wraps, and a quotient by 0 is 0.
int64_t expected(const SizeExpr &size, const Leaves &leaves) {
  if (size.isConstant())
    return size.value();
  if (size.kind() < SizeExprKind::add)
    return leaves.valueOf(size);
  const __int128 lhs = expected(size.lhs(), leaves), rhs = expected(size.rhs(), leaves);
  switch (size.kind()) {
  case SizeExprKind::add:
    return wrapped(lhs + rhs);
  case SizeExprKind::sub:
    return wrapped(lhs - rhs);
  case SizeExprKind::mul:
    return wrapped(lhs * rhs);
  case SizeExprKind::min:
    return wrapped(lhs < rhs ? lhs : rhs);
  case SizeExprKind::max:
    return wrapped(lhs > rhs ? lhs : rhs);
  default:
    break;
  }
  if (rhs == 0)
    return 0;
  const __int128 quotient = lhs / rhs;
  const bool isRoundedUp = quotient * rhs != lhs && (lhs < 0) != (rhs < 0);
  return wrapped(isRoundedUp ? quotient - 1 : quotient);
}

/// What the operations compute. They are made before the leaves' values are known, and folded afterwards.
class Machine {
public:
  Machine() { context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect>(); }

  int64_t run(const SizeExpr &size, const Leaves &leaves) {
    mlir::OpBuilder builder(&context);
    mlir::Location location = builder.getUnknownLoc();
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(location);
    builder.setInsertionPointToStart(module->getBody());
    mlir::Type i64 = builder.getI64Type();
    llvm::SmallVector<mlir::Type> types(leaves.values.size(), i64);
    auto function = mlir::func::FuncOp::create(builder, location, "f", builder.getFunctionType(types, {i64}));
    mlir::Block *entry = function.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    mlir::Value value = createSize({builder, location}, size, [&](const SizeExpr &leaf) -> mlir::Value {
      return entry->getArgument(std::distance(leaves.values.begin(), leaves.values.find(leaf.str())));
    });
    auto end = mlir::func::ReturnOp::create(builder, location, value);
    builder.setInsertionPointToStart(entry);
    for (auto [index, leaf] : llvm::enumerate(leaves.values))
      entry->getArgument(index).replaceAllUsesWith(
          mlir::arith::ConstantIntOp::create(builder, location, leaf.second, 64));
    REQUIRE(mlir::succeeded(mlir::applyPatternsGreedily(function, mlir::FrozenRewritePatternSet())));
    llvm::APInt result;
    REQUIRE(mlir::matchPattern(end.getOperand(0), mlir::m_ConstantInt(&result)));
    return result.getSExtValue();
  }

private:
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {
    for (int i = 0; i < 2; ++i) {
      leaves.values[SizeExpr::scalar(i).str()] = number();
      leaves.values[SizeExpr::dim(i, 1).str()] = number();
      leaves.values[SizeExpr::word(8 * i).str()] = number();
    }
  }

  SizeExpr expression(int depth) {
    if (depth == 0 || random() % 4 == 0)
      return leaf();
    SizeExpr lhs = expression(depth - 1), rhs = expression(depth - 1);
    return SizeExpr::binary(static_cast<SizeExprKind>(static_cast<int>(SizeExprKind::add) + random() % 6), lhs, rhs);
  }

  Leaves leaves;

private:
  int64_t number() {
    switch (random() % 6) {
    case 0:
      return static_cast<int64_t>(random());
    case 1:
      return random() % 2 ? smallest : largest;
    case 2:
      return static_cast<int64_t>(random() % 3) - 1;
    default:
      return static_cast<int64_t>(random() % 2000) - 1000;
    }
  }

  SizeExpr leaf() {
    switch (random() % 4) {
    case 0:
      return SizeExpr::scalar(random() % 2);
    case 1:
      return SizeExpr::dim(random() % 2, 1);
    case 2:
      return SizeExpr::word(8 * (random() % 2));
    default:
      return SizeExpr::constant(number());
    }
  }

  std::mt19937_64 random;
};

} // namespace

TEST_CASE("operations give what a size evaluates to, and go on where that fails") {
  Machine machine;
  unsigned evaluated = 0, failed = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Generator generator(seed);
    SizeExpr size = generator.expression(4);
    int64_t value = machine.run(size, generator.leaves);
    INFO("seed " << seed << ": " << size.str());
    CHECK(value == expected(size, generator.leaves));
    Result<int64_t> exact = size.evaluate(generator.leaves);
    if (exact)
      CHECK(value == *exact);
    ++(exact ? evaluated : failed);
  }
  CHECK(evaluated > 500);
  CHECK(failed > 100);
}

TEST_CASE("quotients are rounded down, whatever the signs") {
  Machine machine;
  SizeExpr lhs = SizeExpr::scalar(0), rhs = SizeExpr::word(0);
  SizeExpr quotient = SizeExpr::binary(SizeExprKind::floorDiv, lhs, rhs);
  struct Case {
    int64_t lhs, rhs, quotient;
  };
  const Case cases[] = {{7, 2, 3},
                        {-7, 2, -4},
                        {7, -2, -4},
                        {-7, -2, 3},
                        {6, 2, 3},
                        {-6, 2, -3},
                        {6, -2, -3},
                        {-6, -2, 3},
                        {0, -5, 0},
                        {1, largest, 0},
                        {-1, largest, -1},
                        {1, smallest, -1},
                        {-1, smallest, 0},
                        {smallest, largest, -2},
                        {largest, smallest, -1},
                        {smallest, 1, smallest},
                        // By -1, of which the first leaves 64 bits.
                        {smallest, -1, smallest},
                        {largest, -1, -largest},
                        {5, -1, -5},
                        {0, -1, 0},
                        // By 0, which a word may hold.
                        {5, 0, 0},
                        {-5, 0, 0},
                        {0, 0, 0},
                        {smallest, 0, 0}};
  for (const Case &each : cases) {
    Leaves leaves;
    leaves.values = {{lhs.str(), each.lhs}, {rhs.str(), each.rhs}};
    INFO(each.lhs << " by " << each.rhs);
    CHECK(machine.run(quotient, leaves) == each.quotient);
  }
}
