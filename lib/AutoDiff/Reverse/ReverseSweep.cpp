//===- ReverseSweep.cpp - The operations of the reverse sweep -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseSweep.h"
#include "AutoDiff/Analysis/LoopAccesses.h"
#include "AutoDiff/Rules/Rules.h"
#include "AutoDiff/Shadows/WholeArrays.h"
#include "qdc/Dialect/QD/IR/GradientLoops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

static llvm::DenseSet<Operation *> unionOf(llvm::DenseSet<Operation *> some, const llvm::DenseSet<Operation *> &more) {
  some.insert_range(more);
  return some;
}

ReverseSweep::ReverseSweep(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan,
                           const ExtremeUpdates &updates, Signature &signature, OpBuilder &builder, IRMapping &values,
                           uint32_t adstackCapacity)
    : kernel(kernel), activity(activity), plan(plan), updates(updates), signature(signature), builder(builder),
      computed(plan.needed(), builder, values), invariants(kernel, activity),
      plainLoads(findPlainLoads(kernel, activity, invariants.all())),
      gathers(kernel, activity, unionOf(plainLoads, invariants.all())), arrays(builder.getInsertionBlock()),
      adstackCapacity(adstackCapacity) {}

//===----------------------------------------------------------------------===//
// Adjoints
//===----------------------------------------------------------------------===//

Value ReverseSweep::zero(Type type, Location location) { return FloatBuilder(builder, location).constant(type, 0.0); }

void ReverseSweep::add(Adjoints &adjoints, Value value, Value adjoint) {
  if (!adjoint || !isActive(value))
    return;
  Value &sum = adjoints[value];
  sum = sum ? FloatBuilder(builder, adjoint.getLoc()).add(sum, adjoint) : adjoint;
}

void ReverseSweep::addAll(Adjoints &adjoints, ValueRange values, ValueRange sums) {
  for (auto [value, sum] : llvm::zip_equal(values, sums))
    add(adjoints, value, sum);
}

void ReverseSweep::addToSources(Adjoints &adjoints, ValueRange arguments, ValueRange sources, ValueRange sums) {
  unsigned position = 0;
  for (auto [argument, source] : llvm::zip_equal(arguments, sources))
    if (isActive(argument))
      add(adjoints, source, sums[position++]);
}

Value ReverseSweep::find(const Adjoints &adjoints, Value value, Location location) {
  if (Value sum = adjoints.lookup(value))
    return sum;
  return zero(adjointType(value), location);
}

ReverseSweep::Values ReverseSweep::findAll(const Adjoints &adjoints, ValueRange values, Location location) {
  return llvm::map_to_vector(values, [&](Value value) { return find(adjoints, value, location); });
}

ReverseSweep::Values ReverseSweep::activeOf(ValueRange values) const {
  Values active;
  llvm::copy_if(values, std::back_inserter(active), [&](Value value) { return isActive(value); });
  return active;
}

ReverseSweep::Values ReverseSweep::capturedBy(Operation *op) const {
  llvm::SetVector<Value> captured;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *nested) {
      if (Value reduced = reducedLoads.lookup(nested); reduced && isActive(reduced))
        captured.insert(reduced);
      for (Value operand : nested->getOperands())
        if (isActive(operand) && !op->isAncestor(operand.getParentBlock()->getParentOp()))
          captured.insert(operand);
    });
  return captured.takeVector();
}

//===----------------------------------------------------------------------===//
// Operations without regions
//===----------------------------------------------------------------------===//

void ReverseSweep::visitRule(Operation *op, Adjoints &adjoints) {
  Value adjoint = adjoints.lookup(op->getResult(0));
  if (!adjoint)
    return;
  Location location = op->getLoc();
  auto widened = [&](Value value) {
    Value there = computed.find(value);
    bool isFloat = isa<FloatType>(there.getType());
    return isFloat ? convertFloat(builder, location, there, derivativeType(there.getType())) : there;
  };
  for (OpOperand &operand : op->getOpOperands()) {
    const OperandRule *rule = findOperandRule(op, operand.getOperandNumber());
    if (!rule || !isActive(operand.get()))
      continue;
    Application at{op, {}, rule->uses & kUsesResult ? widened(op->getResult(0)) : Value()};
    for (auto [index, value] : llvm::enumerate(op->getOperands()))
      at.operands.push_back(rule->uses >> index & 1 ? widened(value) : Value());
    Value product = applyRule(builder, *rule, at, adjoint);
    add(adjoints, operand.get(), convertFloat(builder, location, product, derivativeType(operand.get().getType())));
  }
}

void ReverseSweep::addToShadow(Value shadow, ValueRange indices, Value adjoint, bool isPlain, Location location) {
  Type element = cast<MemRefType>(shadow.getType()).getElementType();
  if (!isPlain) {
    memref::AtomicRMWOp::create(builder, location, arith::AtomicRMWKind::addf,
                                convertFloat(builder, location, adjoint, element), shadow, indices);
    return;
  }
  Value before = memref::LoadOp::create(builder, location, shadow, indices);
  Value sum = FloatBuilder(builder, location).add(convertFloat(builder, location, before, adjoint.getType()), adjoint);
  memref::StoreOp::create(builder, location, convertFloat(builder, location, sum, element), shadow, indices);
}

void ReverseSweep::visitLoad(memref::LoadOp load, Adjoints &adjoints) {
  Value adjoint = adjoints.lookup(load);
  if (load == gatheredLoad)
    return add(adjoints, gatheredArray, adjoint);
  if (gatheredLoad || gathers.contains(load))
    return;
  if (Value reduced = reducedLoads.lookup(load))
    return add(adjoints, reduced, adjoint);
  Value shadow = adjoint ? signature.find(builder, load.getMemRef()) : Value();
  if (!shadow)
    return;
  const bool isPlain = plainLoads.contains(load);
  accumulations.add(isPlain ? AccumulationKind::plain : AccumulationKind::atomic, shadow, load.getLoc());
  addToShadow(shadow, computed.findAll(load.getIndices()), adjoint, isPlain, load.getLoc());
}

void ReverseSweep::visitWrite(qd::ElementAccess access, Adjoints &adjoints) {
  Location location = access->getLoc();
  Value written = writtenValue(access), shadow = signature.find(builder, access.getArray());
  Values indices = computed.findAll(access.getIndices());
  Value taken = memref::LoadOp::create(builder, location, shadow, indices);
  Value adjoint = convertFloat(builder, location, taken, derivativeType(written.getType()));
  if (isExtremeUpdate(access))
    adjoint = takeShare(access, indices, adjoint);
  add(adjoints, written, adjoint);
  if (isa<memref::StoreOp>(access.getOperation()) && !gatheredLoad)
    memref::StoreOp::create(builder, location, zero(taken.getType(), location), shadow, indices);
}

//===----------------------------------------------------------------------===//
// Blocks and shadows
//===----------------------------------------------------------------------===//

static bool holdsExtremeUpdate(Operation *op) {
  WalkResult result = op->walk(
      [](Operation *nested) { return isExtremeUpdate(nested) ? WalkResult::interrupt() : WalkResult::advance(); });
  return result.wasInterrupted();
}

void ReverseSweep::visit(Operation *op, Adjoints &adjoints) {
  if (!updates.in(op).empty())
    return visitUpdating(op, adjoints);
  if (!isCounting || holdsExtremeUpdate(op))
    visitOne(op, adjoints);
}

void ReverseSweep::visitOne(Operation *op, Adjoints &adjoints) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](auto) { visitBranches(op, adjoints); })
      .Case([&](scf::ForOp loop) { visitFor(loop, adjoints); })
      .Case([&](scf::WhileOp loop) { visitWhile(loop, adjoints); })
      .Case([&](qd::ForOp loop) { visitParallel(loop, adjoints); })
      .Case([&](memref::LoadOp load) { visitLoad(load, adjoints); })
      .Case([&](qd::ElementAccess access) { isCounting ? countUpdate(access) : visitWrite(access, adjoints); })
      .Default([&](Operation *) { visitRule(op, adjoints); });
}

void ReverseSweep::clearArray(Value array, Location location) {
  OpBuilder::InsertionGuard guard(builder);
  auto type = cast<MemRefType>(array.getType());
  Value none = zero(type.getElementType(), location);
  Value first = arith::ConstantIndexOp::create(builder, location, 0);
  Value step = arith::ConstantIndexOp::create(builder, location, 1);
  Values indices;
  for (int64_t extent : type.getShape()) {
    Value end = arith::ConstantIndexOp::create(builder, location, extent);
    auto loop = scf::ForOp::create(builder, qd::gradientLoopLocation(location), first, end, step);
    indices.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  memref::StoreOp::create(builder, location, none, array, indices);
}

void ReverseSweep::makeShadows(Block &block) {
  if (isCounting)
    return;
  // The sweep may stand in the same block.
  SmallVector<memref::AllocaOp> allocations(block.getOps<memref::AllocaOp>());
  for (memref::AllocaOp array : allocations) {
    if (!activity.hasShadow(array))
      continue;
    auto type = cast<MemRefType>(array.getType());
    auto shadowType = MemRefType::get(type.getShape(), derivativeType(type.getElementType()));
    Value shadow;
    {
      OpBuilder::InsertionGuard atStart(builder);
      if (!isa<qd::KernelOp>(arrays->getParentOp()))
        builder.setInsertionPointToStart(arrays);
      shadow = memref::AllocaOp::create(builder, array.getLoc(), shadowType);
    }
    signature.addLocal(array, shadow);
    clearArray(shadow, array.getLoc());
  }
}

void ReverseSweep::makeTemporaryShadows() {
  SmallVector<memref::AllocOp> temporaries(kernel.getBody().getOps<memref::AllocOp>());
  for (memref::AllocOp temporary : temporaries) {
    if (!activity.hasShadow(temporary))
      continue;
    Location location = temporary.getLoc();
    Type element = derivativeType(temporary.getType().getElementType());
    Value shadow = makeZeros(builder, location, temporary, element);
    signature.addLocal(temporary, shadow);
  }
  signature.addOwnShadows(builder, [&](Value argument) { return computed.find(argument); });
}

void ReverseSweep::visitBlock(Block &block, Adjoints &adjoints) {
  makeShadows(block);
  // The sweep may stand in the same block, after what it reverses.
  SmallVector<Operation *> operations;
  for (Operation &op : block.without_terminator())
    if (plan.isReversed(&op))
      operations.push_back(&op);
  for (Operation *op : llvm::reverse(operations))
    visit(op, adjoints);
}

void ReverseSweep::run(ArrayRef<BlockArgument> arguments) {
  Block &body = kernel.getBody().front();
  auto returned = cast<qd::ReturnOp>(body.getTerminator());
  computed.compute(body);
  makeTemporaryShadows();
  Adjoints adjoints;
  for (auto [index, value] : llvm::enumerate(returned.getResults()))
    if (Value seed = signature.seed(index))
      add(adjoints, value, convertFloat(builder, value.getLoc(), seed, derivativeType(value.getType())));
  visitBlock(body, adjoints);
  for (BlockArgument argument : arguments) {
    Value adjoint = adjoints.lookup(argument);
    if (!adjoint)
      continue;
    Value shadow = signature.find(builder, argument);
    if (!accumulations.contain(shadow))
      accumulations.add(AccumulationKind::plain, shadow, argument.getLoc());
    addToShadow(shadow, {}, adjoint, /*isPlain=*/true, argument.getLoc());
  }
  accumulations.store(cast<qd::KernelOp>(builder.getInsertionBlock()->getParentOp()));
}
