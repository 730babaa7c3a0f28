//===- Print.cpp - Records of qd.print ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reports.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

namespace {

constexpr LLVM::AtomicOrdering relaxed = LLVM::AtomicOrdering::monotonic;

/// One qd.print; `builder` moves along.
struct PrintRecord {
  OpBuilder &builder;
  Location location;
  Value buffer; // the address of a qd_print_buffer
  StringRef atomicScope;

  I64Builder i64() { return {builder, location}; }

  Value fieldAddress(Value byteOffset) {
    return LLVM::GEPOp::create(builder, location, buffer.getType(), builder.getI8Type(), buffer,
                               ArrayRef<LLVM::GEPArg>{byteOffset});
  }
  Value fieldAddress(size_t byteOffset) { return fieldAddress(i64().constant(byteOffset)); }

  /// A 32-bit field of the header as i64.
  Value readField(size_t offset) {
    Value value = LLVM::LoadOp::create(builder, location, builder.getI32Type(), fieldAddress(offset), /*alignment=*/4,
                                       false, false, false, false, relaxed, atomicScope);
    return arith::ExtUIOp::create(builder, location, builder.getI64Type(), value);
  }

  /// Adds to a 32-bit field of the header; the old value as i64.
  Value addToField(size_t offset, int32_t amount) {
    Value old =
        LLVM::AtomicRMWOp::create(builder, location, LLVM::AtomicBinOp::add, fieldAddress(offset),
                                  arith::ConstantIntOp::create(builder, location, amount, 32), relaxed, atomicScope);
    return arith::ExtUIOp::create(builder, location, builder.getI64Type(), old);
  }

  /// A value as a slot holds a scalar.
  Value toWord(Value value) {
    Type type = value.getType();
    if (type.isIndex())
      return i64().fromInteger(value);
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(builder, location, builder.getIntegerType(type.getIntOrFloatBitWidth()), value);
    if (value.getType() == builder.getI64Type())
      return value;
    return arith::ExtUIOp::create(builder, location, builder.getI64Type(), value);
  }

  void writeWord(Value firstWord, int64_t position, Value word) {
    Value index = i64().add(firstWord, i64().constant(position));
    Value offset = i64().add(i64().mul(index, i64().constant(QDC_WORD_BYTES)), i64().constant(sizeof(qd_print_buffer)));
    LLVM::StoreOp::create(builder, location, word, fieldAddress(offset));
  }
};

void lowerPrint(qd::PrintOp op, const ChunkFunction &chunk) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  PrintRecord record{builder, location, chunk.printBuffer, chunk.atomicScope};
  int32_t words = 2 + static_cast<int32_t>(op.getValues().size());

  // Once the buffer is full nothing is reserved any more, so that `used` cannot wrap around.
  Value capacity = record.readField(offsetof(qd_print_buffer, capacity));
  Value notFull = record.i64().less(record.readField(offsetof(qd_print_buffer, used)), capacity);
  auto reserve = scf::IfOp::create(builder, location, builder.getI64Type(), notFull, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(reserve.thenBlock());
  scf::YieldOp::create(builder, location, record.addToField(offsetof(qd_print_buffer, used), words));
  builder.setInsertionPointToStart(reserve.elseBlock());
  scf::YieldOp::create(builder, location, capacity);

  builder.setInsertionPointAfter(reserve);
  Value first = reserve.getResult(0);
  Value tooLong = record.i64().less(capacity, record.i64().add(first, record.i64().constant(words)));
  auto write = scf::IfOp::create(builder, location, tooLong, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(write.thenBlock());
  record.addToField(offsetof(qd_print_buffer, dropped), 1);
  builder.setInsertionPointToStart(write.elseBlock());
  int64_t head = (int64_t(*op.getSite()) + 1) | int64_t(op.getValues().size()) << 32;
  record.writeWord(first, 0, record.i64().constant(head));
  auto iteration = op->getParentOfType<qd::IterationOp>();
  record.writeWord(first, 1, iteration ? iteration.getFlat() : chunk.flatIteration);
  for (auto [index, value] : llvm::enumerate(op.getValues()))
    record.writeWord(first, 2 + index, record.toWord(value));
  op.erase();
}

} // namespace

LogicalResult lowerPrints(ChunkFunction &chunk) {
  WalkResult result = chunk.function.walk([&](qd::PrintOp op) {
    if (!op.getSite()) {
      op.emitOpError("has no site: run 'qd-number-sites' first");
      return WalkResult::interrupt();
    }
    if (!chunk.printBuffer) {
      op.emitOpError("stands in a task without a print buffer: run 'qd-expand-task-parameters' first");
      return WalkResult::interrupt();
    }
    lowerPrint(op, chunk);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace qdc
