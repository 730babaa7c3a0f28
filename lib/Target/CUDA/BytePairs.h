//===- BytePairs.h - What two bytes are computed from -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CUDA_BYTEPAIRS_H
#define QDC_LIB_TARGET_CUDA_BYTEPAIRS_H

#include "LoadedBytes.h"

#include "llvm/ADT/MapVector.h"

#include <optional>

namespace qdc {

/// An i8 as a sum modulo 256: values with factors from -128 to 127, none of them 0, and a constant.
struct ByteSum {
  llvm::SmallMapVector<llvm::Value *, int8_t, 8> terms;
  uint8_t constant = 0;
};

/// Finds out which bytes are computed alike. LLVM orders the additions of each of them differently, so their sums are
/// compared, not their operations.
class BytePairs {
public:
  explicit BytePairs(const LoadedBytes &loads) : loads(loads) {}

  /// The sums of two bytes, term by term.
  struct Sum {
    struct Term {
      llvm::Value *low, *high;
      int8_t factor;
    };
    llvm::SmallVector<Term> terms;
    uint8_t low = 0, high = 0; // constants
  };
  /// Null where they are not computed alike: each term must be the same for both, or bytes that LoadedBytes has as a
  /// pair, or the same bitwise operation on bytes that are alike, or their product with the same value. Valid until the
  /// next call.
  const Sum *of(llvm::Value *low, llvm::Value *high);

private:
  using Two = std::pair<llvm::Value *, llvm::Value *>;

  const ByteSum &sumOf(llvm::Value *value);
  std::optional<ByteSum> makeSum(llvm::Value *value);
  std::optional<Sum> match(llvm::Value *low, llvm::Value *high);
  bool areAlike(llvm::Value *low, llvm::Value *high);

  const LoadedBytes &loads;
  unsigned depth = 0;
  std::map<llvm::Value *, ByteSum> sums;
  std::map<Two, std::optional<Sum>> found;
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CUDA_BYTEPAIRS_H
