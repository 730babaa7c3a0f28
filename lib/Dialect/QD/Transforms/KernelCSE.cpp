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
#include "llvm/Support/RecyclingAllocator.h"

namespace qdc::qd {
#define GEN_PASS_DEF_KERNELCSE
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
/// Equal computations have equal hashes. Operands count in any order, since some operations commute.
unsigned hashOf(Operation *op) {
  size_t operands = 0;
  for (Value operand : op->getOperands())
    operands += hash_value(operand);
  return llvm::hash_combine(op->getName(), op->hashProperties(), op->getResult(0).getType(), operands);
}

/// An operation with its hash: a scoped table asks for a key's hash where it looks up, inserts and forgets.
struct Computation {
  explicit Computation(Operation *op) : Computation(op, hashOf(op)) {}
  Computation(Operation *op, unsigned hash) : op(op), hash(hash) {}

  Operation *op;
  unsigned hash;
};

/// Two operations that compute the same are one key.
struct SameComputation {
  using Pointers = llvm::DenseMapInfo<Operation *>;
  static Computation getEmptyKey() { return {Pointers::getEmptyKey(), 0}; }
  static Computation getTombstoneKey() { return {Pointers::getTombstoneKey(), 0}; }
  static unsigned getHashValue(const Computation &computation) { return computation.hash; }
  static bool isEqual(const Computation &lhs, const Computation &rhs) {
    auto isMarker = [](Operation *op) { return op == Pointers::getEmptyKey() || op == Pointers::getTombstoneKey(); };
    if (lhs.op == rhs.op || isMarker(lhs.op) || isMarker(rhs.op))
      return lhs.op == rhs.op;
    return lhs.hash == rhs.hash &&
           OperationEquivalence::isEquivalentTo(lhs.op, rhs.op, OperationEquivalence::IgnoreLocations);
  }
};

class Merger : public KnownElementsWalker {
public:
  Merger(MemoryLocations &locations, Replaced replaced) : KnownElementsWalker(locations), replaced(replaced) {}

private:
  using Allocator =
      llvm::RecyclingAllocator<llvm::BumpPtrAllocator, llvm::ScopedHashTableVal<Computation, Operation *>>;
  using Table = llvm::ScopedHashTable<Computation, Operation *, SameComputation, Allocator>;

  void visitRegion(Region &region) override {
    Table::ScopeTy scope(computations);
    KnownElementsWalker::visitRegion(region);
  }

  void visit(Operation *op, std::optional<LocationId> location) override {
    if (replaced == Replaced::erased && isOpTriviallyDead(op))
      return op->erase();
    if (isa<memref::LoadOp>(op)) {
      if (!location)
        return;
      if (Operation *earlier = known.lookup(*location))
        return replace(op, earlier);
      known.learn(*location, op);
    } else if (hasNoMemoryEffect(op) && op->getNumResults() != 0) {
      Computation computation(op);
      if (Operation *earlier = computations.lookup(computation))
        return replace(op, earlier);
      computations.insert(computation, op);
    }
  }

  void replace(Operation *op, Operation *earlier) {
    op->replaceAllUsesWith(earlier);
    if (replaced == Replaced::erased)
      op->erase();
  }

  Replaced replaced;
  Table computations; // that dominate the operation at hand
};

struct KernelCSE : qdc::qd::impl::KernelCSEBase<KernelCSE> {
  void runOnOperation() override { mergeCommonSubexpressions(getOperation()); }
};
} // namespace

void qd::mergeCommonSubexpressions(FunctionOpInterface function, Replaced replaced) {
  MemoryLocations locations(function);
  Merger merger(locations, replaced);
  merger.walk(function);
}
