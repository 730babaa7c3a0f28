//===- PackedBytes.cpp - Arithmetic of several bytes at once --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/PackedBytes.h"

#include "LoadedBytes.h"
#include "NarrowPairs.h"
#include "StoredWords.h"

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
  Pairing(NarrowPairs &pairs, LoadedBytes &loads, IRBuilder<> &builder)
      : pairs(pairs), loads(loads), builder(builder) {}

  Pair of(Value *low, Value *high) {
    const NarrowPairs::Sum &sum = *pairs.of(low, high);
    std::optional<Pair> plus, minus;
    if (sum.low != 0 || sum.high != 0)
      plus = {builder.getInt32(sum.high << 16 | sum.low), 255};
    for (const NarrowPairs::Sum::Term &term : sum.terms)
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

  NarrowPairs &pairs;
  LoadedBytes &loads;
  IRBuilder<> &builder;
};

void packBytesOf(BasicBlock &block, LinearAddresses &addresses) {
  LoadedBytes loads(block, addresses);
  NarrowPairs pairs(
      {.bits = 8, .hasProducts = true, .areLoaded = [&](Value *low, Value *high) { return loads.isPair(low, high); }});
  SmallVector<WeakTrackingVH> replaced =
      storeWords(block, addresses, 8, [&](IRBuilder<> &builder, ArrayRef<Value *> bytes) -> Value * {
        if (!llvm::all_of(bytes, llvm::IsaPred<BinaryOperator>) || !pairs.of(bytes[0], bytes[2]) ||
            !pairs.of(bytes[1], bytes[3]))
          return nullptr;
        Pairing pairing(pairs, loads, builder);
        const Pair even = pairing.of(bytes[0], bytes[2]), odd = pairing.of(bytes[1], bytes[3]);
        return LoadedBytes::permute(builder, even.value, odd.value, 0x6240);
      });
  loads.finish();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
}

} // namespace

void packBytes(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      LinearAddresses addresses(module.getDataLayout());
      packBytesOf(block, addresses);
    }
}

} // namespace qdc
