//===- LinearAddress.h - Addresses as sums ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CUDA_LINEARADDRESS_H
#define QDC_LIB_TARGET_CUDA_LINEARADDRESS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

#include <map>
#include <vector>

namespace qdc {

/// An address as a pointer, multiples of values and a constant, modulo 2^64. Addresses that differ in the constant
/// alone have the same group.
struct LinearAddress {
  unsigned group;
  int64_t constant;
};

/// Writes addresses as sums, as far as additions, subtractions and products with constants make them.
class LinearAddresses {
public:
  explicit LinearAddresses(const llvm::DataLayout &layout) : layout(layout) {}

  LinearAddress of(llvm::Value *pointer);

private:
  using Terms = std::map<unsigned, uint64_t>; // factors of values, by their numbers

  unsigned numberOf(llvm::Value *value) { return numbers.try_emplace(value, numbers.size()).first->second; }
  void add(llvm::Value *value, uint64_t factor, unsigned depth, Terms &terms, uint64_t &constant);

  const llvm::DataLayout &layout;
  llvm::DenseMap<llvm::Value *, unsigned> numbers;
  std::map<std::vector<std::pair<unsigned, uint64_t>>, unsigned> groups;
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CUDA_LINEARADDRESS_H
