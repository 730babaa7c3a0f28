//===- ForwardMode.cpp - Tangents next to values --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Forward/ForwardMode.h"
#include "AutoDiff/Analysis/Refusals.h"
#include "AutoDiff/Rules/Extremes.h"
#include "AutoDiff/Rules/Rules.h"
#include "AutoDiff/Shadows/Signature.h"
#include "qdc/Analysis/TripBounds.h"
#include "qdc/Dialect/QD/IR/MakeTemporary.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;

namespace {

/// Works on one kernel. Operations with regions that carry floats are made anew, with more results; their blocks move.
class TangentBuilder {
public:
  TangentBuilder(qd::KernelOp kernel, const Activity &activity)
      : kernel(kernel), activity(activity), builder(kernel.getContext()),
        signature(kernel, kernel.getArguments(), activity, kTangent) {}

  LogicalResult run();

private:
  void visitBlock(Block &block);
  void visit(Operation *op);
  void visitRule(Operation *op);
  void visitAccess(qd::ElementAccess access);
  void visitAllocation(Operation *allocation);
  void visitBranches(Operation *op);
  void visitFor(scf::ForOp loop);
  void visitWhile(scf::WhileOp loop);
  void visitParallel(qd::ForOp loop);
  /// Of a result that is the largest or smallest of what iterations give: that, and the tangents, in temporaries.
  struct Extreme {
    unsigned index;
    Value numbers, tangents;
  };
  /// Makes the temporaries; nothing after an error.
  std::optional<Extreme> keepTerms(qd::ForOp loop, unsigned index);
  SmallVector<Value> findSlot(qd::ForOp loop);
  /// The tangent of an extreme.
  Value addTaken(qd::ForOp loop, const Extreme &extreme);
  void visitReturn(qd::ReturnOp op);

  /// The tangent of a value; null: 0.
  Value find(Value value) const { return tangents.lookup(value); }
  /// The same as a value of the type that tangents of `like` have.
  Value tangentOf(Value like, Location location);
  /// The positions of active values.
  SmallVector<unsigned> activeOf(ValueRange values) const;
  /// Adds block arguments for the tangents of active ones.
  void addArguments(Block &block, ValueRange arguments);
  /// Adds the tangents of those operands at positions `which` after them.
  void extendTerminator(Block &block, unsigned firstOperand, ArrayRef<unsigned> which, ArrayRef<Type> types);
  /// Puts `extended`, whose results begin with those of `op`, in its place; the tangents are its last results.
  void replace(Operation *op, Operation *extended, ArrayRef<unsigned> which);

  qd::KernelOp kernel;
  const Activity &activity;
  OpBuilder builder;
  Signature signature;
  llvm::DenseMap<Value, Value> tangents;
  bool isRight = true;
};

} // namespace

static SmallVector<Type> tangentTypes(ValueRange values, ArrayRef<unsigned> which) {
  return llvm::map_to_vector(which, [&](unsigned index) { return derivativeType(values[index].getType()); });
}

Value TangentBuilder::tangentOf(Value like, Location location) {
  if (Value tangent = find(like))
    return tangent;
  return FloatBuilder(builder, location).constant(derivativeType(like.getType()), 0.0);
}

SmallVector<unsigned> TangentBuilder::activeOf(ValueRange values) const {
  SmallVector<unsigned> positions;
  for (auto [index, value] : llvm::enumerate(values))
    if (activity.isActive(value))
      positions.push_back(index);
  return positions;
}

void TangentBuilder::addArguments(Block &block, ValueRange arguments) {
  SmallVector<Value> primal(arguments.begin(), arguments.end());
  for (Value argument : primal)
    if (activity.isActive(argument))
      tangents[argument] = block.addArgument(derivativeType(argument.getType()), argument.getLoc());
}

void TangentBuilder::extendTerminator(Block &block, unsigned firstOperand, ArrayRef<unsigned> which,
                                      ArrayRef<Type> types) {
  Operation *terminator = block.getTerminator();
  builder.setInsertionPoint(terminator);
  SmallVector<Value> added;
  for (unsigned index : which)
    added.push_back(tangentOf(terminator->getOperand(firstOperand + index), terminator->getLoc()));
  terminator->insertOperands(terminator->getNumOperands(), added);
}

void TangentBuilder::replace(Operation *op, Operation *extended, ArrayRef<unsigned> which) {
  extended->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  unsigned count = op->getNumResults();
  for (auto [position, index] : llvm::enumerate(which))
    tangents[extended->getResult(index)] = extended->getResult(count + position);
  op->replaceAllUsesWith(extended->getResults().take_front(count));
  op->erase();
}

//===----------------------------------------------------------------------===//
// Operations without regions
//===----------------------------------------------------------------------===//

void TangentBuilder::visitRule(Operation *op) {
  if (!activity.hasActive(op->getResults()))
    return;
  builder.setInsertionPointAfter(op);
  Location location = op->getLoc();
  Type type = derivativeType(op->getResult(0).getType());
  auto widened = [&](Value value) {
    return isa<FloatType>(value.getType()) ? convertFloat(builder, location, value, derivativeType(value.getType()))
                                           : value;
  };
  Value sum;
  for (OpOperand &operand : op->getOpOperands()) {
    const OperandRule *rule = findOperandRule(op, operand.getOperandNumber());
    Value tangent = find(operand.get());
    if (!rule || !tangent)
      continue;
    Application at{op, {}, rule->uses & kUsesResult ? widened(op->getResult(0)) : Value()};
    for (auto [index, value] : llvm::enumerate(op->getOperands()))
      at.operands.push_back(rule->uses >> index & 1 ? widened(value) : Value());
    Value part = applyRule(builder, *rule, at, convertFloat(builder, location, tangent, type));
    sum = sum ? FloatBuilder(builder, location).add(sum, part) : part;
  }
  if (sum)
    tangents[op->getResult(0)] = sum;
}

void TangentBuilder::visitAccess(qd::ElementAccess access) {
  Operation *op = access.getOperation();
  Location location = op->getLoc();
  bool isLoad = isa<memref::LoadOp>(op);
  if (!activity.hasShadow(access.getArray()) || (isLoad && !activity.isActive(op->getResult(0))) ||
      access.getAccessKind() == AccessKind::volatileLoad)
    return;
  builder.setInsertionPointAfter(op);
  Value shadow = signature.find(builder, access.getArray());
  Type element = cast<MemRefType>(shadow.getType()).getElementType();
  SmallVector<Value> indices(access.getIndices());
  if (isLoad) {
    Value tangent = memref::LoadOp::create(builder, location, shadow, indices);
    tangents[op->getResult(0)] = convertFloat(builder, location, tangent, derivativeType(element));
    return;
  }
  Value written = writtenValue(access);
  if (isAtomicAddition(op)) {
    if (Value tangent = find(written))
      memref::AtomicRMWOp::create(builder, location, arith::AtomicRMWKind::addf,
                                  convertFloat(builder, location, tangent, element), shadow, indices);
    return;
  }
  Value tangent = convertFloat(builder, location, tangentOf(written, location), element);
  memref::StoreOp::create(builder, location, tangent, shadow, indices);
}

void TangentBuilder::visitAllocation(Operation *allocation) {
  if (!activity.hasShadow(allocation->getResult(0)))
    return;
  builder.setInsertionPointAfter(allocation);
  signature.addLocal(allocation->getResult(0), builder.clone(*allocation)->getResult(0));
}

void TangentBuilder::visitReturn(qd::ReturnOp op) {
  builder.setInsertionPoint(op);
  SmallVector<Value> added;
  for (Value returned : op.getResults())
    if (isa<FloatType>(returned.getType()))
      added.push_back(convertFloat(builder, op.getLoc(), tangentOf(returned, op.getLoc()), returned.getType()));
  for (Value tangent : added) {
    LogicalResult inserted = kernel.insertResult(kernel.getNumResults(), tangent.getType(), {});
    assert(succeeded(inserted) && "the type of a kernel can be made anew");
    (void)inserted;
  }
  op->insertOperands(op->getNumOperands(), added);
}

//===----------------------------------------------------------------------===//
// Operations with regions
//===----------------------------------------------------------------------===//

void TangentBuilder::visitBranches(Operation *op) {
  SmallVector<unsigned> active = activeOf(op->getResults());
  if (active.empty()) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visitBlock(block);
    return;
  }
  SmallVector<Type> added = tangentTypes(op->getResults(), active);
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, added);
  builder.setInsertionPoint(op);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(types);
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *extended = builder.create(state);
  for (Region &region : extended->getRegions())
    for (Block &block : region) {
      visitBlock(block);
      extendTerminator(block, 0, active, added);
    }
  replace(op, extended, active);
}

void TangentBuilder::visitFor(scf::ForOp loop) {
  SmallVector<unsigned> active = activeOf(loop.getRegionIterArgs());
  if (active.empty())
    return visitBlock(*loop.getBody());
  SmallVector<Type> added = tangentTypes(loop.getRegionIterArgs(), active);
  builder.setInsertionPoint(loop);
  SmallVector<Value> inits(loop.getInitArgs());
  for (unsigned index : active)
    inits.push_back(tangentOf(loop.getInitArgs()[index], loop.getLoc()));
  auto extended = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
                                     inits, nullptr, loop.getUnsignedCmp());
  SmallVector<Value> arguments(loop.getRegionIterArgs());
  extended.getRegion().takeBody(loop.getRegion());
  Block &body = extended.getRegion().front();
  addArguments(body, arguments);
  visitBlock(body);
  extendTerminator(body, 0, active, added);
  replace(loop, extended, active);
}

void TangentBuilder::visitWhile(scf::WhileOp loop) {
  SmallVector<Value> before(loop.getBeforeArguments()), after(loop.getAfterArguments());
  SmallVector<unsigned> activeBefore = activeOf(before), activeAfter = activeOf(after);
  // What is passed on goes to the second region and to the results: a tangent of either goes to both.
  for (unsigned index : activeOf(loop.getResults()))
    if (!llvm::is_contained(activeAfter, index))
      activeAfter.push_back(index);
  llvm::sort(activeAfter);
  SmallVector<Type> typesBefore = tangentTypes(before, activeBefore), typesAfter = tangentTypes(after, activeAfter);
  builder.setInsertionPoint(loop);
  SmallVector<Value> inits(loop.getInits());
  for (unsigned index : activeBefore)
    inits.push_back(tangentOf(loop.getInits()[index], loop.getLoc()));
  SmallVector<Type> types(loop->getResultTypes());
  llvm::append_range(types, typesAfter);
  auto extended = scf::WhileOp::create(builder, loop.getLoc(), types, inits);
  extended.getBefore().takeBody(loop.getBefore());
  extended.getAfter().takeBody(loop.getAfter());

  Block &first = extended.getBefore().front(), &second = extended.getAfter().front();
  for (unsigned index : activeBefore)
    tangents[before[index]] = first.addArgument(derivativeType(before[index].getType()), loop.getLoc());
  visitBlock(first);
  extendTerminator(first, /*firstOperand=*/1, activeAfter, typesAfter);
  for (unsigned index : activeAfter)
    tangents[after[index]] = second.addArgument(derivativeType(after[index].getType()), loop.getLoc());
  visitBlock(second);
  extendTerminator(second, 0, activeBefore, typesBefore);
  replace(loop, extended, activeAfter);
}

std::optional<TangentBuilder::Extreme> TangentBuilder::keepTerms(qd::ForOp loop, unsigned index) {
  Type type = loop.getResult(index).getType();
  SmallVector<Value> extents = llvm::map_to_vector(
      axesOf(loop), [&](const TripRange &axis) { return boundTrips(builder, loop.getLoc(), axis); });
  if (llvm::is_contained(extents, Value())) {
    loop.emitOpError()
        << "reduces floats that are differentiated by '" << qd::stringifyReduceKind(loop.getReduceKinds()[index])
        << "' over a range that constants, arguments and shapes do not bound; forward mode needs a bound, "
           "for example by arith.minsi with an argument";
    return std::nullopt;
  }
  Value numbers = qd::makeTemporary(builder, loop.getLoc(), extents, type);
  return Extreme{index, numbers, qd::makeTemporary(builder, loop.getLoc(), extents, derivativeType(type))};
}

SmallVector<Value> TangentBuilder::findSlot(qd::ForOp loop) {
  return llvm::map_to_vector(axesOf(loop),
                             [&](const TripRange &axis) { return numberTrip(builder, loop.getLoc(), axis); });
}

Value TangentBuilder::addTaken(qd::ForOp loop, const Extreme &extreme) {
  Location location = loop.getLoc();
  Value result = loop.getResult(extreme.index);
  Type type = derivativeType(result.getType());
  SmallVector<Type> types{type, builder.getI64Type()};
  auto adding = qd::ForOp::create(builder, location, loop.getLowerBounds(), loop.getUpperBounds(), loop.getSteps(),
                                  types, {qd::ReduceKind::addf, qd::ReduceKind::addi});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&adding.getBody().front());
    SmallVector<Value> slot = findSlot(adding);
    Value number = memref::LoadOp::create(builder, location, extreme.numbers, slot);
    Value tangent = memref::LoadOp::create(builder, location, extreme.tangents, slot);
    SmallVector<Value> parts{selectIfExtreme(builder, location, number, result, tangent),
                             countIfExtreme(builder, location, number, result)};
    qd::YieldOp::create(builder, location, parts);
  }
  return divideEvenly(builder, location, adding.getResult(0), adding.getResult(1));
}

/// The tangent of a sum is a sum in the same loop. That of an extreme needs the extreme first: a second loop has it.
void TangentBuilder::visitParallel(qd::ForOp loop) {
  SmallVector<unsigned> sums;
  SmallVector<Extreme> extremes;
  SmallVector<qd::ReduceKind> kinds = loop.getReduceKinds();
  builder.setInsertionPoint(loop);
  for (unsigned index : activeOf(loop.getResults())) {
    if (!isExtreme(kinds[index])) {
      sums.push_back(index);
      continue;
    }
    std::optional<Extreme> extreme = keepTerms(loop, index);
    isRight &= extreme.has_value();
    if (extreme)
      extremes.push_back(*extreme);
  }
  if (sums.empty() && extremes.empty())
    return visitBlock(loop.getBody().front());
  SmallVector<Type> added = tangentTypes(loop.getResults(), sums), types(loop.getResultTypes());
  llvm::append_range(types, added);
  kinds.append(sums.size(), qd::ReduceKind::addf);
  auto extended = qd::ForOp::create(builder, loop.getLoc(), loop.getLowerBounds(), loop.getUpperBounds(),
                                    loop.getSteps(), types, kinds);
  extended.setBlockDimAttr(loop.getBlockDimAttr());
  extended.setNameAttr(loop.getNameAttr());
  extended.getBody().takeBody(loop.getBody());
  Block &body = extended.getBody().front();
  visitBlock(body);
  extendTerminator(body, 0, sums, added);
  for (const Extreme &extreme : extremes) {
    Value number = body.getTerminator()->getOperand(extreme.index);
    SmallVector<Value> slot = findSlot(extended);
    memref::StoreOp::create(builder, loop.getLoc(), number, extreme.numbers, slot);
    memref::StoreOp::create(builder, loop.getLoc(), tangentOf(number, loop.getLoc()), extreme.tangents, slot);
  }
  replace(loop, extended, sums);
  builder.setInsertionPointAfter(extended);
  for (const Extreme &extreme : extremes)
    tangents[extended.getResult(extreme.index)] = addTaken(extended, extreme);
}

void TangentBuilder::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) { visitFor(loop); })
      .Case([&](scf::WhileOp loop) { visitWhile(loop); })
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](auto) { visitBranches(op); })
      .Case([&](qd::ForOp loop) { visitParallel(loop); })
      .Case([&](qd::DoWhileOp loop) { visitBlock(loop.getBody().front()); })
      .Case([&](qd::ElementAccess access) { visitAccess(access); })
      .Case<memref::AllocaOp, memref::AllocOp>([&](Operation *allocation) { visitAllocation(allocation); })
      .Case([&](qd::ReturnOp returned) { visitReturn(returned); })
      .Default([&](Operation *) {
        if (!op->hasTrait<OpTrait::IsTerminator>())
          visitRule(op);
      });
}

void TangentBuilder::visitBlock(Block &block) {
  SmallVector<Operation *> operations;
  for (Operation &op : block)
    operations.push_back(&op);
  for (Operation *op : operations)
    visit(op);
}

LogicalResult TangentBuilder::run() {
  builder.setInsertionPointToStart(&kernel.getBody().front());
  signature.addOwnShadows(builder, [](Value argument) { return argument; });
  for (BlockArgument argument : kernel.getArguments())
    if (isa<FloatType>(argument.getType()))
      if (Value tangent = signature.find(builder, argument)) {
        builder.setInsertionPointToStart(&kernel.getBody().front());
        tangents[argument] = convertFloat(builder, argument.getLoc(), tangent, derivativeType(argument.getType()));
      }
  visitBlock(kernel.getBody().front());
  return success(isRight);
}

LogicalResult qdc::autodiff::addTangents(qd::KernelOp kernel, const qd::DerivativeRequest &request) {
  Activity activity(kernel, request);
  if (failed(verifyReached(kernel, activity, request)) ||
      failed(verifyDifferentiable(kernel, activity, qd::DerivativeMode::forward)) ||
      failed(verifyNames(kernel, activity, kTangent)))
    return failure();
  return TangentBuilder(kernel, activity).run();
}
