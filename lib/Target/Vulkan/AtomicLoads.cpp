//===- AtomicLoads.cpp - Atomics that leave memory as it is ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/AtomicLoads.h"

#include <algorithm>
#include <span>
#include <unordered_set>

namespace qdc {

namespace {

/// Of the specification of SPIR-V: instructions follow a header, and begin with their length and their number.
constexpr size_t headerWords = 5;
constexpr uint32_t opConstant = 43, opAtomicLoad = 227, opAtomicOr = 241;
/// Of an OpConstant: the result after its type, then the number. Of an OpAtomicOr: the value at its end.
constexpr size_t resultAt = 2, numberAt = 3, valueAt = 6, atomicOrWords = 7;

uint32_t firstWord(size_t length, uint32_t number) { return static_cast<uint32_t>(length) << 16 | number; }

} // namespace

void restoreAtomicLoads(std::vector<uint32_t> &words) {
  std::unordered_set<uint32_t> zeros;
  size_t end = headerWords; // of what is kept
  for (size_t at = headerWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    const std::span<uint32_t> instruction(&words[at], length);
    at += length;
    const uint32_t number = instruction[0] & 0xffff;
    if (number == opConstant &&
        std::ranges::all_of(instruction.subspan(numberAt), [](uint32_t word) { return word == 0; }))
      zeros.insert(instruction[resultAt]);
    size_t kept = length;
    if (number == opAtomicOr && zeros.contains(instruction[valueAt])) {
      kept = atomicOrWords - 1;
      instruction[0] = firstWord(kept, opAtomicLoad);
    }
    std::ranges::copy(instruction.first(kept), words.begin() + static_cast<ptrdiff_t>(end));
    end += kept;
  }
  words.resize(end);
}

} // namespace qdc
