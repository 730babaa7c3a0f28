//===- DissolveIterations.cpp - Iterations as blocks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DissolveIterations.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

/// Where an iteration goes that ends early: a block without arguments, so that all failures of a part of a task can
/// leave it as one (SplitLargeTasks.h). It gives zeros.
static Block *createEarlyEnd(Block *end) {
  if (end->getNumArguments() == 0)
    return end;
  OpBuilder builder(end->getParentOp()->getContext());
  Location location = end->getParentOp()->getLoc();
  Block *block = builder.createBlock(end);
  SmallVector<Value> zeros;
  for (Type type : end->getArgumentTypes())
    zeros.push_back(arith::ConstantOp::create(builder, location, cast<TypedAttr>(builder.getZeroAttr(type))));
  LLVM::BrOp::create(builder, location, zeros, end);
  return block;
}

/// Moves the blocks of `region` in front of `block`, and makes their terminators of kind `End` branches to `target`,
/// with their operands. Gives the first block.
template <typename End>
static Block *moveBlocks(Region &region, Block *block, Block *target) {
  for (Block &part : region)
    if (auto end = dyn_cast<End>(part.getTerminator())) {
      OpBuilder builder(end);
      LLVM::BrOp::create(builder, end->getLoc(), end->getOperands(), target);
      end->erase();
    }
  Block *first = &region.front();
  block->getParent()->getBlocks().splice(block->getIterator(), region.getBlocks());
  return first;
}

static void branch(qd::LeaveUnlessOp op, Block *earlyEnd) {
  Block *before = op->getBlock(), *after = before->splitBlock(op->getNextNode());
  Block *leaves = moveBlocks<qd::LeaveOp>(op.getBody(), after, earlyEnd);
  OpBuilder builder = OpBuilder::atBlockEnd(before);
  LLVM::CondBrOp::create(builder, op.getLoc(), op.getCondition(), after, leaves);
  op.erase();
}

static void dissolve(qd::IterationOp op) {
  SmallVector<qd::LeaveUnlessOp> leaves;
  op.walk([&](qd::LeaveUnlessOp leave) { leaves.push_back(leave); });
  Location location = op.getLoc();
  Block *before = op->getBlock(), *end = before->splitBlock(op->getNextNode());
  for (Value result : op.getResults())
    result.replaceAllUsesWith(end->addArgument(result.getType(), location));
  Block *first = moveBlocks<qd::IterationEndOp>(op.getBody(), end, end);
  op.erase();
  OpBuilder builder = OpBuilder::atBlockEnd(before);
  LLVM::BrOp::create(builder, location, ValueRange{}, first);
  if (leaves.empty())
    return;
  Block *earlyEnd = createEarlyEnd(end);
  // From the last on, because each moves what stands after it, as far as the one treated before.
  for (qd::LeaveUnlessOp leave : llvm::reverse(leaves))
    branch(leave, earlyEnd);
}

void dissolveIterations(func::FuncOp function) {
  // Inner ones first, as the walk finds them.
  SmallVector<qd::IterationOp> iterations;
  function.walk([&](qd::IterationOp op) { iterations.push_back(op); });
  for (qd::IterationOp op : iterations)
    dissolve(op);
}

} // namespace qdc
