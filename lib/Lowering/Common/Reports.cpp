//===- Reports.cpp - Prints, and what fails -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/Reports.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/Assertions.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

namespace {

/// Accesses to the fields of a buffer in bytes; `builder` moves along.
struct Buffer {
  OpBuilder &builder;
  Location location;
  Value bytes; // memref<?xi8>

  I64Builder i64() { return {builder, location}; }

  Value constant32(int64_t value) { return arith::ConstantIntOp::create(builder, location, value, 32); }

  /// A 32-bit field of the header as i64.
  Value readField(size_t offset) {
    auto scope = qd::ScopeAttr::get(builder.getContext(), qd::Scope::device);
    Value value = qd::FlatLoadOp::create(builder, location, builder.getI32Type(), bytes, i64().constant(offset),
                                         /*isVolatile=*/false, /*isInvariant=*/false, scope);
    return arith::ExtUIOp::create(builder, location, builder.getI64Type(), value);
  }

  /// Adds to a 32-bit field of the header; the old value as i64.
  Value addToField(size_t offset, int32_t amount) {
    Value old = qd::FlatAtomicRMWOp::create(builder, location, arith::AtomicRMWKind::addi, qd::Scope::device,
                                            constant32(amount), bytes, i64().constant(offset));
    return arith::ExtUIOp::create(builder, location, builder.getI64Type(), old);
  }

  void store(Value value, Value offset) { qd::FlatStoreOp::create(builder, location, value, bytes, offset); }
};

/// A value as a slot holds a scalar.
Value toWord(I64Builder i64, Value value) {
  OpBuilder &builder = i64.builder;
  Type type = value.getType();
  if (type.isIndex())
    return i64.fromInteger(value);
  if (isa<FloatType>(type))
    value =
        arith::BitcastOp::create(builder, i64.location, builder.getIntegerType(type.getIntOrFloatBitWidth()), value);
  if (value.getType() == builder.getI64Type())
    return value;
  return arith::ExtUIOp::create(builder, i64.location, builder.getI64Type(), value);
}

void lowerPrint(qd::PrintOp op, Value flat, Value bytes) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  Buffer buffer{builder, location, bytes};
  int32_t words = 2 + static_cast<int32_t>(op.getValues().size());

  // Once the buffer is full nothing is reserved any more, so that `used` cannot wrap around.
  Value capacity = buffer.readField(offsetof(qd_print_buffer, capacity));
  Value notFull = buffer.i64().less(buffer.readField(offsetof(qd_print_buffer, used)), capacity);
  auto reserve = scf::IfOp::create(builder, location, builder.getI64Type(), notFull, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(reserve.thenBlock());
  scf::YieldOp::create(builder, location, buffer.addToField(offsetof(qd_print_buffer, used), words));
  builder.setInsertionPointToStart(reserve.elseBlock());
  scf::YieldOp::create(builder, location, capacity);

  builder.setInsertionPointAfter(reserve);
  Value first = reserve.getResult(0);
  Value tooLong = buffer.i64().less(capacity, buffer.i64().add(first, buffer.i64().constant(words)));
  auto write = scf::IfOp::create(builder, location, tooLong, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(write.thenBlock());
  buffer.addToField(offsetof(qd_print_buffer, dropped), 1);
  builder.setInsertionPointToStart(write.elseBlock());
  I64Builder i64 = buffer.i64();
  auto writeWord = [&](int64_t position, Value word) {
    Value index = i64.add(first, i64.constant(position));
    buffer.store(word, i64.add(i64.mul(index, i64.constant(QDC_WORD_BYTES)), i64.constant(sizeof(qd_print_buffer))));
  };
  writeWord(0, i64.constant((int64_t(*op.getSite()) + 1) | int64_t(op.getValues().size()) << 32));
  writeWord(1, flat);
  for (auto [index, value] : llvm::enumerate(op.getValues()))
    writeWord(2 + index, toWord(i64, value));
  op.erase();
}

/// An assert or a check; `values` are what it reports.
template <typename Op>
void lowerAssert(Op op, uint32_t code, ValueRange values, Value flat, Value bytes) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  auto leave = qd::LeaveUnlessOp::create(builder, location, op.getCondition());
  builder.setInsertionPointToEnd(&leave.getBody().front());
  if (!op->hasAttr(qd::isUnreportedAttr))
    createFailure(builder, location, bytes, code, *op.getSite(), flat, values);
  qd::LeaveOp::create(builder, location);
  op.erase();
}

/// The number of the iteration that `op`, which has a site if `isNumbered`, is in; null after an error.
Value findIteration(Operation *op, bool isNumbered, Value buffer, StringRef bufferName) {
  auto iteration = op->getParentOfType<qd::IterationOp>();
  if (!isNumbered)
    op->emitOpError("has no site: run 'qd-number-sites' first");
  else if (!buffer)
    op->emitOpError("stands in a task without ") << bufferName << ": run 'qd-expand-task-parameters' first";
  else if (!iteration)
    op->emitOpError("stands in no iteration; accepted: in the loop of a parallel task, or in a serial task");
  else
    return iteration.getFlat();
  return {};
}

} // namespace

static Value loadNoError(OpBuilder &builder, Location location, Value record, bool isVolatile) {
  static_assert(offsetof(qd_error_record, code) == 0, "the code is read from the record's address");
  Value code = qd::FlatLoadOp::create(builder, location, builder.getI32Type(), record,
                                      I64Builder{builder, location}.constant(0), isVolatile);
  Value none = arith::ConstantIntOp::create(builder, location, QD_ERROR_NONE, 32);
  return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, code, none);
}

Value loadNoErrorNow(OpBuilder &builder, Location location, Value record) {
  // Volatile rather than atomic: LLVM 22 cannot select an atomic load from memory that its function does not write.
  return loadNoError(builder, location, record, /*isVolatile=*/true);
}

Value loadNoErrorAtStart(OpBuilder &builder, Location location, Value record) {
  // All threads read one address. The cache that they share answers a few such loads a nanosecond, which is too few for
  // a task of many short threads; the caches nearer to them have the record as it was when the task started.
  return loadNoError(builder, location, record, /*isVolatile=*/false);
}

/// The first failure of a launch owns the record.
void createFailure(OpBuilder &builder, Location location, Value bytes, uint32_t code, uint32_t site, Value iteration,
                   ValueRange values) {
  Buffer record{builder, location, bytes};
  auto swap = qd::FlatAtomicCasOp::create(builder, location, qd::Scope::device, bytes,
                                          record.i64().constant(offsetof(qd_error_record, code)),
                                          record.constant32(QD_ERROR_NONE), record.constant32(code));
  auto write = scf::IfOp::create(builder, location, swap.getSwapped(), /*withElseRegion=*/false);
  builder.setInsertionPointToStart(write.thenBlock());
  record.store(record.constant32(site), record.i64().constant(offsetof(qd_error_record, site)));
  record.store(iteration, record.i64().constant(offsetof(qd_error_record, iteration)));
  for (auto [index, value] : llvm::enumerate(values))
    record.store(toWord(record.i64(), value),
                 record.i64().constant(offsetof(qd_error_record, values) + index * sizeof(uint64_t)));
  builder.setInsertionPointAfter(write);
}

bool hasReports(Operation *op) {
  WalkResult result =
      op->walk([](qd::NeedsSlot needs) { return needs.reports() ? WalkResult::interrupt() : WalkResult::advance(); });
  return result.wasInterrupted();
}

LogicalResult lowerReports(func::FuncOp function, const ReportBuffers &buffers) {
  WalkResult result = function.walk([&](Operation *op) {
    if (auto print = dyn_cast<qd::PrintOp>(op)) {
      Value flat = findIteration(op, print.getSite().has_value(), buffers.printBuffer, "a print buffer");
      if (!flat)
        return WalkResult::interrupt();
      lowerPrint(print, flat, buffers.printBuffer);
    } else if (auto assertion = dyn_cast<qd::AssertOp>(op)) {
      Value flat = findIteration(op, assertion.getSite().has_value(), buffers.errorRecord, "an error record");
      if (!flat)
        return WalkResult::interrupt();
      lowerAssert(assertion, QD_ERROR_ASSERT, {}, flat, buffers.errorRecord);
    } else if (auto check = dyn_cast<qd::CheckOp>(op)) {
      Value flat = findIteration(op, check.getSite().has_value(), buffers.errorRecord, "an error record");
      if (!flat)
        return WalkResult::interrupt();
      lowerAssert(check, check->hasAttr(qd::isAssertionAttr) ? QD_ERROR_ASSERT : QD_ERROR_CHECK, check.getValues(),
                  flat, buffers.errorRecord);
    } else if (auto overflow = dyn_cast<qd::AdstackOverflowOp>(op)) {
      Value flat = findIteration(op, overflow.getSite().has_value(), buffers.errorRecord, "an error record");
      if (!flat)
        return WalkResult::interrupt();
      OpBuilder builder(op);
      createFailure(builder, op->getLoc(), buffers.errorRecord, QD_ERROR_ADSTACK_OVERFLOW, *overflow.getSite(), flat,
                    overflow->getOperands());
      op->erase();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace qdc
