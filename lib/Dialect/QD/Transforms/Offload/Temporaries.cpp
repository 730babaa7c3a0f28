//===- Temporaries.cpp - Where temporaries lie ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Temporaries.h"
#include "qdc/Dialect/QD/IR/TemporaryExtents.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::offload;

//===----------------------------------------------------------------------===//
// Out of tasks
//===----------------------------------------------------------------------===//

/// Moves what `value` is made of ahead of `place`, as far as it does not stand there already.
static void moveAhead(Value value, Operation *place) {
  Operation *definition = value.getDefiningOp();
  if (!definition || !place->isAncestor(definition))
    return;
  for (Value operand : definition->getOperands())
    moveAhead(operand, place);
  definition->moveBefore(place);
}

bool qdc::qd::offload::isSizedByLaunch(memref::AllocOp alloc) {
  return llvm::any_of(alloc->getAttrOfType<ArrayAttr>(extentsAttr), llvm::IsaPred<UnitAttr>);
}

LogicalResult qdc::qd::offload::hoistTemporaries(KernelOp kernel) {
  llvm::DenseSet<Operation *> control;
  SmallVector<memref::AllocOp> allocs;
  kernel.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      allocs.push_back(alloc);
    if (isa<ForOp, DoWhileOp>(op))
      for (Operation *around = op; around != kernel && control.insert(around).second;)
        around = around->getParentOp();
  });
  for (memref::AllocOp alloc : allocs) {
    if (!alloc->hasAttr(extentsAttr))
      return alloc.emitOpError() << "has no '" << extentsAttr << "'; run qd-size-temporaries";
    Operation *outermost = nullptr;
    const bool leavesControl = isSizedByLaunch(alloc);
    for (Operation *around = alloc->getParentOp(); around != kernel; around = around->getParentOp())
      if (leavesControl || !control.contains(around))
        outermost = around;
    if (outermost)
      moveAhead(alloc.getResult(), outermost);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

namespace {

/// Positions of tasks in the order of the graph.
struct Span {
  unsigned first = 0, last = 0;
};

struct Candidate {
  memref::AllocOp alloc;
  Span use;
  SizeExpr bytes;
  bool readsWords = false; // extents do
  unsigned known = 0;      // then the position after which these stand
  bool isFlag = false;
  size_t number = 0; // in the order of the source
};

struct Region {
  unsigned first = 0, last = 0; // of what uses it so far
  bool readsWords = false; // as the candidates
  std::vector<SizeExpr> sizes = {}; // that differ
  bool isFlag = false;
};

class RegionPlanner {
public:
  explicit RegionPlanner(Plan &plan) : plan(plan) {}
  void run();

private:
  void number(Sequence &sequence);
  Candidate describe(memref::AllocOp alloc);
  unsigned choose(const Candidate &candidate);

  Plan &plan;
  unsigned position = 0;
  /// Of each statement and structure of a sequence.
  llvm::DenseMap<Operation *, Span> spans;
  std::vector<Region> regions; // the first one has the number 1
};

} // namespace

/// More sizes than these are not compared for the largest in one region.
static constexpr size_t kMaximumSizes = 8;

void RegionPlanner::number(Sequence &sequence) {
  for (auto [index, run] : llvm::enumerate(sequence.runs)) {
    ++position;
    for (Operation *op : run.ops)
      spans[op] = {position, position};
    if (index == sequence.structures.size())
      break;
    Structure &structure = *sequence.structures[index];
    Span span{++position, 0};
    for (Sequence &inner : structure.regions)
      number(inner);
    span.last = position;
    spans[structure.op] = span;
  }
}

SmallVector<SizeAttr> qdc::qd::offload::extentsOf(const Plan &plan, memref::AllocOp alloc) {
  auto computed = plan.computedExtents.find(alloc);
  return computed == plan.computedExtents.end() ? sizesOf(alloc) : computed->second;
}

/// A dim is not a use: its value is that of the size.
Candidate RegionPlanner::describe(memref::AllocOp alloc) {
  SmallVector<SizeAttr> extents = extentsOf(plan, alloc);
  Candidate candidate{alloc, {UINT_MAX, 0}, temporaryBytes(alloc.getType(), extents)};
  candidate.readsWords = llvm::any_of(extents, [](SizeAttr extent) { return extent.getExpr().readsWord(); });
  if (candidate.readsWords)
    candidate.known = spans.lookup(alloc).last;
  for (Operation *user : alloc->getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    auto span = spans.find(alloc->getBlock()->findAncestorOpInBlock(*user));
    if (span == spans.end())
      continue;
    candidate.use.first = std::min(candidate.use.first, span->second.first);
    candidate.use.last = std::max(candidate.use.last, span->second.last);
    candidate.isFlag |= isa<DoWhileOp>(user);
  }
  return candidate;
}

unsigned RegionPlanner::choose(const Candidate &candidate) {
  std::optional<unsigned> found;
  for (auto [index, region] : llvm::enumerate(regions)) {
    if (region.isFlag || candidate.isFlag || region.last >= candidate.use.first)
      continue;
    if (region.readsWords != candidate.readsWords || candidate.known >= region.first)
      continue;
    bool isEqual = llvm::is_contained(region.sizes, candidate.bytes);
    if (isEqual || (!found && region.sizes.size() < kMaximumSizes))
      found = index;
    if (isEqual)
      break;
  }
  if (!found) {
    found = regions.size();
    regions.emplace_back().first = candidate.use.first;
    regions.back().readsWords = candidate.readsWords;
  }
  Region &region = regions[*found];
  region.last = std::max(region.last, candidate.use.last);
  region.isFlag = candidate.isFlag;
  if (!llvm::is_contained(region.sizes, candidate.bytes))
    region.sizes.push_back(candidate.bytes);
  return *found + 1;
}

void RegionPlanner::run() {
  number(plan.body);
  std::vector<Candidate> candidates;
  plan.kernel.walk([&](memref::AllocOp alloc) {
    candidates.push_back(describe(alloc));
    candidates.back().number = candidates.size();
  });
  llvm::sort(candidates, [&](const Candidate &a, const Candidate &b) {
    return std::pair(a.use.first, a.number) < std::pair(b.use.first, b.number);
  });
  for (const Candidate &candidate : candidates)
    plan.temporaries.insert({candidate.alloc, choose(candidate)});
}

void qdc::qd::offload::planTemporaries(Plan &plan) { RegionPlanner(plan).run(); }
