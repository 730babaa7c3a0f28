//===- Memory.cpp - Flat memory in the LLVM dialect -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/Memory.h"

#include "qdc/Dialect/QD/IR/Alignment.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace qdc {

Value elementAddress(OpBuilder &builder, Location location, Value pointer, Type element, Value index) {
  Value offset = I64Builder{builder, location}.fromInteger(index);
  return LLVM::GEPOp::create(builder, location, pointer.getType(), memoryType(element), pointer,
                             ArrayRef<LLVM::GEPArg>{offset}, LLVM::GEPNoWrapFlags::inbounds);
}

static void setGroup(Operation *access, LLVM::AccessGroupAttr group) {
  if (group)
    cast<LLVM::AccessGroupOpInterface>(access).setAccessGroups(ArrayAttr::get(access->getContext(), {group}));
}

Value loadElement(OpBuilder &builder, Location location, Type element, Value address, LLVM::AccessGroupAttr group) {
  auto load = LLVM::LoadOp::create(builder, location, memoryType(element), address);
  setGroup(load, group);
  return fromMemoryType(builder, location, load, element);
}

void storeElement(OpBuilder &builder, Location location, Value value, Value address, LLVM::AccessGroupAttr group) {
  setGroup(LLVM::StoreOp::create(builder, location, toMemoryType(builder, location, value), address), group);
}

Value stackArray(OpBuilder &builder, Location location, Type element, int64_t count, unsigned addressSpace) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *function = builder.getInsertionBlock()->getParentOp();
  if (!isa<func::FuncOp>(function))
    function = function->getParentOfType<func::FuncOp>();
  builder.setInsertionPointToStart(&cast<func::FuncOp>(function).getBody().front());
  Type array = LLVM::LLVMArrayType::get(memoryType(element), count);
  return LLVM::AllocaOp::create(builder, location, LLVM::LLVMPointerType::get(builder.getContext(), addressSpace),
                                array, I64Builder{builder, location}.constant(1), stackArrayAlignment);
}

Value arrayAt(OpBuilder &builder, Location location, MemRefType type, Value address) {
  return UnrealizedConversionCastOp::create(builder, location, type, address).getResult(0);
}

Value addressOf(Value array) { return array.getDefiningOp<UnrealizedConversionCastOp>().getOperand(0); }

namespace {

constexpr LLVM::AtomicOrdering relaxed = LLVM::AtomicOrdering::monotonic;

LLVM::AtomicBinOp instructionOf(arith::AtomicRMWKind kind) {
  using Kind = arith::AtomicRMWKind;
  switch (kind) {
  case Kind::addf:
    return LLVM::AtomicBinOp::fadd;
  case Kind::addi:
    return LLVM::AtomicBinOp::add;
  case Kind::andi:
    return LLVM::AtomicBinOp::_and;
  case Kind::ori:
    return LLVM::AtomicBinOp::_or;
  case Kind::xori:
    return LLVM::AtomicBinOp::_xor;
  case Kind::maxs:
    return LLVM::AtomicBinOp::max;
  case Kind::maxu:
    return LLVM::AtomicBinOp::umax;
  case Kind::mins:
    return LLVM::AtomicBinOp::min;
  case Kind::minu:
    return LLVM::AtomicBinOp::umin;
  case Kind::assign:
    return LLVM::AtomicBinOp::xchg;
  default:
    llvm_unreachable("expandAtomics has left the kinds above");
  }
}

/// Lowers one operation, in front of it.
class AccessLowering {
public:
  AccessLowering(Operation *op, const MemoryOptions &options)
      : op(op), builder(op), location(op->getLoc()), options(options) {}

  void lower(qd::FlatLoadOp load) {
    auto lowered = LLVM::LoadOp::create(builder, location, load.getType(), address(load.getMemref(), load.getIndex()),
                                        /*alignment=*/0, load.getIsVolatile());
    lowered.setInvariant(load.getIsInvariant());
    align(lowered);
    if (std::optional<qd::Scope> scope = load.getScope()) {
      lowered.setOrdering(relaxed);
      lowered.setAlignment(load.getType().getIntOrFloatBitWidth() / 8);
      if (!name(*scope).empty())
        lowered.setSyncscope(name(*scope));
    } else if (!load.getIsVolatile()) {
      setGroup(lowered, group(load.getMemref()));
    }
    load.replaceAllUsesWith(lowered.getResult());
  }

  void lower(qd::FlatStoreOp store) {
    auto lowered =
        LLVM::StoreOp::create(builder, location, store.getValue(), address(store.getMemref(), store.getIndex()));
    align(lowered);
    setGroup(lowered, group(store.getMemref()));
  }

  void lower(qd::FlatAtomicRMWOp atomic) {
    Value value = atomic.getValue();
    LLVM::AtomicBinOp instruction = instructionOf(atomic.getKind());
    // A bf16 is its bits outside of this operation (MemoryTypes.h).
    bool isBits = memoryType(value.getType()) != value.getType();
    if (isBits)
      value = LLVM::BitcastOp::create(builder, location, value.getType(), toBits(builder, location, value));
    Value old =
        LLVM::AtomicRMWOp::create(builder, location, instruction, address(atomic.getMemref(), atomic.getIndex()), value,
                                  relaxed, name(atomic.getScope()));
    if (isBits)
      old = fromBits(builder, location, LLVM::BitcastOp::create(builder, location, memoryType(value.getType()), old),
                     value.getType());
    atomic.replaceAllUsesWith(old);
  }

  void lower(qd::FlatAtomicCasOp swap) {
    Value result =
        LLVM::AtomicCmpXchgOp::create(builder, location, address(swap.getMemref(), swap.getIndex()), swap.getExpected(),
                                      swap.getDesired(), relaxed, relaxed, name(swap.getScope()));
    for (auto [index, value] : llvm::enumerate(swap.getResults()))
      if (!value.use_empty())
        value.replaceAllUsesWith(LLVM::ExtractValueOp::create(builder, location, result, index));
  }

  void lower(memref::ExtractAlignedPointerAsIndexOp extract) {
    Value bits = LLVM::PtrToIntOp::create(builder, location, builder.getI64Type(), addressOf(extract.getSource()));
    extract.replaceAllUsesWith(I64Builder{builder, location}.toType(bits, builder.getIndexType()));
  }

private:
  template <typename Access>
  void align(Access access) {
    if (auto alignment = op->getAttrOfType<IntegerAttr>(qd::alignmentAttr))
      access.setAlignment(alignment.getInt());
  }
  Value address(Value array, Value index) {
    return elementAddress(builder, location, addressOf(array), cast<MemRefType>(array.getType()).getElementType(),
                          index);
  }
  LLVM::AccessGroupAttr group(Value array) {
    return options.groupOf ? options.groupOf(op, array) : LLVM::AccessGroupAttr();
  }
  StringRef name(qd::Scope scope) { return scope == qd::Scope::device ? options.deviceScope : StringRef(); }

  Operation *op;
  OpBuilder builder;
  Location location;
  const MemoryOptions &options;
};

} // namespace

static void placeLocalArrays(func::FuncOp function, unsigned addressSpace) {
  function.walk([&](memref::AllocaOp alloca) {
    OpBuilder builder(alloca);
    MemRefType type = alloca.getType();
    Value address = stackArray(builder, alloca.getLoc(), type.getElementType(), type.getNumElements(), addressSpace);
    builder.setInsertionPointAfterValue(address);
    alloca.replaceAllUsesWith(arrayAt(builder, alloca.getLoc(), type, address));
    alloca.erase();
  });
}

void lowerMemory(func::FuncOp function, const MemoryOptions &options) {
  placeLocalArrays(function, options.stackAddressSpace);
  function.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<qd::FlatLoadOp, qd::FlatStoreOp, qd::FlatAtomicRMWOp, qd::FlatAtomicCasOp,
              memref::ExtractAlignedPointerAsIndexOp>([&](auto access) {
          AccessLowering(op, options).lower(access);
          op->erase();
        });
  });
}

void eraseArrays(func::FuncOp function) {
  SmallVector<Operation *> sources;
  function.walk([&](UnrealizedConversionCastOp op) { sources.push_back(op); });
  for (Operation *op : sources)
    op->erase();
}

} // namespace qdc
