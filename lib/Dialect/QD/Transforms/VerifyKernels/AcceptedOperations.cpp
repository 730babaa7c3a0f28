//===- AcceptedOperations.cpp - Operations that kernels hold --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AcceptedOperations.h"
#include "Adstacks.h"
#include "Temporaries.h"

#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace qdc::qd;

/// Operations on scalars that have no lowering. unit/Driver/AcceptedOperationsTest.cpp lowers all others.
static LogicalResult verifyHasLowering(Operation *op) {
  if (isa<math::ClampFOp>(op))
    return op->emitOpError("is not supported: what it gives for NaN is open; use arith.maximumf and arith.minimumf, or "
                           "arith.cmpf and arith.select");
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return op->emitOpError("is not supported: kernels have no types with a shared scale; use arith.extf or "
                           "arith.truncf, and arith.mulf or arith.divf");
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  auto mode = truncate ? truncate.getRoundingmode() : std::nullopt;
  if (mode && *mode != arith::RoundingMode::to_nearest_even)
    return op->emitOpError() << "rounds '" << arith::stringifyRoundingMode(*mode)
                             << "', but kernels round 'to_nearest_even', as without a mode";
  return success();
}

static LogicalResult verifyIsAccepted(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<arith::ArithDialect, math::MathDialect, index::IndexDialect>(dialect))
    return verifyHasLowering(op);
  if (isa<func::CallOp, func::ReturnOp>(op))
    return success();
  if (isa_and_nonnull<scf::SCFDialect>(dialect)) {
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp, scf::ParallelOp, scf::YieldOp, scf::ConditionOp,
            scf::ReduceOp, scf::ReduceReturnOp>(op))
      return success();
    return op->emitOpError("is no control flow that kernels accept; they take scf.for, scf.while, scf.if, "
                           "scf.index_switch and scf.parallel");
  }
  if (isa_and_nonnull<memref::MemRefDialect>(dialect)) {
    if (isa<ElementAccess, memref::DimOp, memref::AllocaOp, memref::AllocOp, memref::DeallocOp, memref::GetGlobalOp>(
            op))
      return success();
    return op->emitOpError("is no use of memory that kernels accept; they take memref.load, memref.store, memref.dim, "
                           "memref.atomic_rmw, memref.alloca, memref.alloc, memref.dealloc and memref.get_global");
  }
  if (isa_and_nonnull<QDDialect>(dialect)) {
    if (op->hasTrait<Internal>())
      return op->emitOpError(
          "is what passes of the compiler make, and no input; docs/dialect.md lists what kernels take");
    return success();
  }
  return op->emitOpError("is not accepted in kernels, which hold operations of arith, math, index, scf, memref and qd, "
                         "and func.call");
}

/// Checks that each value that `op` makes, or gives to its regions, is one that kernels compute with.
static LogicalResult verifyValues(Operation *op) {
  bool makesArrays = isa<memref::AllocaOp, memref::AllocOp, memref::GetGlobalOp>(op);
  auto verifyType = [&](Type type) -> LogicalResult {
    if (isScalarType(type))
      return success();
    if (isa<AdstackCreateOp>(op))
      return success(); // no other operation makes one, so that each use knows its stack
    auto array = dyn_cast<BaseMemRefType>(type);
    if (!array)
      return op->emitOpError() << "makes a value of type " << type
                               << ", but kernels compute with scalars: " << elementTypeList << ", and index";
    if (!makesArrays)
      return op->emitOpError("makes an array, but an array is an argument, a memref.get_global, a memref.alloca or a "
                             "memref.alloc, so that what an access touches is known; choose between indices instead");
    if (std::string problem = explainArrayType(array); !problem.empty())
      return op->emitOpError() << "makes an array that " << problem;
    return success();
  };
  for (Type type : op->getResultTypes())
    if (failed(verifyType(type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Type type : region.getArgumentTypes())
      if (failed(verifyType(type)))
        return failure();
  return success();
}

/// Sizes are formulas over dims, so which dim is read must be known.
static LogicalResult verifyDim(memref::DimOp dim) {
  APInt axis;
  if (!matchPattern(dim.getIndex(), m_ConstantInt(&axis)))
    return dim.emitOpError("reads a dimension that is not a constant; choose between several memref.dim instead");
  auto array = dyn_cast<MemRefType>(dim.getSource().getType());
  if (array && (axis.isNegative() || axis.sge(array.getRank())))
    return dim.emitOpError() << "reads dimension " << axis.getSExtValue() << " of " << array
                             << ", whose dimensions are "
                             << "numbered from 0 to " << array.getRank() - 1;
  return success();
}

static LogicalResult verifyAllocation(memref::AllocaOp allocation) {
  if (allocation.getType().hasStaticShape())
    return success();
  return allocation.emitOpError() << "makes a local array of type " << allocation.getType()
                                  << ", but local arrays have a static shape";
}

static LogicalResult verifyOperation(Operation *op) {
  if (failed(verifyIsAccepted(op)) || failed(verifyValues(op)))
    return failure();
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return verifyDim(dim);
  if (auto allocation = dyn_cast<memref::AllocaOp>(op))
    return verifyAllocation(allocation);
  if (auto temporary = dyn_cast<memref::AllocOp>(op))
    return verifyTemporary(temporary);
  if (auto free = dyn_cast<memref::DeallocOp>(op))
    return verifyFree(free);
  if (auto create = dyn_cast<AdstackCreateOp>(op))
    return verifyAdstack(create);
  return success();
}

LogicalResult qdc::qd::verifyOperations(FunctionOpInterface function) {
  bool areAccepted = true;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (succeeded(verifyOperation(op)))
      return WalkResult::advance();
    areAccepted = false;
    return WalkResult::skip(); // what stands in it would only repeat the error
  });
  return success(areAccepted);
}
