//===- CheckedArithmetic.h - Integers that cannot wrap ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on sizes that come from a file or a user. Each function gives the
// exact result, or nothing where the type cannot hold it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_SUPPORT_CHECKEDARITHMETIC_H
#define QDC_SUPPORT_CHECKEDARITHMETIC_H

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace qdc {

template <std::integral T>
constexpr std::optional<T> checkedAdd(T lhs, std::type_identity_t<T> rhs) {
  T value;
  if (__builtin_add_overflow(lhs, rhs, &value))
    return std::nullopt;
  return value;
}

template <std::integral T>
constexpr std::optional<T> checkedSubtract(T lhs, std::type_identity_t<T> rhs) {
  T value;
  if (__builtin_sub_overflow(lhs, rhs, &value))
    return std::nullopt;
  return value;
}

template <std::integral T>
constexpr std::optional<T> checkedMultiply(T lhs, std::type_identity_t<T> rhs) {
  T value;
  if (__builtin_mul_overflow(lhs, rhs, &value))
    return std::nullopt;
  return value;
}

/// The quotient rounded to minus infinity; nothing for a zero divisor too.
constexpr std::optional<int64_t> checkedFloorDivide(int64_t lhs, int64_t rhs) {
  if (rhs == 0 || (rhs == -1 && lhs == std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  int64_t quotient = lhs / rhs;
  return lhs % rhs != 0 && (lhs < 0) != (rhs < 0) ? quotient - 1 : quotient;
}

/// The smallest multiple of `alignment`, a power of two, that is not below
/// `value`.
constexpr std::optional<uint64_t> checkedAlignUp(uint64_t value, uint64_t alignment) {
  std::optional<uint64_t> sum = checkedAdd(value, alignment - 1);
  return sum ? std::optional<uint64_t>(*sum & ~(alignment - 1)) : std::nullopt;
}

} // namespace qdc

#endif // QDC_SUPPORT_CHECKEDARITHMETIC_H
