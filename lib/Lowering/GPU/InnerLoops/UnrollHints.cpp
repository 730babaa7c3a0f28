//===- UnrollHints.cpp - How often bodies are unrolled --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnrollHints.h"

#include "qdc/Dialect/QD/IR/Unrolling.h"
#include "qdc/Lowering/Common/FlatAccesses.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

/// More operations than copies may have.
static constexpr unsigned tooMany = 4096;

/// Few devices have an instruction for it: elsewhere it becomes a loop.
static bool isLoop(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  return llvm::is_contained({Kind::muli, Kind::mulf, Kind::maximumf, Kind::minimumf, Kind::maxnumf, Kind::minnumf},
                            kind);
}

/// Functions of a hundred instructions or more, what is called for large angles not counted.
static bool isLongFunction(Operation *op) { return isa<math::SinOp, math::CosOp, math::TanOp, math::PowFOp>(op); }

static unsigned operationsOf(Operation *op) {
  auto atomic = dyn_cast<memref::AtomicRMWOp>(op);
  if (op->getNumRegions() != 0 || (atomic && isLoop(atomic.getKind())) || isa<arith::RemFOp>(op))
    return tooMany;
  if (isLongFunction(op))
    return 100;
  return isa<qd::ElementAccess>(op) ? 3 : 1; // an index, an address, the access
}

static bool isSharedLoad(Operation *op) {
  auto access = dyn_cast<qd::ElementAccess>(op);
  return access && !isLocalArray(access.getArray()) &&
         (access.getAccessKind() == qd::AccessKind::load || access.getAccessKind() == qd::AccessKind::volatileLoad);
}

unsigned unrollCount(qd::ForOp loop, CopyLimits limits) {
  unsigned operations = 0, loads = 0;
  loop.getBody().walk([&](Operation *op) {
    const bool isCopied = (limits.copiesBranches && isa<scf::IfOp>(op)) || (limits.copiesLoops && isa<scf::ForOp>(op));
    operations += isCopied ? 1 : operationsOf(op);
    loads += isSharedLoad(op);
  });
  unsigned copies = std::min(limits.loads / std::max(loads, 1u), limits.operations / std::max(operations, 1u));
  return llvm::bit_floor(std::max(copies, 1u));
}

void requestUnroll(Operation *loop, unsigned count) {
  if (count > 1)
    loop->setAttr(qd::unrollAttr, Builder(loop->getContext()).getI32IntegerAttr(count));
}

/// The back end is asked for one copy.
static void leaveToAssembler(scf::ForOp loop) {
  loop->setAttr(qd::unrollAttr, Builder(loop.getContext()).getI32IntegerAttr(1));
}

static bool hasConstantBounds(scf::ForOp loop) {
  return matchPattern(loop.getLowerBound(), m_Constant()) && matchPattern(loop.getUpperBound(), m_Constant());
}

/// Of arrays of the iteration's own, which stay in registers only where all their indices become constants.
static bool accessesLocalArray(scf::ForOp loop) {
  return llvm::any_of(loop.getOps<qd::ElementAccess>(),
                      [](qd::ElementAccess access) { return isLocalArray(access.getArray()); });
}

/// Whether the loop loads, and no index grows from one trip to the next by what is known at run time alone, as along a
/// column.
static bool loadsAtKnownStrides(scf::ForOp loop) {
  if (llvm::none_of(*loop.getBody(), [](Operation &op) { return isSharedLoad(&op); }))
    return false;
  llvm::SmallDenseSet<Value> following = {loop.getInductionVar()}; // the counter, at known strides
  for (Operation &op : *loop.getBody()) {
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp>(op))
      continue;
    auto follows = [&](Value operand) { return following.contains(operand); };
    if (llvm::none_of(op.getOperands(), follows))
      continue;
    auto isKnown = [&](Value operand) { return follows(operand) || matchPattern(operand, m_Constant()); };
    if (isa<arith::MulIOp>(op) && !llvm::all_of(op.getOperands(), isKnown))
      return false;
    following.insert(op.getResult(0));
  }
  return true;
}

void requestUnrollOfInnerLoops(func::FuncOp function) {
  static constexpr unsigned most = 4, operationsOfMath = 32;
  function.walk([](scf::ForOp loop) {
    unsigned operations = 0;
    for (Operation &op : *loop.getBody())
      operations += std::max(isa<math::MathDialect>(op.getDialect()) ? operationsOfMath : 1, operationsOf(&op));
    if (hasConstantBounds(loop) || accessesLocalArray(loop))
      return;
    const unsigned count = llvm::bit_floor(std::clamp(CopyLimits().operations / std::max(operations, 1u), 1u, most));
    if (count == most && loadsAtKnownStrides(loop))
      leaveToAssembler(loop);
    else
      requestUnroll(loop, count);
  });
}

} // namespace qdc
