//===- KernelCSE.cpp - Merge equal computations and loads -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/KernelCSE.h"
#include "qdc/Analysis/KnownElements.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "llvm/ADT/ScopedHashTable.h"

namespace qdc::qd {
#define GEN_PASS_DEF_KERNELCSE
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
/// Two operations that compute the same are one key.
struct SameComputation : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(const_cast<Operation *>(op), OperationEquivalence::directHashValue,
                                             OperationEquivalence::ignoreHashValue,
                                             OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    auto isMarker = [](const Operation *op) { return op == getEmptyKey() || op == getTombstoneKey(); };
    if (lhs == rhs || isMarker(lhs) || isMarker(rhs))
      return lhs == rhs;
    return OperationEquivalence::isEquivalentTo(const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
                                                OperationEquivalence::IgnoreLocations);
  }
};

class Merger : public KnownElementsWalker {
public:
  explicit Merger(MemoryLocations &locations) : KnownElementsWalker(locations) {}

private:
  using Table = llvm::ScopedHashTable<Operation *, Operation *, SameComputation>;

  void visitRegion(Region &region) override {
    Table::ScopeTy scope(computations);
    KnownElementsWalker::visitRegion(region);
  }

  void visit(Operation *op, std::optional<LocationId> location) override {
    if (isOpTriviallyDead(op))
      return remove(op);
    if (isa<memref::LoadOp>(op)) {
      if (!location)
        return;
      if (Operation *earlier = known.lookup(*location))
        return replace(op, earlier);
      known.learn(*location, op);
    } else if (isMemoryEffectFree(op) && op->getNumResults() != 0) {
      if (Operation *earlier = computations.lookup(op))
        return replace(op, earlier);
      computations.insert(op, op);
    }
  }

  void replace(Operation *op, Operation *earlier) {
    op->replaceAllUsesWith(earlier);
    remove(op);
  }

  void remove(Operation *op) { op->erase(); }

  Table computations; // that dominate the operation at hand
};

struct KernelCSE : qdc::qd::impl::KernelCSEBase<KernelCSE> {
  void runOnOperation() override { mergeCommonSubexpressions(getOperation()); }
};
} // namespace

void qd::mergeCommonSubexpressions(FunctionOpInterface function) {
  MemoryLocations locations(function);
  Merger merger(locations);
  merger.walk(function);
}
