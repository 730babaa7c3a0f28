//===- ThreadOperations.cpp - Places, barriers, shuffles, votes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadOperations.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/NVVM/GridToNVVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

/// Creates what replaces one operation, in front of it.
struct Replacement {
  OpBuilder builder;
  Location location;

  explicit Replacement(Operation *op) : builder(op), location(op->getLoc()) {}

  Value constant(int64_t value) { return arith::ConstantIntOp::create(builder, location, value, 32); }

  Value call(StringRef name, Type result, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(builder, location, result, builder.getStringAttr(name), operands).getResult(0);
  }

  /// Of the dimension x. The registers have 32 bits without a sign.
  Value readPlace(StringRef what) {
    Value place = call(("llvm.nvvm.read.ptx.sreg." + what + ".x").str(), builder.getI32Type(), {});
    return arith::IndexCastUIOp::create(builder, location, builder.getIndexType(), place);
  }

  Value shuffle(gpu::ShuffleOp op) {
    Value allThreads = constant(-1), lastThread = constant(nvidiaGPUs.subgroupWidth - 1);
    return call("llvm.nvvm.shfl.sync.down.i32", builder.getI32Type(),
                {allThreads, op.getValue(), op.getOffset(), lastThread});
  }

  void barrier() {
    LLVM::CallIntrinsicOp::create(builder, location, builder.getStringAttr("llvm.nvvm.barrier.cta.sync.aligned.all"),
                                  constant(0));
  }

  /// PTX promises the same of `barrier.red` and `barrier.sync`: what a thread accessed before, in any memory, is done
  /// for all threads of the block when the barrier completes, and it requests nothing new until then (the ISA, `bar`).
  Value blockAny(qd::BlockAnyOp op) {
    return call("llvm.nvvm.barrier.cta.red.or.aligned.all", builder.getI1Type(), {constant(0), op.getCondition()});
  }

  /// Of the active threads.
  Value largestInSubgroup(gpu::SubgroupReduceOp op) {
    Type i32 = builder.getI32Type();
    return call("llvm.nvvm.redux.sync.umax", i32, {op.getValue(), call("llvm.nvvm.activemask", i32, {})});
  }

  Value uniformInSubgroup(qd::UniformInSubgroupOp op) {
    Type i32 = builder.getI32Type(), i1 = builder.getI1Type();
    Value active = call("llvm.nvvm.activemask", i32, {});
    Type maskAndMatch = LLVM::LLVMStructType::getLiteral(builder.getContext(), {i32, i1});
    Value matched = call("llvm.nvvm.match.all.sync.i64p", maskAndMatch, {active, op.getValue()});
    Value isSame = LLVM::ExtractValueOp::create(builder, location, matched, 1);
    Value isWhole = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, active, constant(-1));
    return arith::AndIOp::create(builder, location, isWhole, isSame);
  }
};

/// Calls the driver's function, which it knows by that name wherever code is loaded.
void setCondition(qd::SetConditionOp op) {
  Replacement create(op);
  Type i32 = create.builder.getI32Type();
  auto module = op->getParentOfType<ModuleOp>();
  constexpr StringLiteral name = "cudaGraphSetConditional";
  if (!module.lookupSymbol(name)) {
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(op.getContext()), {op.getHandle().getType(), i32});
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    LLVM::LLVMFuncOp::create(atStart, module.getLoc(), name, type);
  }
  Value value = arith::ExtUIOp::create(create.builder, create.location, i32, op.getValue());
  LLVM::CallOp::create(create.builder, create.location, TypeRange(), name, ValueRange{op.getHandle(), value});
}

/// What `op` gives, by intrinsics; null if it is no operation among threads.
Value replace(Operation *op) {
  Replacement create(op);
  if (isa<gpu::ThreadIdOp>(op))
    return create.readPlace("tid");
  if (isa<gpu::BlockIdOp>(op))
    return create.readPlace("ctaid");
  if (isa<gpu::GridDimOp>(op))
    return create.readPlace("nctaid");
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
    return create.shuffle(shuffle);
  if (auto any = dyn_cast<qd::BlockAnyOp>(op))
    return create.blockAny(any);
  if (auto reduction = dyn_cast<gpu::SubgroupReduceOp>(op))
    return create.largestInSubgroup(reduction);
  if (auto uniform = dyn_cast<qd::UniformInSubgroupOp>(op))
    return create.uniformInSubgroup(uniform);
  return {};
}

} // namespace

void lowerThreadOperations(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (isa<gpu::BarrierOp>(op)) {
      Replacement(op).barrier();
      op->erase();
    } else if (auto condition = dyn_cast<qd::SetConditionOp>(op)) {
      setCondition(condition);
      op->erase();
    } else if (Value value = replace(op)) {
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    }
  });
}

} // namespace qdc
