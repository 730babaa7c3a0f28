//===- NormalizeLoops.cpp - One parallel loop, qd.for ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/NormalizeLoops.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace qdc::qd {
#define GEN_PASS_DEF_NORMALIZELOOPS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// An inner loop
//===----------------------------------------------------------------------===//

/// Moves the body of one reduction to before `reduce`. Returns the folded value.
static Value inlineReduction(IRRewriter &rewriter, scf::ReduceOp reduce, Region &reduction, Value sum, Value element) {
  auto result = cast<scf::ReduceReturnOp>(reduction.front().getTerminator());
  Value folded = result.getResult();
  if (folded == reduction.getArgument(0))
    folded = sum;
  else if (folded == reduction.getArgument(1))
    folded = element;
  rewriter.eraseOp(result);
  rewriter.inlineBlockBefore(&reduction.front(), reduce, {sum, element});
  return folded;
}

static void convertInner(IRRewriter &rewriter, scf::ParallelOp parallel) {
  rewriter.setInsertionPoint(parallel);
  Block *innermost = nullptr;
  SmallVector<Value> variables, sums;
  scf::LoopNest nest = scf::buildLoopNest(rewriter, parallel.getLoc(), parallel.getLowerBound(),
                                          parallel.getUpperBound(), parallel.getStep(), parallel.getInitVals(),
                                          [&](OpBuilder &builder, Location, ValueRange ivs, ValueRange carried) {
                                            innermost = builder.getInsertionBlock();
                                            variables.assign(ivs.begin(), ivs.end());
                                            sums.assign(carried.begin(), carried.end());
                                            return scf::ValueVector(carried.begin(), carried.end());
                                          });

  auto yield = cast<scf::YieldOp>(innermost->getTerminator());
  auto reduce = cast<scf::ReduceOp>(parallel.getBody()->getTerminator());
  rewriter.inlineBlockBefore(parallel.getBody(), yield, variables);
  for (auto [index, region] : llvm::enumerate(reduce.getReductions()))
    sums[index] = inlineReduction(rewriter, reduce, region, sums[index], reduce.getOperands()[index]);
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(sums); });
  rewriter.eraseOp(reduce);
  rewriter.replaceOp(parallel, nest.results);
}

//===----------------------------------------------------------------------===//
// An outer loop
//===----------------------------------------------------------------------===//

static std::optional<ReduceKind> getReduceKind(Operation *op) {
  using Result = std::optional<ReduceKind>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([](arith::AddFOp) { return ReduceKind::addf; })
      .Case([](arith::MulFOp) { return ReduceKind::mulf; })
      .Case([](arith::MinimumFOp) { return ReduceKind::minimumf; })
      .Case([](arith::MaximumFOp) { return ReduceKind::maximumf; })
      .Case([](arith::AddIOp) { return ReduceKind::addi; })
      .Case([](arith::MulIOp) { return ReduceKind::muli; })
      .Case([](arith::MinSIOp) { return ReduceKind::mins; })
      .Case([](arith::MaxSIOp) { return ReduceKind::maxs; })
      .Case([](arith::MinUIOp) { return ReduceKind::minu; })
      .Case([](arith::MaxUIOp) { return ReduceKind::maxu; })
      .Case([](arith::AndIOp) { return ReduceKind::andi; })
      .Case([](arith::OrIOp) { return ReduceKind::ori; })
      .Case([](arith::XOrIOp) { return ReduceKind::xori; })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

/// The one operation that folds the block's two arguments into its result, or null.
static Operation *getFoldingOperation(Block &reduction) {
  Operation *fold = &reduction.front();
  if (fold->getNextNode() != reduction.getTerminator() || fold->getNumOperands() != 2 || fold->getNumResults() != 1 ||
      reduction.getTerminator()->getOperand(0) != fold->getResult(0))
    return nullptr;
  Value first = reduction.getArgument(0), second = reduction.getArgument(1);
  bool foldsBoth = (fold->getOperand(0) == first && fold->getOperand(1) == second) ||
                   (fold->getOperand(0) == second && fold->getOperand(1) == first);
  return foldsBoth ? fold : nullptr;
}

/// True if folding `initial` into any value leaves that value.
static bool isNeutral(Operation *fold, Value initial) {
  Attribute value;
  if (!matchPattern(initial, m_Constant(&value)))
    return false;
  if (isa<arith::AddFOp>(fold) && matchPattern(initial, m_AnyZeroFloat()))
    return true;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(fold);
  return neutral && *neutral == value;
}

static LogicalResult findFoldingOperations(scf::ParallelOp parallel, SmallVectorImpl<Operation *> &folds,
                                           SmallVectorImpl<ReduceKind> &kinds) {
  for (Region &region : cast<scf::ReduceOp>(parallel.getBody()->getTerminator()).getReductions()) {
    Operation *fold = getFoldingOperation(region.front());
    std::optional<ReduceKind> kind = fold ? getReduceKind(fold) : std::nullopt;
    if (!kind) {
      InFlightDiagnostic error = parallel.emitError("this parallel loop becomes a task, which can't reduce by ");
      if (fold)
        error << "'" << fold->getName() << "'";
      else
        error << "more than one operation";
      error
          << "; a reduction is one of 'arith.addf', mulf, minimumf, maximumf, addi, muli, minsi, maxsi, minui, maxui, "
             "andi, ori, xori of its two arguments";
      return error;
    }
    folds.push_back(fold);
    kinds.push_back(*kind);
  }
  return success();
}

static LogicalResult convertOuter(IRRewriter &rewriter, scf::ParallelOp parallel) {
  SmallVector<Operation *> folds;
  SmallVector<ReduceKind> kinds;
  if (failed(findFoldingOperations(parallel, folds, kinds)))
    return failure();

  rewriter.setInsertionPoint(parallel);
  auto areAll = [](ValueRange values, int64_t constant) {
    return llvm::all_of(values, [&](Value value) { return isConstantIntValue(value, constant); });
  };
  ValueRange lower = parallel.getLowerBound(), steps = parallel.getStep();
  auto loop =
      ForOp::create(rewriter, parallel.getLoc(), areAll(lower, 0) ? ValueRange() : lower, parallel.getUpperBound(),
                    areAll(steps, 1) ? ValueRange() : steps, parallel.getResultTypes(), kinds);
  SmallVector<Value> results;
  for (auto [fold, initial, reduced] : llvm::zip_equal(folds, parallel.getInitVals(), loop.getResults())) {
    if (isNeutral(fold, initial)) {
      results.push_back(reduced);
      continue;
    }
    IRMapping operands;
    operands.map(fold->getOperand(0), initial);
    operands.map(fold->getOperand(1), reduced);
    results.push_back(rewriter.clone(*fold, operands)->getResult(0));
  }

  Block *body = &loop.getBody().front();
  auto reduce = cast<scf::ReduceOp>(parallel.getBody()->getTerminator());
  if (!body->empty())
    rewriter.eraseOp(body->getTerminator());
  rewriter.inlineBlockBefore(parallel.getBody(), body, body->end(), loop.getInductionVars());
  rewriter.setInsertionPoint(reduce);
  rewriter.replaceOpWithNewOp<YieldOp>(reduce, reduce.getOperands());
  rewriter.replaceOp(parallel, results);
  return success();
}

LogicalResult qdc::qd::normalizeLoops(FunctionOpInterface function) {
  SmallVector<scf::ParallelOp> loops;
  function.walk<WalkOrder::PreOrder>([&](scf::ParallelOp parallel) { loops.push_back(parallel); });
  IRRewriter rewriter(function.getContext());
  // Outer loops first: what is inside a task then stands inside a qd.for.
  for (scf::ParallelOp parallel : loops) {
    if (parallel->getParentOfType<ForOp>())
      convertInner(rewriter, parallel);
    else if (failed(convertOuter(rewriter, parallel)))
      return failure();
  }
  return success();
}

namespace {
struct NormalizeLoops : qdc::qd::impl::NormalizeLoopsBase<NormalizeLoops> {
  void runOnOperation() override {
    if (failed(normalizeLoops(getOperation())))
      signalPassFailure();
  }
};
} // namespace
