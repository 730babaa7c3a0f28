//===- StoredWords.h - Narrow integers stored word by word ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CUDA_STOREDWORDS_H
#define QDC_LIB_TARGET_CUDA_STOREDWORDS_H

#include "LinearAddress.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"

namespace qdc {

static constexpr unsigned globalAddressSpace = 1;

/// Finds the words, at multiples of four bytes of global memory, that simple stores of integers of `bits` (8 or 16)
/// write whole in `block`, each element once, with no other access to memory between them. `make` gets a word's
/// elements in the order of their addresses, and a builder in the place of the last store; it gives a value of four
/// bytes, which one store then writes in their place, or null. Gives the elements of such words, which may have no use
/// any more.
llvm::SmallVector<llvm::WeakTrackingVH>
storeWords(llvm::BasicBlock &block, LinearAddresses &addresses, unsigned bits,
           llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::ArrayRef<llvm::Value *>)> make);

} // namespace qdc

#endif // QDC_LIB_TARGET_CUDA_STOREDWORDS_H
