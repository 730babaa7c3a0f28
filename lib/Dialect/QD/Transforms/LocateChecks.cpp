//===- LocateChecks.cpp - In which iterations a check failed --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/Assertions.h"
#include "qdc/Dialect/QD/IR/GradientLoops.h"
#include "qdc/Dialect/QD/IR/MakeTemporary.h"
#include "qdc/Dialect/QD/IR/SourcePlaces.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Support/CheckText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc::qd {
#define GEN_PASS_DEF_LOCATECHECKS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
/// Tells of loops whose iterations have numbers, by block of a loop that a check stands in.
class IterationNumbers {
public:
  explicit IterationNumbers(KernelOp kernel) : kernel(kernel) {}

  /// What the iteration of a sequential loop is called that runs `block`: an induction variable, or how many came
  /// before it; null for a block of another operation.
  Value of(Block *block);

private:
  void count(scf::WhileOp loop);
  void count(DoWhileOp loop);

  KernelOp kernel;
  llvm::DenseMap<Block *, Value> numbers;
};

struct LocateChecks : qdc::qd::impl::LocateChecksBase<LocateChecks> {
  void runOnOperation() override { locateChecks(getOperation()); }
};
} // namespace

/// The number is carried from one iteration to the next.
void IterationNumbers::count(scf::WhileOp loop) {
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  Type type = builder.getI64Type();
  SmallVector<Value> inits(loop.getInits());
  inits.push_back(arith::ConstantIntOp::create(builder, location, 0, 64));
  SmallVector<Type> types(loop.getResultTypes());
  types.push_back(type);
  auto counting = scf::WhileOp::create(builder, location, types, inits);
  counting->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  counting.getBefore().takeBody(loop.getBefore());
  counting.getAfter().takeBody(loop.getAfter());

  Value inBefore = counting.getBeforeBody()->addArgument(type, location);
  Value inAfter = counting.getAfterBody()->addArgument(type, location);
  counting.getConditionOp().getArgsMutable().append(inBefore);
  scf::YieldOp yield = counting.getYieldOp();
  builder.setInsertionPoint(yield);
  Value isOne = arith::ConstantIntOp::create(builder, location, 1, 64);
  yield.getResultsMutable().append(arith::AddIOp::create(builder, location, inAfter, isOne).getResult());
  for (auto [before, after] : llvm::zip(loop.getResults(), counting.getResults()))
    before.replaceAllUsesWith(after);
  numbers[counting.getBeforeBody()] = inBefore;
  numbers[counting.getAfterBody()] = inAfter;
  loop.erase();
}

/// The number lies in memory, since the loop carries nothing.
void IterationNumbers::count(DoWhileOp loop) {
  Location location = loop.getLoc();
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointToStart(&kernel.getBody().front());
  Value number = makeTemporary(builder, location, ValueRange(), builder.getI64Type());
  builder.setInsertionPoint(loop);
  memref::StoreOp::create(builder, location, arith::ConstantIntOp::create(builder, location, 0, 64), number,
                          ValueRange());
  Block *body = &loop.getBody().front();
  builder.setInsertionPointToStart(body);
  Value current = memref::LoadOp::create(builder, location, number, ValueRange());
  builder.setInsertionPoint(body->getTerminator());
  Value isOne = arith::ConstantIntOp::create(builder, location, 1, 64);
  memref::StoreOp::create(builder, location, arith::AddIOp::create(builder, location, current, isOne), number,
                          ValueRange());
  numbers[body] = current;
}

/// The variable of a loop: reports take numbers for ones with a sign.
static Value withSign(scf::ForOp loop) {
  Value variable = loop.getInductionVar();
  if (!loop.getUnsignedCmp() || variable.getType().isIndex() || variable.getType().getIntOrFloatBitWidth() >= 64)
    return variable;
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  return arith::ExtUIOp::create(builder, loop.getLoc(), builder.getI64Type(), variable);
}

Value IterationNumbers::of(Block *block) {
  if (Value known = numbers.lookup(block))
    return known;
  if (auto loop = dyn_cast<scf::ForOp>(block->getParentOp()))
    return numbers[block] = withSign(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(block->getParentOp()))
    count(loop);
  else if (auto loop = dyn_cast<DoWhileOp>(block->getParentOp()))
    count(loop);
  return numbers.lookup(block);
}

/// "the loop at line 7", or what else is known of it; `file` needs not be named.
static std::string nameLoop(Operation *loop, StringRef file) {
  if (auto named = dyn_cast<DoWhileOp>(loop); named && named.getName())
    return "loop '" + qdc::escapeCheckText(named.getName()->str()) + "'";
  SmallVector<FileLineColLoc> places = sourcePlaces(loop->getLoc());
  if (places.empty())
    return "a loop around it";
  const std::string line = std::to_string(places.front().getLine());
  if (places.front().getFilename() == file)
    return "the loop at line " + line;
  return "the loop at " + qdc::escapeCheckText(places.front().getFilename().str()) + ":" + line;
}

/// Where a sequential loop is that holds `op`, in words with a placeholder, and the number; empty where it has none. A
/// gradient's own loops have none, but where they run a trip of the source's: that is where the source's loop is.
static std::pair<std::string, Value> describeIteration(Operation *op, StringRef file, IterationNumbers &numbers) {
  const std::string atVariable = " is at {}", inTrip = " is in its iteration {}";
  Operation *loop = op->getParentOp();
  if (isGradientLoop(loop)) {
    Operation *iteration = findSourceIteration(loop, op);
    if (!iteration)
      return {};
    const bool isVariable = cast<NameLoc>(iteration->getLoc()).getName() == sourceVariableName;
    return {"; " + nameLoop(loop, file) + (isVariable ? atVariable : inTrip), iteration->getResult(0)};
  }
  Block *block = op->getBlock();
  Value number = numbers.of(block);
  if (!number)
    return {};
  loop = block->getParentOp(); // of() may have replaced it
  return {"; " + nameLoop(loop, file) + (isa<scf::ForOp>(loop) ? atVariable : inTrip), number};
}

/// What is told of the loops around an operation.
struct LoopsAround {
  std::string text;
  SmallVector<Value> values;
};

/// Of as many loops as `room` is enough for; the others are counted.
static LoopsAround describeLoops(Operation *op, size_t room, IterationNumbers &numbers) {
  LoopsAround around;
  size_t left = 0;
  if (auto parallel = op->getParentOfType<ForOp>(); parallel && parallel.getRank() <= room) {
    for (Value variable : parallel.getInductionVars()) {
      around.text += around.values.empty() ? "; the loop is at ({}" : ", {}";
      around.values.push_back(variable);
    }
    around.text += ")";
  } else if (parallel) {
    ++left;
  }
  SmallVector<FileLineColLoc> places = sourcePlaces(op->getLoc());
  StringRef file = places.empty() ? StringRef() : places.front().getFilename().getValue();
  for (Operation *inner = op; !isa<KernelOp>(inner->getParentOp()); inner = inner->getParentOp()) {
    Operation *loop = inner->getParentOp();
    if (around.values.size() == room) {
      left += isGradientLoop(loop) ? findSourceIteration(loop, inner) != nullptr
                                   : isa<scf::ForOp, scf::WhileOp, DoWhileOp>(loop);
    } else if (auto [text, number] = describeIteration(inner, file, numbers); number) {
      around.text += text;
      around.values.push_back(number);
    }
  }
  if (left != 0)
    around.text += left == 1 ? "; 1 more loop is around it" : "; " + std::to_string(left) + " more loops are around it";
  return around;
}

static void locate(CheckOp check, IterationNumbers &numbers) {
  LoopsAround around = describeLoops(check, QDC_MAXIMUM_CHECK_VALUES - check.getValues().size(), numbers);
  check.setMessage(check.getMessage().str() + around.text);
  check.getValuesMutable().append(around.values);
}

static void locate(AssertOp assertion, IterationNumbers &numbers) {
  LoopsAround around = describeLoops(assertion, QDC_MAXIMUM_CHECK_VALUES, numbers);
  if (around.text.empty())
    return;
  OpBuilder builder(assertion);
  auto check = CheckOp::create(builder, assertion.getLoc(), assertion.getCondition(),
                               qdc::escapeCheckText(assertion.getMessage().str()) + around.text, around.values,
                               /*site=*/IntegerAttr());
  check->setAttr(isAssertionAttr, builder.getUnitAttr());
  assertion.erase();
}

void qdc::qd::locateChecks(KernelOp kernel) {
  SmallVector<Operation *> reports;
  kernel.walk([&](Operation *op) {
    if (isa<AssertOp, CheckOp>(op) && !op->hasAttr(isUnreportedAttr))
      reports.push_back(op);
  });
  IterationNumbers numbers(kernel);
  for (Operation *op : reports) {
    if (auto check = dyn_cast<CheckOp>(op))
      locate(check, numbers);
    else
      locate(cast<AssertOp>(op), numbers);
  }
}
