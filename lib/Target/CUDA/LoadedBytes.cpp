//===- LoadedBytes.cpp - Bytes that a block loads -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadedBytes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace qdc {

Value *LoadedBytes::permute(IRBuilder<> &builder, Value *low, Value *high, uint32_t selector) {
  return builder.CreateIntrinsic(builder.getInt32Ty(), Intrinsic::nvvm_prmt, {low, high, builder.getInt32(selector)});
}

LoadedBytes::LoadedBytes(BasicBlock &block, LinearAddresses &addresses) {
  unsigned segment = 0;
  for (Instruction &instruction : block) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && load->isSimple() && load->getType()->isIntegerTy(8) &&
        load->getPointerAddressSpace() == globalAddressSpace) {
      const LinearAddress address = addresses.of(load->getPointerOperand());
      const Place place = {segment, address.group, address.constant};
      loads.try_emplace(place, load);
      places[load] = place;
    } else if (instruction.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&instruction)) {
      ++segment;
    }
  }
  findWords();
}

void LoadedBytes::findWords() {
  for (const auto &[place, load] : loads) {
    if (load->getAlign() < Align(4))
      continue;
    Word word = {{}, load};
    for (int64_t number = 0; number < 4; ++number) {
      auto found = loads.find({place.segment, place.group, place.constant + number});
      if (found == loads.end())
        break;
      word.bytes[number] = found->second;
      if (found->second->comesBefore(word.first))
        word.first = found->second;
    }
    if (!word.bytes.back())
      continue;
    for (auto [number, byte] : llvm::enumerate(word.bytes))
      wordOf[byte] = {static_cast<unsigned>(words.size()), static_cast<unsigned>(number)};
    words.push_back(word);
  }
}

/// Where the first of its bytes is loaded.
Value *LoadedBytes::load(Word &word) {
  if (word.loaded)
    return word.loaded;
  IRBuilder<> builder(word.first);
  const int64_t byteOffset = places[word.bytes.front()].constant - places[word.first].constant;
  Value *pointer = word.first->getPointerOperand();
  if (byteOffset != 0)
    pointer = builder.CreatePtrAdd(pointer, builder.getInt64(byteOffset));
  word.loaded = builder.CreateAlignedLoad(builder.getInt32Ty(), pointer, word.bytes.front()->getAlign());
  return word.loaded;
}

bool LoadedBytes::isPair(Value *low, Value *high) const {
  auto lower = places.find(low), upper = places.find(high);
  if (lower == places.end() || upper == places.end())
    return false;
  Place after = lower->second;
  after.constant += 2;
  return after == upper->second;
}

Value *LoadedBytes::pair(Value *lowLoad, Value *highLoad) {
  LoadInst *low = loads.at(places.at(lowLoad)), *high = loads.at(places.at(highLoad));
  Value *&known = pairs[{low, high}];
  if (known)
    return known;
  // Of a word the part that holds the byte, else the byte itself with zeros above it.
  IRBuilder<> builder((low->comesBefore(high) ? high : low)->getNextNode());
  auto lowWord = wordOf.find(low), highWord = wordOf.find(high);
  const bool hasLow = lowWord != wordOf.end(), hasHigh = highWord != wordOf.end();
  auto part = [&](Value *byte, bool hasWord, auto word) -> Value * {
    return hasWord ? load(words[word->second.word]) : builder.CreateZExt(byte, builder.getInt32Ty());
  };
  Value *first = part(low, hasLow, lowWord), *second = part(high, hasHigh, highWord);
  if (hasLow && first == second && lowWord->second.number == 0)
    return known = builder.CreateAnd(first, 0x00ff00ff);
  if (hasLow && first == second)
    return known = permute(builder, first, builder.getInt32(0), 0x4341);
  const uint32_t lowNumber = hasLow ? lowWord->second.number : 0, highNumber = hasHigh ? highWord->second.number : 0;
  if (hasLow && hasHigh)
    return known = builder.CreateAnd(permute(builder, first, second, (4 + highNumber) << 8 | lowNumber), 0x00ff00ff);
  const uint32_t zero = hasLow ? 5 : 1;
  return known = permute(builder, first, second, zero << 12 | (4 + highNumber) << 8 | zero << 4 | lowNumber);
}

void LoadedBytes::finish() {
  for (Word &word : words) {
    if (!word.loaded)
      continue;
    for (auto [number, byte] : llvm::enumerate(word.bytes)) {
      if (!byte->use_empty()) {
        IRBuilder<> builder(word.loaded->getNextNode());
        Value *shifted = builder.CreateLShr(word.loaded, builder.getInt32(8 * number));
        byte->replaceAllUsesWith(builder.CreateTrunc(shifted, builder.getInt8Ty()));
      }
      byte->eraseFromParent();
    }
  }
}

} // namespace qdc
