//===- BlockChunks.cpp - Iterations of a thread under way together --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockChunks.h"

#include "UnrollHints.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

namespace {

/// A load or a store of a number that nothing but the order of its own thread binds; null address otherwise.
struct PlainAccess {
  Value address;
  Type element;

  static PlainAccess of(Operation &op) {
    PlainAccess access;
    if (auto load = dyn_cast<LLVM::LoadOp>(op); load && !load.getVolatile_() && isPlain(load.getOrdering()))
      access = {load.getAddr(), load.getType()};
    if (auto store = dyn_cast<LLVM::StoreOp>(op); store && !store.getVolatile_() && isPlain(store.getOrdering()))
      access = {store.getAddr(), store.getValue().getType()};
    return access && access.element.isIntOrFloat() ? access : PlainAccess();
  }
  explicit operator bool() const { return address != nullptr; }
  bool isGlobal() const {
    return cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() == globalAddressSpace;
  }

private:
  static bool isPlain(LLVM::AtomicOrdering ordering) { return ordering == LLVM::AtomicOrdering::not_atomic; }
};

/// What copies of `op` may be interleaved. What is left of the qd dialect may look at the iteration's number.
bool isStraight(Operation &op) {
  return PlainAccess::of(op) ||
         (op.getNumRegions() == 0 && isMemoryEffectFree(&op) && !isa<qd::QDDialect>(op.getDialect()));
}

bool isLocalAccess(Operation &op) {
  PlainAccess access = PlainAccess::of(op);
  return access && !access.isGlobal();
}

/// Clones the statements of `loop`'s body once for each element of `mappings`, which know the induction variables.
void cloneInterleaved(OpBuilder &builder, qd::ForOp loop, MutableArrayRef<IRMapping> mappings) {
  Block &body = loop.getBody().front();
  auto statements = body.without_terminator();
  // Accesses to memory of the thread's own and what stands between them are one step, other statements one each.
  auto firstLocal = llvm::find_if(statements, isLocalAccess), endLocal = firstLocal;
  for (auto at = firstLocal; at != statements.end(); ++at)
    if (isLocalAccess(*at))
      endLocal = std::next(at);
  for (auto begin = statements.begin(); begin != statements.end();) {
    auto end = begin == firstLocal ? endLocal : std::next(begin);
    for (IRMapping &mapping : mappings)
      for (Operation &op : llvm::make_range(begin, end))
        builder.clone(op, mapping);
    begin = end;
  }
}

} // namespace

unsigned iterationsPerThread(qd::ForOp loop, GridSize grid) {
  constexpr unsigned bytesOfThread = 16;
  unsigned widest = 0;
  for (Operation &op : loop.getBody().front().without_terminator()) {
    if (!isStraight(op))
      return 1;
    if (PlainAccess access = PlainAccess::of(op); access && access.isGlobal())
      widest = std::max(widest, access.element.getIntOrFloatBitWidth() / 8);
  }
  if (widest == 0)
    return 1;
  unsigned limit = grid == GridSize::resident ? ~0u : std::max(bytesOfThread / widest, 1u);
  return std::min(unrollCount(loop), limit);
}

Iterations createChunkLoop(OpBuilder &builder, KernelFunction &kernel, const FlatRange &range, Value total,
                           Iterations all) {
  qd::ForOp loop = kernel.chunk.loop;
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  // A range has fewer than 2^63 iterations, so that these sums fit into 64 bits without a sign.
  constexpr auto fits = arith::IntegerOverflowFlags::nuw;
  auto sum = [&](Value lhs, Value rhs) { return arith::AddIOp::create(builder, location, lhs, rhs, fits); };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  };
  GPUBuilder gpu = kernel.gpu(builder, location);
  unsigned copies = kernel.shape.iterationsPerThread, threads = kernel.shape.blockThreads;
  Value chunk = i64.constant(static_cast<int64_t>(copies) * threads), thread = gpu.threadIndex();
  Value first = i64.mul(gpu.blockIndex(), chunk), step = i64.mul(gpu.blockCount(), chunk);

  Block *entry = builder.getInsertionBlock();
  Type type = builder.getI64Type();
  Block *narrow = builder.createBlock(entry->getNextNode(), {type, type}, {location, location});
  Block *next = builder.createBlock(narrow, {type}, {location});
  Block *body = builder.createBlock(narrow);
  builder.setInsertionPointToEnd(entry);
  Value takesChunks = compare(arith::CmpIPredicate::ugt, total, all.step);
  if (loop.getRank() > 1) {
    Value isShort = compare(arith::CmpIPredicate::ult, total, i64.constant(int64_t{1} << 32));
    takesChunks = arith::AndIOp::create(builder, location, takesChunks, isShort);
  }
  LLVM::CondBrOp::create(builder, location, takesChunks, next, ValueRange{first}, narrow,
                         ValueRange{all.first, all.step});

  builder.setInsertionPointToEnd(next);
  Value start = next->getArgument(0), mine = sum(start, thread);
  Value isWhole = compare(arith::CmpIPredicate::ule, sum(start, chunk), total);
  LLVM::CondBrOp::create(builder, location, isWhole, body, ValueRange{}, narrow,
                         ValueRange{mine, i64.constant(threads)});

  builder.setInsertionPointToEnd(body);
  SmallVector<IRMapping> mappings(copies);
  for (auto [copy, mapping] : llvm::enumerate(mappings)) {
    Value flat = i64.add(mine, i64.constant(static_cast<int64_t>(copy) * threads));
    for (auto [axis, coordinate] : llvm::enumerate(range.coordinatesIn32Bits(builder, location, flat)))
      mapping.map(loop.getBody().getArgument(axis),
                  range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  }
  cloneInterleaved(builder, loop, mappings);
  LLVM::BrOp::create(builder, location, ValueRange{sum(start, step)}, next);
  builder.setInsertionPointToEnd(narrow);
  return {narrow->getArgument(0), narrow->getArgument(1)};
}

} // namespace qdc
