//===- WarnRace.cpp - Iterations that surely meet -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/LinearIndex.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <utility>

namespace qdc::qd {
#define GEN_PASS_DEF_WARNRACE
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

/// Of one array in one body; the time is quadratic in it.
static constexpr size_t kMaximumAccesses = 256;

namespace {

/// An access that runs in each iteration, of an array that all of them share.
struct SureAccess {
  Operation *op;
  AccessKind kind;
  SmallVector<LinearIndex, 2> indices;
  Value stored; // of a store: the value
};

/// Looks at one loop.
class RaceFinder {
public:
  RaceFinder(ForOp loop, MemoryLocations &locations) : loop(loop), locations(locations), range(describeRange(loop)) {}

  void run();

private:
  void add(Operation *op);
  void findDependent(Operation *op);
  bool writeEqualValues(const SureAccess &first, const SureAccess &second) const;
  bool race(const SureAccess &first, const SureAccess &second) const;
  void warn(const SureAccess &first, const SureAccess &second);

  ForOp loop;
  MemoryLocations &locations;
  SmallVector<IterationDimension> range;
  llvm::MapVector<const void *, std::vector<SureAccess>> accesses; // by ArrayIdentity::array, in the order of the text
  llvm::DenseSet<Value> dependent; // what is not the same in all iterations
};

} // namespace

/// True if the body may end after this, so that what follows does not run in each iteration.
static bool mayEndIteration(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    return isa<AssertOp, CheckOp>(nested) || mayDoAnything(nested) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

void RaceFinder::findDependent(Operation *op) {
  WalkResult result = op->walk([&](Operation *nested) {
    bool depends = llvm::any_of(nested->getOperands(), [&](Value operand) { return dependent.contains(operand); });
    return depends ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (result.wasInterrupted())
    dependent.insert_range(op->getResults());
}

void RaceFinder::add(Operation *op) {
  auto access = dyn_cast<ElementAccess>(op);
  // A read that nobody uses is none.
  if (!access || access.getAccessKind() == AccessKind::volatileLoad || (isa<memref::LoadOp>(op) && op->use_empty()))
    return;
  Value array = getAccessedArray(access.getArray());
  std::optional<ArrayIdentity> identity = locations.identify(access.getArray());
  if (!identity || array.getDefiningOp<memref::AllocaOp>())
    return;
  SureAccess added{op, access.getAccessKind(), {}, {}};
  for (Value index : access.getIndices()) {
    std::optional<LinearIndex> form = linearizeIndex(index, loop);
    if (!form)
      return;
    added.indices.push_back(std::move(*form));
  }
  if (auto store = dyn_cast<memref::StoreOp>(op))
    added.stored = store.getValueToStore();
  std::vector<SureAccess> &list = accesses[identity->array];
  if (list.size() < kMaximumAccesses)
    list.push_back(std::move(added));
}

/// True if each iteration accesses one element twice.
static bool touchSame(const SureAccess &first, const SureAccess &second) {
  return llvm::all_of(llvm::zip_equal(first.indices, second.indices), [](auto pair) {
    auto &[a, b] = pair;
    return a.width == b.width && a.constant == b.constant && a.coefficients == b.coefficients && a.outside == b.outside;
  });
}

/// Removes what another access stands for: a read of what the iteration wrote, and a write that it wrote over before it
/// read.
static void removeCovered(std::vector<SureAccess> &list) {
  std::vector<SureAccess> kept;
  for (size_t at = 0; at < list.size(); ++at) {
    auto isSame = [&](const SureAccess &other) { return touchSame(list[at], other); };
    auto before = std::find_if(list.rbegin() + (list.size() - at), list.rend(), isSame);
    auto after = std::find_if(list.begin() + at + 1, list.end(), isSame);
    bool isOwn = list[at].kind == AccessKind::load && before != list.rend() && before->kind != AccessKind::atomic;
    bool isDead = list[at].kind == AccessKind::store && after != list.end() && after->kind == AccessKind::store;
    if (!isOwn && !isDead)
      kept.push_back(list[at]);
  }
  list = std::move(kept);
}

/// True if whatever iterations write in these two places, it is the same.
bool RaceFinder::writeEqualValues(const SureAccess &first, const SureAccess &second) const {
  if (dependent.contains(first.stored) || dependent.contains(second.stored))
    return false;
  return getAsOpFoldResult(first.stored) == getAsOpFoldResult(second.stored);
}

bool RaceFinder::race(const SureAccess &first, const SureAccess &second) const {
  bool areStores = first.stored && second.stored;
  if (!(first.stored || second.stored) || (areStores && writeEqualValues(first, second)))
    return false;
  return surelyMeet(first.indices, second.indices, range);
}

/// Reverse mode refuses what races; forward mode computes tangents beside it, whatever it is.
static void noteDerivative(InFlightDiagnostic &warning, KernelOp kernel) {
  FailureOr<SmallVector<DerivativeRequest>> requests = readDerivativeRequests(kernel);
  const bool isForward = succeeded(requests) && llvm::any_of(*requests, [](const DerivativeRequest &request) {
                           return request.mode == DerivativeMode::forward;
                         });
  if (isForward)
    warning.attachNote(kernel.getLoc()) << "'" << kernel.getSymName()
                                        << ".jvp' does the same, so the tangents are in no order either";
}

void RaceFinder::warn(const SureAccess &first, const SureAccess &second) {
  const auto &[write, other] = second.stored ? std::pair(second, first) : std::pair(first, second);
  InFlightDiagnostic warning = emitWarning(write.op->getLoc(), Warning::race);
  std::string array = quotedArrayName(getAccessedArray(cast<ElementAccess>(write.op).getArray()));
  const char *note = "the other write";
  if (write.op == other.op) {
    warning << "iterations write values of their own to one element of " << array
            << ", in no order; fold them by 'reduce', or use an atomic";
    note = nullptr;
  } else if (other.stored) {
    warning << "iterations write to one element of " << array
            << " here and in another place, in no order; let one iteration write it, or use an atomic";
  } else if (other.kind == AccessKind::atomic) {
    warning << "iterations write elements of " << array
            << " that others update, in no order; write them in a loop of its own, or by 'memref.atomic_rmw'";
    note = "the update";
  } else {
    warning << "iterations write elements of " << array
            << " that others read, in no order; write to another array, or cut the loop in two";
    note = "the read";
  }
  if (note)
    warning.attachNote(other.op->getLoc()) << note;
  warning.attachNote(loop.getLoc()) << "the parallel loop";
  noteDerivative(warning, loop->getParentOfType<KernelOp>());
}

void RaceFinder::run() {
  dependent.insert_range(loop.getInductionVars());
  for (Operation &op : loop.getBody().front().without_terminator()) {
    findDependent(&op);
    add(&op);
    if (mayEndIteration(&op))
      break;
  }
  for (auto &[array, list] : accesses) {
    removeCovered(list);
    auto findRace = [&] {
      for (const SureAccess &second : list)
        for (const SureAccess &first : list) {
          if (race(first, second))
            return warn(first, second);
          if (&first == &second)
            break;
        }
    };
    findRace(); // one is enough: what mends it often mends the others
  }
}

void qdc::qd::warnRace(KernelOp kernel) {
  MemoryLocations locations(kernel);
  kernel.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    RaceFinder(loop, locations).run();
    return WalkResult::skip();
  });
}

namespace {
struct WarnRace : qdc::qd::impl::WarnRaceBase<WarnRace> {
  void runOnOperation() override {
    warnRace(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
