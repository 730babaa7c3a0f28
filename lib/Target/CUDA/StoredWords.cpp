//===- StoredWords.cpp - Narrow integers stored word by word --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StoredWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace qdc {

namespace {

struct NarrowStore {
  StoreInst *store;
  LinearAddress address;
};

bool isNarrowStore(Instruction &instruction, unsigned bits) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() && store->getValueOperand()->getType()->isIntegerTy(bits) &&
         store->getPointerAddressSpace() == globalAddressSpace;
}

/// Stores that follow each other without another access to memory, to addresses that differ in a constant.
SmallVector<SmallVector<NarrowStore>> findRuns(BasicBlock &block, LinearAddresses &addresses, unsigned bits) {
  SmallVector<SmallVector<NarrowStore>> runs;
  bool isOpen = false;
  for (Instruction &instruction : block) {
    if (isNarrowStore(instruction, bits)) {
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

/// Whether the first `count` are a word that is aligned, each element stored once.
bool isWord(ArrayRef<NarrowStore> stores, int64_t count) {
  const int64_t bytes = 4 / count;
  for (int64_t number = 0; number < count; ++number)
    if (stores[number].address.constant != stores.front().address.constant + number * bytes)
      return false;
  return stores.front().store->getAlign() >= Align(4) &&
         (static_cast<int64_t>(stores.size()) == count ||
          stores[count].address.constant != stores[count - 1].address.constant);
}

StoreInst *lastOf(ArrayRef<NarrowStore> stores) {
  StoreInst *last = stores.front().store;
  for (const NarrowStore &entry : stores)
    if (last->comesBefore(entry.store))
      last = entry.store;
  return last;
}

} // namespace

SmallVector<WeakTrackingVH> storeWords(BasicBlock &block, LinearAddresses &addresses, unsigned bits,
                                       function_ref<Value *(IRBuilder<> &, ArrayRef<Value *>)> make) {
  SmallVector<WeakTrackingVH> replaced;
  const size_t count = 32 / bits;
  for (MutableArrayRef<NarrowStore> stores : findRuns(block, addresses, bits)) {
    llvm::sort(stores, [](const NarrowStore &left, const NarrowStore &right) {
      return left.address.constant != right.address.constant ? left.address.constant < right.address.constant
                                                             : left.store->comesBefore(right.store);
    });
    auto replace = [&](ArrayRef<NarrowStore> word) {
      SmallVector<Value *> values =
          llvm::map_to_vector(word, [](const NarrowStore &entry) { return entry.store->getValueOperand(); });
      IRBuilder<> builder(lastOf(word));
      Value *made = make(builder, values);
      if (!made)
        return false;
      builder.CreateAlignedStore(made, word.front().store->getPointerOperand(), word.front().store->getAlign());
      for (const NarrowStore &entry : word)
        entry.store->eraseFromParent();
      llvm::append_range(replaced, values);
      return true;
    };
    while (stores.size() >= count)
      stores = stores.drop_front(isWord(stores, count) && replace(stores.take_front(count)) ? count : 1);
  }
  return replaced;
}

} // namespace qdc
