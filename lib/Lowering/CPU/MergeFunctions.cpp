//===- MergeFunctions.cpp - From private copies to the array --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most elements of a sparse task's copies are neutral, so a block is looked at
// as one vector first.
//
//===----------------------------------------------------------------------===//
#include "MergeFunctions.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/Common/Folds.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>

using namespace mlir;
using Kind = arith::AtomicRMWKind;

namespace qdc {

namespace {

/// The body of a merge function, from its slots on.
struct MergeBuilder {
  MergeBuilder(OpBuilder &builder, Location location, Kind kind, Type element, Value slots)
      : builder(builder), location(location), kind(kind), element(element),
        bits(builder.getIntegerType(memoryType(element).getIntOrFloatBitWidth())),
        neutral(builder.getIntegerAttr(bits, neutralBits(kind, element).trunc(bits.getIntOrFloatBitWidth()))),
        array(slot(slots, QD_MERGE_SLOT_ARRAY, slots.getType())),
        firstCopy(slot(slots, QD_MERGE_SLOT_FIRST_COPY, slots.getType())),
        stride(slot(slots, QD_MERGE_SLOT_STRIDE, builder.getI64Type())),
        copies(slot(slots, QD_MERGE_SLOT_COPIES, builder.getI64Type())), i64{builder, location} {}

  /// Merges the blocks [begin, end).
  void mergeBlocks(Value begin, Value end) {
    forEach(begin, end, {}, [&](Value block, ValueRange) -> SmallVector<Value> {
      Value first = arith::MulIOp::create(builder, location, block, i64.constant(QDC_MERGE_BLOCK));
      auto touched = scf::IfOp::create(builder, location, isTouched(first), /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(touched.thenBlock());
      Value last = arith::AddIOp::create(builder, location, first, i64.constant(QDC_MERGE_BLOCK));
      forEach(first, last, {}, [&](Value index, ValueRange) -> SmallVector<Value> {
        mergeElement(index);
        return {};
      });
      return {};
    });
  }

private:
  using Body = llvm::function_ref<SmallVector<Value>(Value, ValueRange)>;

  Value slot(Value slots, int32_t index, Type type) {
    Value address = LLVM::GEPOp::create(builder, location, slots.getType(), builder.getI64Type(), slots,
                                        ArrayRef<LLVM::GEPArg>{index});
    return loadElement(builder, location, type, address);
  }

  /// A loop from `lower` below `upper`; `body` gives what the next iteration receives.
  scf::ForOp forEach(Value lower, Value upper, ValueRange carried, Body body) {
    return scf::ForOp::create(builder, location, lower, upper, i64.constant(1), carried,
                              [&](OpBuilder &, Location, Value index, ValueRange values) {
                                scf::YieldOp::create(builder, location, body(index, values));
                              });
  }

  /// The address of element `index` of copy `copy`.
  Value inCopy(Value copy, Value index) {
    Value before = arith::MulIOp::create(builder, location, copy, stride);
    return elementAddress(builder, location, firstCopy, element,
                          arith::AddIOp::create(builder, location, before, index));
  }

  /// Whether an element of the block that starts at `first` is not neutral in some copy.
  Value isTouched(Value first) {
    auto block = VectorType::get(QDC_MERGE_BLOCK, bits);
    unsigned alignment =
        std::min<unsigned>(QDC_ALLOCATION_ALIGNMENT, QDC_MERGE_BLOCK * bits.getIntOrFloatBitWidth() / 8);
    Value splat = arith::ConstantOp::create(builder, location, DenseElementsAttr::get(block, neutral.getValue()));
    Value zero = arith::ConstantOp::create(builder, location, builder.getZeroAttr(block));
    auto loop = forEach(i64.constant(0), copies, zero, [&](Value copy, ValueRange seen) -> SmallVector<Value> {
      Value values = LLVM::LoadOp::create(builder, location, block, inCopy(copy, first), alignment);
      Value difference = arith::XOrIOp::create(builder, location, values, splat);
      return {arith::OrIOp::create(builder, location, seen.front(), difference)};
    });
    Value any = LLVM::vector_reduce_or::create(builder, location, bits, loop.getResult(0));
    Value none = arith::ConstantOp::create(builder, location, builder.getIntegerAttr(bits, 0));
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, any, none);
  }

  /// Folds the copies of an element in order, and what they give into the array.
  void mergeElement(Value index) {
    Value neutralInMemory = arith::ConstantOp::create(builder, location, neutral);
    auto loop =
        forEach(i64.constant(0), copies, neutralInMemory, [&](Value copy, ValueRange sum) -> SmallVector<Value> {
          Value address = inCopy(copy, index);
          Value value = LLVM::LoadOp::create(builder, location, bits, address);
          LLVM::StoreOp::create(builder, location, neutralInMemory, address);
          Value folded =
              arith::getReductionOp(kind, builder, location, fromBits(builder, location, sum.front(), element),
                                    fromBits(builder, location, value, element));
          return {toBits(builder, location, folded)};
        });
    Value sum = loop.getResult(0);
    Value touched = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, sum, neutralInMemory);
    auto conditional = scf::IfOp::create(builder, location, touched, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(conditional.thenBlock());
    foldAtomically(builder, location, kind, fromBits(builder, location, sum, element),
                   arrayAt(builder, location, MemRefType::get({ShapedType::kDynamic}, element), array), index);
  }

  OpBuilder &builder;
  Location location;
  Kind kind;
  Type element, bits; // in the array, and an integer of its size
  IntegerAttr neutral;
  Value array, firstCopy, stride, copies; // the slots
  I64Builder i64;
};

} // namespace

FlatSymbolRefAttr mergeFunction(ModuleOp module, Kind kind, Type element) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  std::string name;
  llvm::raw_string_ostream(name) << "qdc.merge." << arith::stringifyAtomicRMWKind(kind) << "." << element;
  FlatSymbolRefAttr symbol = FlatSymbolRefAttr::get(builder.getStringAttr(name));
  if (module.lookupSymbol(name))
    return symbol;
  Location location = builder.getUnknownLoc();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext()), i64 = builder.getI64Type();
  auto function =
      func::FuncOp::create(builder, location, name, builder.getFunctionType({pointer, pointer, i64, i64}, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  func::ReturnOp end = func::ReturnOp::create(builder, location);
  builder.setInsertionPoint(end);
  MergeBuilder(builder, location, kind, element, body->getArgument(0))
      .mergeBlocks(body->getArgument(2), body->getArgument(3));
  return symbol;
}

} // namespace qdc
