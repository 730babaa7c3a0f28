//===- Element.h - Numbers of every element type as text --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_ELEMENT_H
#define QDC_TOOLS_RUN_ELEMENT_H

#include "qdc/Support/Json.h"
#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace qdc {

/// The type that the kernel language spells so, or nothing.
std::optional<qdrt_type> parseElementType(std::string_view name);

bool isFloat(qdrt_type type);

/// "'i1', 'i8', ...": all spellings, for messages.
std::string elementTypeList();

/// Reads a number as a value of `type`: decimal whole numbers (`true` and `false` too for i1) and floats, with a sign
/// or without, inf, nan. Integers must be in the range that `type` and `isUnsigned` give; hexadecimal ones (0xff) are
/// bits, without a sign, as many as `type` has. Floats round to nearest; one that would round to infinity, or to zero
/// though it is not zero, is an error. Hexadecimal floats are those of C, 0x10 and -0x1.8p-3, and must be exact. The
/// error tells what is accepted.
Result<qdrt_scalar> parseElement(std::string_view text, qdrt_type type, bool isUnsigned);

/// The largest N such that `type` holds 0, 1, ... N exactly.
uint64_t largestCount(qdrt_type type, bool isUnsigned);

/// A whole number up to largestCount() as an element.
qdrt_scalar countElement(uint64_t number, qdrt_type type);

/// Element `index` of the random array of a seed, made of the words that `qd.random %seed, %index` gives. Floats are
/// from 0 up to 1, without 1: as many of the first word's highest bits as the type has digits, of f64 those of the
/// first two words as one, the second above the first. Integers take any value: the lowest bits of these words.
qdrt_scalar randomElement(uint64_t seed, uint64_t index, qdrt_type type);

/// The element at `bytes`, with the shortest digits that read back the same.
std::string elementText(const void *bytes, qdrt_type type, bool isUnsigned);

/// The same as a JSON value.
Json elementJson(const void *bytes, qdrt_type type, bool isUnsigned);

/// The bits of the nearest f16 or bf16, ties to even, and back.
uint16_t halfFromDouble(double value);
double doubleFromHalf(uint16_t bits);
uint16_t bfloatFromDouble(double value);
float floatFromBfloat(uint16_t bits);

} // namespace qdc

#endif // QDC_TOOLS_RUN_ELEMENT_H
