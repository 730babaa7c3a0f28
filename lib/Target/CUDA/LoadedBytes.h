//===- LoadedBytes.h - Bytes that a block loads -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CUDA_LOADEDBYTES_H
#define QDC_LIB_TARGET_CUDA_LOADEDBYTES_H

#include "StoredWords.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

namespace qdc {

/// The bytes that a block loads from global memory. Four of them, at an address that is a multiple of four and with no
/// write between them, are loaded as one word once one of them is asked for.
class LoadedBytes {
public:
  LoadedBytes(llvm::BasicBlock &block, LinearAddresses &addresses);

  /// Whether both are loaded bytes of which `high` lies two bytes after `low`.
  bool isPair(llvm::Value *low, llvm::Value *high) const;
  /// `low` + 65536 * `high`, i32, of a pair. It can be used after the later one.
  llvm::Value *pair(llvm::Value *low, llvm::Value *high);
  /// Makes the other uses of the bytes read them from the loaded words.
  void finish();

  /// Four bytes of eight: digit i of `selector`, in hexadecimal, is where byte i comes from; 4 is the first of `high`.
  static llvm::Value *permute(llvm::IRBuilder<> &builder, llvm::Value *low, llvm::Value *high, uint32_t selector);

private:
  /// Where a byte is. A straight-line segment of the block has no writes to memory between its accesses.
  struct Place {
    unsigned segment, group;
    int64_t constant;
    auto operator<=>(const Place &) const = default;
  };
  struct Word {
    std::array<llvm::LoadInst *, 4> bytes; // in the order of their addresses
    llvm::LoadInst *first; // in the block
    llvm::Instruction *loaded = nullptr; // once it is asked for
  };
  struct WordByte {
    unsigned word, number;
  };

  void findWords();
  llvm::Value *load(Word &word);

  std::map<Place, llvm::LoadInst *> loads; // the first of each place
  llvm::DenseMap<llvm::Value *, Place> places;
  llvm::SmallVector<Word> words;
  llvm::DenseMap<llvm::Value *, WordByte> wordOf;
  llvm::DenseMap<std::pair<llvm::Value *, llvm::Value *>, llvm::Value *> pairs;
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CUDA_LOADEDBYTES_H
