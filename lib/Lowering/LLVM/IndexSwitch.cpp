//===- IndexSwitch.cpp - scf.index_switch by all of its bits --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexSwitch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;

/// Puts the region's block ahead of `next`, to which it goes on with what it yields.
static Block *inlineCase(RewriterBase &rewriter, Region &region, Block *next) {
  Block *block = &region.front();
  Operation *yield = block->getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<cf::BranchOp>(yield, next, yield->getOperands());
  rewriter.inlineRegionBefore(region, next);
  return block;
}

void qdc::lowerIndexSwitch(RewriterBase &rewriter, scf::IndexSwitchOp op) {
  const Location location = op.getLoc();
  Block *before = op->getBlock(), *next = rewriter.splitBlock(before, Block::iterator(op));
  const SmallVector<Location> locations(op.getNumResults(), location);
  next->addArguments(op.getResultTypes(), locations);
  SmallVector<Block *> cases;
  for (Region &region : op.getCaseRegions())
    cases.push_back(inlineCase(rewriter, region, next));
  Block *otherwise = inlineCase(rewriter, op.getDefaultRegion(), next);

  rewriter.setInsertionPointToEnd(before);
  Value number = arith::IndexCastOp::create(rewriter, location, rewriter.getI64Type(), op.getArg());
  const SmallVector<APInt> values =
      llvm::map_to_vector(op.getCases(), [](int64_t value) { return APInt(64, value, /*isSigned=*/true); });
  cf::SwitchOp::create(rewriter, location, number, otherwise, ValueRange(), values, cases,
                       SmallVector<ValueRange>(cases.size()));
  rewriter.replaceOp(op, next->getArguments());
}
