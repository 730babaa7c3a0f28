//===- ArrayValues.h - What the elements of a new array are -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   2.5              each element is this number
//   [[1,2],[3,4]]    these numbers, in C order
//   iota             0, 1, 2, ..., in C order
//   random(7)        random numbers of this seed, in C order: randomElement()
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_ARRAYVALUES_H
#define QDC_TOOLS_RUN_ARRAYVALUES_H

#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

enum class ArrayRule : uint8_t { zeros, number, list, iota, random };

struct ArrayValues {
  ArrayRule rule = ArrayRule::zeros;
  std::vector<std::string> numbers; // number: one; list: those of all elements
  std::vector<int64_t> shape;       // list
  uint64_t seed = 0;                // random
};

/// Reads one of the forms above. Errors (invalidArgument) say what is accepted; that a number fits a type is found by
/// writeElements.
Result<ArrayValues> parseArrayValues(std::string_view text);

/// Why an array of `count` elements cannot have these values, if its type does not reach that far.
Status checkCount(const ArrayValues &values, uint64_t count, qdrt_type type, bool isUnsigned);

/// Writes elements to `bytes`, which is whole elements of `type`; the first of them is element `first` of the array,
/// whose count was checked. Errors are those of parseElement.
Status writeElements(const ArrayValues &values, qdrt_type type, bool isUnsigned, uint64_t first,
                     std::span<std::byte> bytes);

} // namespace qdc

#endif // QDC_TOOLS_RUN_ARRAYVALUES_H
