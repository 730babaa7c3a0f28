//===- SpeculateBranches.cpp - Branches as straight code ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/SpeculateBranches.h"
#include "ArrayExtents.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace qdc::qd {
#define GEN_PASS_DEF_SPECULATEBRANCHES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
/// Finds the branches of one kernel that can go. Nothing is changed meanwhile, since locations hold addresses.
class BranchFinder {
public:
  explicit BranchFinder(KernelOp kernel) : locations(kernel), arrays(kernel) {}

  /// Adds those of the loop's iteration.
  void find(ForOp loop, SmallVectorImpl<scf::IfOp> &found);

private:
  struct Contents {
    unsigned operations = 0, loads = 0;
  };
  bool canGo(scf::IfOp branch, scf::IfOp outermost, ForOp loop, Contents &contents);
  bool canLoadEarly(ElementAccess access, scf::IfOp outermost, ForOp loop);

  MemoryLocations locations;
  ArrayExtents arrays;
  llvm::SmallDenseSet<unsigned> loaded; // groups of locations, by this iteration for sure
};
} // namespace

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

static bool isCheap(Operation *op) {
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::RemFOp, arith::RemSIOp, arith::RemUIOp>(op))
    return false;
  const bool isArithmetic = isa_and_present<arith::ArithDialect>(op->getDialect()) ||
                            isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp>(op);
  return isArithmetic && isPure(op) && llvm::all_of(op->getResultTypes(), isScalar);
}

bool BranchFinder::canLoadEarly(ElementAccess access, scf::IfOp outermost, ForOp loop) {
  std::optional<LocationId> location = locations.getLocation(access);
  return location && loaded.contains(locations.getGroup(*location)) &&
         !locations.summarize(loop).mayWrite(locations.getClass(*location)) && arrays.isInside(access, outermost);
}

bool BranchFinder::canGo(scf::IfOp branch, scf::IfOp outermost, ForOp loop, Contents &contents) {
  if (branch.getNumResults() == 0 || !llvm::all_of(branch.getResultTypes(), isScalar))
    return false;
  contents.operations += branch.getNumResults();
  for (Region &region : branch->getRegions())
    for (Operation &op : region.front().without_terminator()) {
      if (++contents.operations > kMostSpeculatedOperations)
        return false;
      if (auto inner = dyn_cast<scf::IfOp>(op)) {
        if (!canGo(inner, outermost, loop, contents))
          return false;
      } else if (isa<memref::LoadOp>(op)) {
        if (!canLoadEarly(cast<ElementAccess>(op), outermost, loop))
          return false;
        ++contents.loads;
      } else if (!isCheap(&op)) {
        return false;
      }
    }
  return true;
}

void BranchFinder::find(ForOp loop, SmallVectorImpl<scf::IfOp> &found) {
  loaded.clear();
  for (Operation &op : loop.getBody().front()) {
    if (isa<memref::LoadOp>(op)) {
      if (std::optional<LocationId> location = locations.getLocation(cast<ElementAccess>(op)))
        loaded.insert(locations.getGroup(*location));
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Contents contents;
      if (canGo(branch, branch, loop, contents) && contents.loads != 0)
        found.push_back(branch);
    }
  }
}

/// Moves what the branch holds ahead of it, inner branches first, and selects its results.
static void speculate(IRRewriter &rewriter, scf::IfOp branch) {
  for (Region &region : branch->getRegions())
    for (Operation &op : llvm::make_early_inc_range(region.front().without_terminator()))
      if (auto inner = dyn_cast<scf::IfOp>(op))
        speculate(rewriter, inner);
  for (Region &region : branch->getRegions())
    for (Operation &op : llvm::make_early_inc_range(region.front().without_terminator()))
      rewriter.moveOpBefore(&op, branch);
  rewriter.setInsertionPoint(branch);
  SmallVector<Value> results;
  for (auto [taken, other] : llvm::zip_equal(branch.thenYield().getOperands(), branch.elseYield().getOperands()))
    results.push_back(arith::SelectOp::create(rewriter, branch.getLoc(), branch.getCondition(), taken, other));
  rewriter.replaceOp(branch, results);
}

void qdc::qd::speculateBranches(KernelOp kernel) {
  SmallVector<scf::IfOp> branches;
  BranchFinder finder(kernel);
  kernel->walk([&](ForOp loop) { finder.find(loop, branches); });
  IRRewriter rewriter(kernel.getContext());
  for (scf::IfOp branch : branches)
    speculate(rewriter, branch);
}

namespace {
struct SpeculateBranches : qdc::qd::impl::SpeculateBranchesBase<SpeculateBranches> {
  void runOnOperation() override { speculateBranches(getOperation()); }
};
} // namespace
