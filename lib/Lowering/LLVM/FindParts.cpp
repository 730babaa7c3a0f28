//===- FindParts.cpp - Where a large function can be cut ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FindParts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

namespace {

bool isCounted(Operation &op) { return !op.hasTrait<OpTrait::ConstantLike>(); }

/// What a block does to the parts that could contain it.
struct BlockFacts {
  Block *block;
  unsigned firstPredecessor, lastPredecessor; // of the entry block: no bound
};

struct PartFinder {
  SmallVector<BlockFacts> blocks;
  llvm::DenseMap<Block *, unsigned> order;
  unsigned fewest, most;

  PartFinder(LLVM::LLVMFuncOp function, unsigned fewest, unsigned most) : fewest(fewest), most(most) {
    for (Block &block : function.getBody()) {
      order[&block] = blocks.size();
      blocks.push_back({&block, 0, ~0u});
    }
    for (BlockFacts &facts : blocks) {
      if (facts.block->hasNoPredecessors())
        continue;
      auto indices = llvm::map_range(facts.block->getPredecessors(), [&](Block *block) { return order.at(block); });
      facts.firstPredecessor = *std::min_element(indices.begin(), indices.end());
      facts.lastPredecessor = *std::max_element(indices.begin(), indices.end());
    }
  }

  /// The longest part that starts with `first`, or nothing if it is shorter than `fewest`.
  std::optional<FunctionPart> partFrom(Operation *first) const;

  /// Where the search goes on after a place where no part starts.
  Operation *startAfter(Operation *first) const {
    for (Operation *op = first; op; op = op->getNextNode())
      if (isa<LLVM::AllocaOp>(op))
        return op->getNextNode();
    unsigned next = order.at(first->getBlock()) + 1;
    return next < blocks.size() ? &blocks[next].block->front() : nullptr;
  }
};

/// A part in the making: it starts in one block and has reached another one, of which it holds nothing yet.
struct Reach {
  unsigned start, end;                            // indices of blocks
  unsigned operations = 0;                        // of the blocks before `end`
  llvm::SmallPtrSet<Block *, 4> exits = {};       // where branches of those blocks go, if not to a block up to `end`
  unsigned firstPredecessor = ~0u, lastPredecessor = 0; // of the blocks after `start`

  /// Whether the part may end in the block that it has reached.
  bool isClosed() const {
    bool isEnteredElsewhere = end > start && (firstPredecessor < start || lastPredecessor >= end);
    return !isEnteredElsewhere && (exits.empty() || (exits.size() == 1 && (*exits.begin())->getNumArguments() == 0));
  }
};

std::optional<FunctionPart> PartFinder::partFrom(Operation *first) const {
  unsigned start = order.at(first->getBlock());
  Reach reach{start, start};
  std::optional<FunctionPart> best;
  unsigned bestOperations = 0;
  for (Operation *op = first;;) {
    // To the end of the block, or as far as the bound allows.
    unsigned operations = reach.operations;
    bool isClosed = reach.isClosed();
    for (; !op->hasTrait<OpTrait::IsTerminator>(); op = op->getNextNode()) {
      operations += isCounted(*op);
      if (operations > most || isa<LLVM::AllocaOp>(op))
        break;
      if (isClosed) {
        best = {first, op, reach.exits.empty() ? nullptr : *reach.exits.begin()};
        bestOperations = operations;
      }
    }
    if (!op->hasTrait<OpTrait::IsTerminator>() || reach.end + 1 == blocks.size())
      break;
    // Beyond the block, unless a part cannot hold its branch.
    auto goesBack = [&](Block *successor) { return order.at(successor) <= start; };
    if (op->getNumSuccessors() == 0 || llvm::any_of(op->getSuccessors(), goesBack))
      break;
    for (Block *successor : op->getSuccessors())
      if (order.at(successor) > reach.end)
        reach.exits.insert(successor);
    const BlockFacts &next = blocks[++reach.end];
    reach.exits.erase(next.block);
    reach.operations = operations + 1;
    reach.firstPredecessor = std::min(reach.firstPredecessor, next.firstPredecessor);
    reach.lastPredecessor = std::max(reach.lastPredecessor, next.lastPredecessor);
    op = &next.block->front();
  }
  return bestOperations >= fewest ? best : std::nullopt;
}

} // namespace

unsigned countOperations(LLVM::LLVMFuncOp function) {
  unsigned operations = 0;
  for (Block &block : function.getBody())
    operations += llvm::count_if(block, isCounted);
  return operations;
}

SmallVector<FunctionPart> findParts(LLVM::LLVMFuncOp function, unsigned fewest, unsigned most) {
  PartFinder finder(function, fewest, most);
  SmallVector<FunctionPart> parts;
  for (Operation *start = &function.getBody().front().front(); start;) {
    if (std::optional<FunctionPart> part = finder.partFrom(start)) {
      parts.push_back(*part);
      start = part->last->getNextNode();
    } else {
      start = finder.startAfter(start);
    }
  }
  return parts;
}

} // namespace qdc
