//===- UnrollHints.cpp - Copies of a body that load together --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnrollHints.h"

#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/GPU/TasksToGrid.h"

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
    operations += limits.copiesBranches && isa<scf::IfOp>(op) ? 1 : operationsOf(op);
    loads += isSharedLoad(op);
  });
  unsigned copies = std::min(limits.loads / std::max(loads, 1u), limits.operations / std::max(operations, 1u));
  return llvm::bit_floor(std::max(copies, 1u));
}

void askForCopies(Operation *loop, unsigned count) {
  if (count > 1)
    loop->setAttr(unrollAttr, Builder(loop->getContext()).getI32IntegerAttr(count));
}

static bool hasConstantBounds(scf::ForOp loop) {
  return matchPattern(loop.getLowerBound(), m_Constant()) && matchPattern(loop.getUpperBound(), m_Constant());
}

/// Of arrays of the iteration's own, which stay in registers only where all their indices become constants.
static bool accessesLocalArray(scf::ForOp loop) {
  return llvm::any_of(loop.getOps<qd::ElementAccess>(),
                      [](qd::ElementAccess access) { return isLocalArray(access.getArray()); });
}

void askForCopiesOfInnerLoops(func::FuncOp function) {
  static constexpr unsigned most = 4, operationsOfMath = 32;
  function.walk([](scf::ForOp loop) {
    unsigned operations = 0;
    for (Operation &op : *loop.getBody())
      operations += std::max(isa<math::MathDialect>(op.getDialect()) ? operationsOfMath : 1, operationsOf(&op));
    if (!hasConstantBounds(loop) && !accessesLocalArray(loop))
      askForCopies(loop, llvm::bit_floor(std::clamp(CopyLimits().operations / std::max(operations, 1u), 1u, most)));
  });
}

} // namespace qdc
