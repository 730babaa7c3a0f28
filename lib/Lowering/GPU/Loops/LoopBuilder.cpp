//===- LoopBuilder.cpp - Pieces of the code of loops ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopBuilder.h"

#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

LoopBuilder::LoopBuilder(OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters,
                         func::FuncOp entry)
    : builder(builder), source(source), parameters(parameters), entry(entry), location(source.node->getLoc()),
      i64{builder, location} {
  MLIRContext *context = builder.getContext();
  auto only = [&](qd::SlotKind kind) { return entry.getArgument(*parameters.find(context, kind)); };
  words = only(qd::SlotKind::workspace);
  record = only(qd::SlotKind::error_record);
  stopWord = only(qd::SlotKind::stop_word);
  for (const auto &[symbol, body] : source.bodies)
    tasksMayFail |= body.reports().errorRecord && !body.reports().errorRecord.use_empty();
}

void LoopBuilder::createPlace() {
  SmallVector<Value> place = qdc::createPlace(builder, location, source.blockThreads);
  block = place[0];
  blocks = place[1];
  thread = place[2];
}

void LoopBuilder::ifTrue(Value condition, llvm::function_ref<void()> create) {
  auto branch = scf::IfOp::create(builder, location, condition, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  create();
  builder.setInsertionPointAfter(branch);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

void LoopBuilder::callBody(const LoopBody &body, Value ofBlock, Value ofBlocks, Value own) {
  func::CallOp::create(builder, location, body.function(), argumentsOf(body, ofBlock, ofBlocks, own));
}

SmallVector<Value> LoopBuilder::argumentsOf(const LoopBody &body, Value ofBlock, Value ofBlocks, Value own) {
  SmallVector<Value> arguments;
  for (auto [slot, type] : llvm::zip(body.slots(), body.function().getArgumentTypes()))
    arguments.push_back(parameter(slot, type));
  arguments.append({ofBlock, ofBlocks, own});
  for (uint64_t word : body.words())
    arguments.push_back(known.at(word));
  return arguments;
}

void LoopBuilder::runSerialTasks(ArrayRef<const LoopBody *> tasks, Value own) {
  Value zero = i64.constant(0), one = i64.constant(1);
  for (auto [index, body] : llvm::enumerate(tasks)) {
    auto call = [&] { callBody(*body, zero, one, own); };
    Value fine = tasksMayFail && index > 0 ? loadNoErrorNow(builder, location, record) : isFine;
    ifTrue(fine, call);
  }
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

Value LoopBuilder::decideDoWhile(qd::GraphDoWhileOp loop, Value iterations, Value maximum, Value stop, Value isFirst) {
  Value isSet = readFlag(loop.getFlag());
  Value again = isSet;
  if (maximum) {
    Value isBelow = i64.less(iterations, maximum);
    again = both(isSet, isBelow);
    if (loop.getOnMax() == qd::OnMaximum::error) {
      Value isReached = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, isSet, again);
      fail(isReached, isFirst, QD_ERROR_LOOP_MAXIMUM, loop, maximum);
    }
  }
  again = checkLaunchMaximum(loop, again, iterations, isFirst);
  if (std::optional<uint64_t> word = loop.getIterationWord())
    ifTrue(isFirst, [&] { storeWord(*word, iterations); });
  if (stop)
    failIfStopped(stop, isFirst, loop, iterations);
  return again;
}

Value LoopBuilder::decideWhile(qd::GraphWhileOp loop, Value iterations, Value stop, Value isFirst) {
  Value again = checkLaunchMaximum(loop, readCondition(loop.getConditionWord()), iterations, isFirst);
  if (stop)
    failIfStopped(stop, isFirst, loop, iterations);
  return again;
}

Value LoopBuilder::checkLaunchMaximum(Operation *loop, Value wanted, Value iterations, Value isFirst) {
  Value maximum = parameter(qd::SlotAttr::get(builder.getContext(), qd::SlotKind::maximum_iterations));
  Value isAllowed = i64.less(iterations, maximum);
  Value again = both(wanted, isAllowed);
  Value isReached = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, wanted, again);
  fail(isReached, isFirst, QD_ERROR_LAUNCH_MAXIMUM, loop, maximum);
  return again;
}

Value LoopBuilder::loadStopWord() {
  // As loadNoErrorNow does, and for the same reason.
  return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), stopWord, i64.constant(0),
                                /*isVolatile=*/true);
}

void LoopBuilder::failIfStopped(Value word, Value isFirst, Operation *loop, Value iterations, Value wanted) {
  static_assert(offsetof(qd_stop_word, requested) == 0, "the low half of the word is what is compared with the other");
  Type half = builder.getI32Type();
  Value requested = arith::TruncIOp::create(builder, location, half, word);
  Value upper = arith::ShRUIOp::create(builder, location, word, i64.constant(32));
  Value answered = arith::TruncIOp::create(builder, location, half, upper);
  Value ahead = arith::SubIOp::create(builder, location, requested, answered);
  Value zero = arith::ConstantIntOp::create(builder, location, 0, 32);
  Value isStopped = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::sgt, ahead, zero);
  if (wanted)
    isStopped = both(isStopped, wanted);
  fail(isStopped, isFirst, QD_ERROR_STOPPED, loop, iterations);
}

void LoopBuilder::fail(Value condition, Value isFirst, uint32_t code, Operation *loop, Value value) {
  ifTrue(both(condition, isFirst), [&] {
    auto site = loop->getAttrOfType<IntegerAttr>("site");
    createFailure(builder, location, record, code, site ? site.getInt() : 0, value);
  });
  Value holds = arith::XOrIOp::create(builder, location, condition, constant(true));
  isFine = both(isFine, holds);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value LoopBuilder::readCondition(uint64_t offset) {
  Value byte;
  if (Value word = known.lookup(offset))
    byte = arith::TruncIOp::create(builder, location, builder.getI8Type(), word);
  else
    byte = qd::FlatLoadOp::create(builder, location, builder.getI8Type(), words, i64.constant(offset / QDC_WORD_BYTES));
  Value zero = arith::ConstantIntOp::create(builder, location, 0, 8);
  return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, byte, zero);
}

Value LoopBuilder::readFlag(qd::SlotAttr flag) {
  Value array = parameter(flag);
  Type type = cast<MemRefType>(array.getType()).getElementType();
  Type bits = type.isIndex() ? builder.getI64Type() : type.isInteger(1) ? builder.getI8Type() : type;
  Value value = qd::FlatLoadOp::create(builder, location, bits, array, i64.constant(0));
  Value zero = arith::ConstantIntOp::create(builder, location, 0, bits.getIntOrFloatBitWidth());
  return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, value, zero);
}

void LoopBuilder::storeWord(uint64_t offset, Value value) {
  qd::FlatStoreOp::create(builder, location, value, words, i64.constant(offset / QDC_WORD_BYTES));
}

} // namespace qdc
