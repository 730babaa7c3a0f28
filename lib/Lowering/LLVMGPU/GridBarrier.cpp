//===- GridBarrier.cpp - Barriers of all blocks of a grid -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridBarrier.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

static Value createRelaxedLoad(OpBuilder &builder, Location location, Value words, Value index) {
  auto scope = qd::ScopeAttr::get(builder.getContext(), qd::Scope::device);
  return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), words, index, /*isVolatile=*/false,
                                /*isInvariant=*/false, scope);
}

namespace {

/// What one release is more than the one before.
constexpr int64_t releaseStep = 4;
/// The bit of the arrivals that all of them together flip.
constexpr int64_t phaseBit = INT64_MIN;

/// What each thread knows of a grid's words: of the next barrier, since all threads go through all of them alike.
struct BarrierState {
  Value memory;           // memref<2xi64> of the thread's own; null for a grid of one block
  static constexpr int64_t phase = 0;  // the bit of the arrivals until the next barrier turns it over
  static constexpr int64_t number = 1; // the next release, without its bits
};

/// Creates what replaces one barrier, in front of it.
class BarrierBuilder {
public:
  /// `bodyThreads` of a block run the body.
  BarrierBuilder(qd::GridBarrierOp op, BarrierState state, unsigned bodyThreads, const LLVMGPUDescription &description,
                 const LLVMGPUIntrinsics &intrinsics)
      : op(op), bodyThreads(bodyThreads), description(description), intrinsics(intrinsics), builder(op),
        location(op.getLoc()), i64{builder, location}, state(state),
        hasBody(op.getNumResults() != 0 || op.getBody().front().getOperations().size() > 1) {}

  /// The last block to arrive runs the body, and no block waits.
  void createEnd() {
    Value thread = i64.fromInteger(gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x));
    if (op.getMemref())
      gpu::BarrierOp::create(builder, location);
    Value isSubgroup = i64.less(thread, i64.constant(bodyThreads));
    auto together = scf::IfOp::create(builder, location, isSubgroup, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(together.thenBlock());
    if (op.getMemref())
      endInLastBlock(thread);
    else
      (void)runBody(thread);
  }

  void create() {
    gpu::BarrierOp::create(builder, location);
    Value thread = i64.fromInteger(gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x));
    Value isFirst = i64.equal(thread, i64.constant(0));
    Value isSubgroup = i64.less(thread, i64.constant(bodyThreads));
    SmallVector<Type> types(op.getNumResults(), builder.getI1Type());
    auto together = scf::IfOp::create(builder, location, types, isSubgroup, /*withElseRegion=*/!types.empty());
    builder.setInsertionPointToStart(together.thenBlock());
    SmallVector<Value> bits;
    if (op.getMemref() && !hasBody)
      meet(isFirst);
    else
      bits = op.getMemref() ? meetAndRun(thread, isFirst) : runBody(thread);
    if (!types.empty()) {
      scf::YieldOp::create(builder, location, bits);
      builder.setInsertionPointToStart(together.elseBlock());
      Value no = arith::ConstantIntOp::create(builder, location, 0, 1);
      scf::YieldOp::create(builder, location, SmallVector<Value>(types.size(), no));
    }
    builder.setInsertionPointAfter(together);
    if (op.getMemref()) {
      write(BarrierState::phase, arith::XOrIOp::create(builder, location, read(BarrierState::phase), turned()));
      if (hasBody)
        write(BarrierState::number, i64.add(read(BarrierState::number), i64.constant(releaseStep)));
    }
    if (types.empty())
      gpu::BarrierOp::create(builder, location);
    for (auto [result, bit] : llvm::zip_equal(op.getResults(), together.getResults())) {
      Value own = arith::AndIOp::create(builder, location, bit, isFirst);
      result.replaceAllUsesWith(qd::BlockAnyOp::create(builder, location, own));
    }
  }

private:
  Value arrivals() { return i64.constant(op.getFirst()); }
  Value release() { return i64.constant(op.getFirst() + 1); }
  Value turned() { return i64.constant(phaseBit); }
  Value read(int64_t what) {
    return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), state.memory, i64.constant(what));
  }
  void write(int64_t what, Value value) {
    qd::FlatStoreOp::create(builder, location, value, state.memory, i64.constant(what));
  }
  Value addressOfWord(Value index) {
    return elementAddress(builder, location, addressOf(op.getMemref()), builder.getI64Type(), index);
  }
  /// Adds to the arrivals, after what the block did. With `wantsOld`, what the others did that arrived before comes
  /// before what follows, and gives the arrivals before.
  Value addToArrivals(Value amount, bool wantsOld) {
    Value address = addressOfWord(arrivals());
    if (wantsOld)
      return intrinsics.addAcquireRelease(builder, location, address, amount);
    intrinsics.addRelease(builder, location, address, amount);
    return {};
  }
  /// Loads a word; what was released by whoever wrote it comes before what follows.
  Value acquire(Value index) {
    return LLVM::LoadOp::create(builder, location, builder.getI64Type(), addressOfWord(index),
                                /*alignment=*/sizeof(int64_t), /*isVolatile=*/false, /*isNonTemporal=*/false,
                                /*isInvariant=*/false, /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire,
                                description.deviceScope);
  }
  void store(Value value, Value index, LLVM::AtomicOrdering order) {
    LLVM::StoreOp::create(builder, location, value, addressOfWord(index), /*alignment=*/sizeof(int64_t),
                          /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariantGroup=*/false, order,
                          description.deviceScope);
  }
  /// Moves the body here; gives what it ends with.
  SmallVector<Value> runBody(Value thread) {
    op.getThread().replaceAllUsesWith(thread);
    Block &body = op.getBody().front();
    auto end = cast<qd::GridBarrierEndOp>(body.getTerminator());
    SmallVector<Value> values(end.getValues());
    end.erase();
    builder.getInsertionBlock()->getOperations().splice(builder.getInsertionPoint(), body.getOperations());
    return values;
  }

  /// The arrivals before, if they are wanted, and what the block added.
  struct Arrival {
    Value before, amount;
  };

  /// The first block adds what is left to turn the bit over.
  Arrival arrive(bool wantsOld) {
    Value block = i64.fromInteger(gpu::BlockIdOp::create(builder, location, gpu::Dimension::x));
    Value blocks = i64.fromInteger(gpu::GridDimOp::create(builder, location, gpu::Dimension::x));
    Value rest = arith::SubIOp::create(builder, location, turned(), i64.sub(blocks, i64.constant(1)));
    Value amount = i64.select(i64.equal(block, i64.constant(0)), rest, i64.constant(1));
    return {addToArrivals(amount, wantsOld), amount};
  }

  Value differsInBit(Value lhs, Value rhs) {
    return i64.less(arith::XOrIOp::create(builder, location, lhs, rhs), i64.constant(0));
  }

  /// Loads the word at `index` again and again until `isThere` of it.
  Value waitFor(Value index, llvm::function_ref<Value(Value now)> isThere) {
    Type word = builder.getI64Type();
    auto spin = scf::WhileOp::create(
        builder, location, TypeRange{word}, ValueRange{},
        [&](OpBuilder &, Location, ValueRange) {
          Value now = acquire(index);
          Value yes = arith::ConstantIntOp::create(builder, location, 1, 1);
          Value waits = arith::XOrIOp::create(builder, location, isThere(now), yes);
          scf::ConditionOp::create(builder, location, waits, now);
        },
        [&](OpBuilder &, Location, ValueRange) { scf::YieldOp::create(builder, location); });
    return spin.getResult(0);
  }

  /// In the first subgroup of each block. One block need not count.
  void endInLastBlock(Value thread) {
    Type i1 = builder.getI1Type();
    Value isFirst = i64.equal(thread, i64.constant(0)), one = i64.constant(1);
    Value blocks = i64.fromInteger(gpu::GridDimOp::create(builder, location, gpu::Dimension::x));
    Value counts = arith::AndIOp::create(builder, location, isFirst, i64.less(one, blocks));
    auto alone = scf::IfOp::create(builder, location, i1, counts, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(alone.thenBlock());
    Value before = addToArrivals(one, /*wantsOld=*/true);
    Value isAll = i64.equal(i64.add(before, one), blocks);
    auto reset = scf::IfOp::create(builder, location, isAll, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(reset.thenBlock());
    store(i64.constant(0), arrivals(), LLVM::AtomicOrdering::monotonic);
    builder.setInsertionPointAfter(reset);
    scf::YieldOp::create(builder, location, isAll);
    builder.setInsertionPointToStart(alone.elseBlock());
    scf::YieldOp::create(builder, location, Value(i64.equal(one, blocks)));
    builder.setInsertionPointAfter(alone);
    Value isLast = intrinsics.subgroupAny(builder, location, alone.getResult(0));
    auto last = scf::IfOp::create(builder, location, isLast, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(last.thenBlock());
    intrinsics.subgroupBarrier(builder, location); // what the first thread has seen, the others see
    (void)runBody(thread);
  }

  /// In the first subgroup of each block.
  void meet(Value isFirst) {
    auto alone = scf::IfOp::create(builder, location, isFirst, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(alone.thenBlock());
    (void)arrive(/*wantsOld=*/false);
    Value phase = read(BarrierState::phase);
    (void)waitFor(arrivals(), [&](Value now) { return differsInBit(now, phase); });
    builder.setInsertionPointAfter(alone);
  }

  /// The same with the body: gives the bits, in the first thread.
  SmallVector<Value> meetAndRun(Value thread, Value isFirst) {
    Type i1 = builder.getI1Type(), word = builder.getI64Type();
    auto alone = scf::IfOp::create(builder, location, i1, isFirst, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(alone.thenBlock());
    Arrival own = arrive(/*wantsOld=*/true);
    Value after = arith::AddIOp::create(builder, location, own.before, own.amount);
    scf::YieldOp::create(builder, location, differsInBit(own.before, after));
    builder.setInsertionPointToStart(alone.elseBlock());
    scf::YieldOp::create(builder, location, Value(arith::ConstantIntOp::create(builder, location, 0, 1)));
    builder.setInsertionPointAfter(alone);
    Value isLast = intrinsics.subgroupAny(builder, location, alone.getResult(0));

    auto met = scf::IfOp::create(builder, location, word, isLast, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(met.thenBlock());
    intrinsics.subgroupBarrier(builder, location); // what the first thread has seen, the others see
    Value value = releaseValue(runBody(thread));
    intrinsics.subgroupBarrier(builder, location); // the other threads have done with the body too
    auto open = scf::IfOp::create(builder, location, isFirst, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(open.thenBlock());
    // A release also for what other blocks wrote: they released it at the arrivals, which the waiting blocks do not
    // load.
    store(value, release(), LLVM::AtomicOrdering::release);
    builder.setInsertionPointAfter(open);
    scf::YieldOp::create(builder, location, value);
    builder.setInsertionPointToStart(met.elseBlock());
    scf::YieldOp::create(builder, location, waitForRelease(isFirst));
    builder.setInsertionPointAfter(met);
    return bitsOf(met.getResult(0));
  }

  Value releaseValue(ValueRange bits) {
    Value value = read(BarrierState::number);
    for (auto [index, bit] : llvm::enumerate(bits)) {
      Value wide = arith::ExtUIOp::create(builder, location, builder.getI64Type(), bit);
      value = i64.add(value, i64.mul(wide, i64.constant(int64_t{1} << index)));
    }
    return value;
  }

  SmallVector<Value> bitsOf(Value released) {
    SmallVector<Value> bits;
    for (unsigned index = 0; index < op.getNumResults(); ++index)
      bits.push_back(arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne,
                                           i64.bitAnd(released, int64_t{1} << index), i64.constant(0)));
    return bits;
  }

  /// The release, in the first thread.
  Value waitForRelease(Value isFirst) {
    Type word = builder.getI64Type();
    auto wait = scf::IfOp::create(builder, location, word, isFirst, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(wait.elseBlock());
    scf::YieldOp::create(builder, location, i64.constant(0));
    builder.setInsertionPointToStart(wait.thenBlock());
    Value wanted = read(BarrierState::number);
    Value released = waitFor(release(), [&](Value now) { return i64.equal(i64.bitAnd(now, -releaseStep), wanted); });
    scf::YieldOp::create(builder, location, released);
    builder.setInsertionPointAfter(wait);
    return wait.getResult(0);
  }

  qd::GridBarrierOp op;
  unsigned bodyThreads;
  const LLVMGPUDescription &description;
  const LLVMGPUIntrinsics &intrinsics;
  OpBuilder builder;
  Location location;
  I64Builder i64;
  BarrierState state;
  bool hasBody;
};

/// What `barrier`'s words hold when the function starts, which is ahead of the first barrier.
BarrierState createState(func::FuncOp function, qd::GridBarrierOp barrier) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location location = function.getLoc();
  I64Builder i64{builder, location};
  Value memory = memref::AllocaOp::create(builder, location, MemRefType::get({2}, builder.getI64Type()));
  if (Operation *words = barrier.getMemref().getDefiningOp())
    builder.setInsertionPointAfter(words);
  auto set = [&](int64_t what, llvm::function_ref<Value(Value found)> value) {
    Value found = createRelaxedLoad(builder, location, barrier.getMemref(), i64.constant(barrier.getFirst() + what));
    qd::FlatStoreOp::create(builder, location, value(found), memory, i64.constant(what));
  };
  set(BarrierState::phase, [&](Value arrivals) { return i64.bitAnd(arrivals, phaseBit); });
  set(BarrierState::number,
      [&](Value release) { return i64.add(i64.bitAnd(release, -releaseStep), i64.constant(releaseStep)); });
  return {memory};
}

} // namespace

void lowerGridBarriers(func::FuncOp function, const LLVMGPUDescription &description,
                       const LLVMGPUIntrinsics &intrinsics) {
  SmallVector<qd::GridBarrierOp> barriers;
  function.walk([&](qd::GridBarrierOp op) { barriers.push_back(op); });
  // They stand in entry points. One that counts on no width has its one thread where others have a subgroup.
  auto entry = function->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr);
  const unsigned bodyThreads = entry ? std::max(entry.getLaunch().getSubgroupWidth(), 1u) : 0;
  llvm::SmallDenseMap<std::pair<Value, int64_t>, BarrierState> states;
  for (qd::GridBarrierOp op : barriers) {
    BarrierState state;
    if (op.getMemref() && !op.getEnds()) {
      BarrierState &known = states[{op.getMemref(), op.getFirst()}];
      if (!known.memory)
        known = createState(function, op);
      state = known;
    }
    BarrierBuilder barrier(op, state, bodyThreads, description, intrinsics);
    if (op.getEnds())
      barrier.createEnd();
    else
      barrier.create();
    op.erase();
  }
}

} // namespace qdc
