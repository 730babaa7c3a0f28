//===- ElementAccess.cpp - Operations on one element ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/ElementAccess.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc::qd;

#include "qdc/Dialect/QD/IR/ElementAccess.cpp.inc"

namespace {

/// Upstream's accesses have the same accessors, and differ in the kind.
template <typename Op, AccessKind kind>
struct Model : ElementAccess::ExternalModel<Model<Op, kind>, Op> {
  AccessKind getAccessKind(Operation *) const { return kind; }
  OpOperand &getArrayMutable(Operation *op) const { return cast<Op>(op).getMemrefMutable(); }
  MutableOperandRange getIndicesMutable(Operation *op) const { return cast<Op>(op).getIndicesMutable(); }
};

template <typename Op, AccessKind kind>
void attach(MLIRContext &context) {
  Op::template attachInterface<Model<Op, kind>>(context);
}

} // namespace

void qdc::qd::attachElementAccess(MLIRContext &context) {
  attach<memref::LoadOp, AccessKind::load>(context);
  attach<memref::StoreOp, AccessKind::store>(context);
  attach<memref::AtomicRMWOp, AccessKind::atomic>(context);
}
