//===- PackedBytes.cpp - Arithmetic of several bytes at once --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/PackedBytes.h"

#include "BytePairs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace qdc {

namespace {

/// Two bytes' results as low + 65536 * high, modulo 2^32: `low` is from 0 to `most` and, as `high`, right modulo 256.
struct Pair {
  Value *value;
  uint32_t most;
};

/// Computes pairs of bytes that are alike.
class Pairing {
public:
  Pairing(BytePairs &pairs, LoadedBytes &loads, IRBuilder<> &builder) : pairs(pairs), loads(loads), builder(builder) {}

  Pair of(Value *low, Value *high) {
    const BytePairs::Sum &sum = *pairs.of(low, high);
    std::optional<Pair> plus, minus;
    if (sum.low != 0 || sum.high != 0)
      plus = {builder.getInt32(sum.high << 16 | sum.low), 255};
    for (const BytePairs::Sum::Term &term : sum.terms)
      add(term.factor < 0 ? minus : plus, multiple(ofTerm(term.low, term.high), std::abs(term.factor)));
    if (minus)
      add(plus, negative(*minus));
    return plus.value_or(Pair{builder.getInt32(0), 0});
  }

private:
  /// More would change the upper part.
  static constexpr uint32_t largest = 65535;

  /// With both parts from 0 to 255.
  Pair cut(const Pair &pair) {
    return {pair.most <= 255 ? pair.value : builder.CreateAnd(pair.value, 0x00ff00ff), 255};
  }

  Pair ofTerm(Value *low, Value *high) {
    if (loads.isPair(low, high))
      return {loads.pair(low, high), 255};
    if (low == high)
      return {builder.CreateMul(builder.CreateZExt(low, builder.getInt32Ty()), builder.getInt32(0x00010001)), 255};
    auto *lower = cast<BinaryOperator>(low), *upper = cast<BinaryOperator>(high);
    const Pair lhs = cut(of(lower->getOperand(0), upper->getOperand(0)));
    if (lower->getOpcode() == Instruction::Mul)
      return {builder.CreateMul(lhs.value, builder.CreateZExt(lower->getOperand(1), builder.getInt32Ty())), 255 * 255};
    const Pair rhs = cut(of(lower->getOperand(1), upper->getOperand(1)));
    return {builder.CreateBinOp(lower->getOpcode(), lhs.value, rhs.value), 255};
  }

  void add(std::optional<Pair> &sum, const Pair &more) {
    if (!sum)
      sum = more;
    else if (sum->most + more.most > largest)
      sum = {builder.CreateAdd(cut(*sum).value, cut(more).value), 510};
    else
      sum = {builder.CreateAdd(sum->value, more.value), sum->most + more.most};
  }

  /// A multiple of 256 keeps the lower part from being less than 0.
  Pair negative(const Pair &pair) {
    const uint32_t least = llvm::alignTo(pair.most, 256);
    if (least > largest)
      return negative(cut(pair));
    return {builder.CreateSub(builder.getInt32(least), pair.value), least};
  }

  /// `factor` is at most 128.
  Pair multiple(const Pair &pair, uint32_t factor) {
    if (pair.most * factor > largest)
      return multiple(cut(pair), factor);
    return {factor == 1 ? pair.value : builder.CreateMul(pair.value, builder.getInt32(factor)), pair.most * factor};
  }

  BytePairs &pairs;
  LoadedBytes &loads;
  IRBuilder<> &builder;
};

struct ByteStore {
  StoreInst *store;
  LinearAddress address;
};

/// Of a block.
class BlockPacking {
public:
  BlockPacking(BasicBlock &block, LinearAddresses &addresses)
      : addresses(addresses), loads(block, addresses), pairs(loads) {}

  void run(BasicBlock &block) {
    SmallVector<SmallVector<ByteStore>> runs = findRuns(block);
    for (MutableArrayRef<ByteStore> stores : runs) {
      llvm::sort(stores, [](const ByteStore &left, const ByteStore &right) {
        return left.address.constant != right.address.constant ? left.address.constant < right.address.constant
                                                               : left.store->comesBefore(right.store);
      });
      for (; stores.size() >= 4; stores = stores.drop_front(isWord(stores) && pack(stores.take_front(4)) ? 4 : 1)) {
      }
    }
    loads.finish();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  }

private:
  static bool isByteStore(Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && store->isSimple() && store->getValueOperand()->getType()->isIntegerTy(8) &&
           store->getPointerAddressSpace() == LoadedBytes::globalAddressSpace;
  }

  /// Stores that follow each other without another access to memory, to addresses that differ in a constant.
  SmallVector<SmallVector<ByteStore>> findRuns(BasicBlock &block) {
    SmallVector<SmallVector<ByteStore>> runs;
    bool isOpen = false;
    for (Instruction &instruction : block) {
      if (isByteStore(instruction)) {
        auto &store = cast<StoreInst>(instruction);
        const LinearAddress address = addresses.of(store.getPointerOperand());
        if (!isOpen || runs.back().front().address.group != address.group)
          runs.emplace_back();
        runs.back().push_back({&store, address});
        isOpen = true;
      } else if (instruction.mayReadOrWriteMemory()) {
        isOpen = false;
      }
    }
    return runs;
  }

  /// Whether the first four are a word that is aligned, each byte stored once.
  static bool isWord(ArrayRef<ByteStore> stores) {
    for (int64_t number = 0; number < 4; ++number)
      if (stores[number].address.constant != stores.front().address.constant + number)
        return false;
    return stores.front().store->getAlign() >= Align(4) &&
           (stores.size() == 4 || stores[4].address.constant != stores[3].address.constant);
  }

  /// In the place of the last one. False if they are not made alike.
  bool pack(ArrayRef<ByteStore> stores) {
    StoreInst *last = stores.front().store;
    SmallVector<Value *> values;
    for (const ByteStore &entry : stores) {
      values.push_back(entry.store->getValueOperand());
      if (last->comesBefore(entry.store))
        last = entry.store;
    }
    if (!llvm::all_of(values, llvm::IsaPred<BinaryOperator>) || !pairs.of(values[0], values[2]) ||
        !pairs.of(values[1], values[3]))
      return false;
    IRBuilder<> builder(last);
    Pairing pairing(pairs, loads, builder);
    const Pair even = pairing.of(values[0], values[2]), odd = pairing.of(values[1], values[3]);
    Value *word = LoadedBytes::permute(builder, even.value, odd.value, 0x6240);
    builder.CreateAlignedStore(word, stores.front().store->getPointerOperand(), stores.front().store->getAlign());
    for (const ByteStore &entry : stores)
      entry.store->eraseFromParent();
    llvm::append_range(replaced, values);
    return true;
  }

  LinearAddresses &addresses;
  LoadedBytes loads;
  BytePairs pairs;
  SmallVector<WeakTrackingVH> replaced; // what was stored
};

} // namespace

void packBytes(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      LinearAddresses addresses(module.getDataLayout());
      BlockPacking(block, addresses).run(block);
    }
}

} // namespace qdc
