//===- NarrowPairs.h - What two narrow integers are made of -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CUDA_NARROWPAIRS_H
#define QDC_LIB_TARGET_CUDA_NARROWPAIRS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

#include <functional>
#include <map>
#include <optional>

namespace qdc {

/// An i8 or i16 as a sum modulo 2^8 or 2^16: values with factors that are signed numbers of its width, none of them 0,
/// and a constant.
struct NarrowSum {
  llvm::SmallMapVector<llvm::Value *, int32_t, 8> terms;
  uint32_t constant = 0;
};

/// Finds which integers of one width are computed alike. LLVM may order the additions of each of them differently, so
/// their sums are compared, not their operations.
class NarrowPairs {
public:
  struct Rule {
    unsigned bits;
    bool hasProducts; // of a pair with a value that both share
    /// Whether these, of which `high` is needed with `low`, are loaded from where a pair is.
    std::function<bool(llvm::Value *low, llvm::Value *high)> areLoaded;
  };
  explicit NarrowPairs(Rule rule) : rule(std::move(rule)) {}

  /// The sums of two integers, term by term.
  struct Sum {
    struct Term {
      llvm::Value *low, *high;
      int32_t factor;
    };
    llvm::SmallVector<Term> terms;
    uint32_t low = 0, high = 0; // constants
  };
  /// Null where they are not computed alike: each term must be the same for both, or loaded as a pair, or the same
  /// bitwise operation on integers that are alike, or, where there are products, that of such with the same value.
  /// Valid until the next call.
  const Sum *of(llvm::Value *low, llvm::Value *high);

private:
  using Two = std::pair<llvm::Value *, llvm::Value *>;

  int32_t reducedFactor(int64_t factor) const;
  uint32_t reducedConstant(int64_t constant) const;
  void addTerms(NarrowSum &sum, const NarrowSum &more, int64_t factor) const;
  const NarrowSum &sumOf(llvm::Value *value);
  std::optional<NarrowSum> makeSum(llvm::Value *value);
  std::optional<Sum> match(llvm::Value *low, llvm::Value *high);
  bool areAlike(llvm::Value *low, llvm::Value *high);

  const Rule rule;
  unsigned depth = 0;
  std::map<llvm::Value *, NarrowSum> sums;
  std::map<Two, std::optional<Sum>> found;
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CUDA_NARROWPAIRS_H
