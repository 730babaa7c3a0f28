//===- NVVMIntrinsics.cpp - What NVIDIA's back end has code for -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NVVMIntrinsics.h"

#include "ThreadOperations.h"
#include "WideShifts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

static Value allThreads(OpBuilder &builder, Location location) {
  return arith::ConstantIntOp::create(builder, location, -1, 32);
}

/// LLVM 22 makes relaxed instructions of atomicrmw whatever its order, and each fence beside one takes as long as a
/// trip to the L2 cache.
static LLVM::InlineAsmOp createInstruction(OpBuilder &builder, Location location, TypeRange types, ValueRange operands,
                                           StringRef text, StringRef constraints) {
  return LLVM::InlineAsmOp::create(builder, location, types, operands, text, constraints, /*has_side_effects=*/true,
                                   /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
                                   /*asm_dialect=*/{}, /*operand_attrs=*/{});
}

void NVVMIntrinsics::lowerThreadOperations(func::FuncOp function) const { qdc::lowerThreadOperations(function); }

void NVVMIntrinsics::mendArithmetic(func::FuncOp function) const { boundWideShifts(function); }

Value NVVMIntrinsics::subgroupAny(OpBuilder &builder, Location location, Value condition) const {
  return LLVM::CallIntrinsicOp::create(builder, location, builder.getI1Type(),
                                       builder.getStringAttr("llvm.nvvm.vote.any.sync"),
                                       ValueRange{allThreads(builder, location), condition})
      .getResult(0);
}

void NVVMIntrinsics::subgroupBarrier(OpBuilder &builder, Location location) const {
  LLVM::CallIntrinsicOp::create(builder, location, builder.getStringAttr("llvm.nvvm.bar.warp.sync"),
                                allThreads(builder, location));
}

void NVVMIntrinsics::addRelease(OpBuilder &builder, Location location, Value address, Value amount) const {
  createInstruction(builder, location, {}, {address, amount}, "red.release.gpu.global.add.u64 [$0], $1;",
                    "l,l,~{memory}");
}

Value NVVMIntrinsics::addAcquireRelease(OpBuilder &builder, Location location, Value address, Value amount) const {
  return createInstruction(builder, location, builder.getI64Type(), {address, amount},
                           "atom.acq_rel.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}")
      ->getResult(0);
}

} // namespace qdc
