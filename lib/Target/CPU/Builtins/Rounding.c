/*===- Rounding.c - Floats to whole numbers ---------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * What LLVM calls on processors without SSE4.1, whose instructions round. Exact,
 * as IEEE 754 defines them; a zero keeps the sign of what was rounded to it.
 *
 *===------------------------------------------------------------------------===*/

/* `first_whole` is 2^(digits - 1): from there on every number is whole, and what is added to it is rounded to a whole
 * number, to even in the middle. */
#define ROUNDING(type, suffix, first_whole)                                                                            \
  static inline type magnitude##suffix(type x) { return __builtin_fabs##suffix(x); }                                   \
  static inline type with_sign##suffix(type value, type sign) { return __builtin_copysign##suffix(value, sign); }      \
  static inline int is_whole##suffix(type x) { return !(magnitude##suffix(x) < first_whole); } /* or NaN */            \
  static inline type nearest##suffix(type x) {                                                                         \
    return with_sign##suffix((magnitude##suffix(x) + first_whole) - first_whole, x);                                   \
  }                                                                                                                    \
  type roundeven##suffix(type x) { return is_whole##suffix(x) ? x : nearest##suffix(x); }                              \
  type floor##suffix(type x) {                                                                                         \
    type y = nearest##suffix(x);                                                                                       \
    return is_whole##suffix(x) ? x : with_sign##suffix(y > x ? y - 1 : y, x);                                          \
  }                                                                                                                    \
  type ceil##suffix(type x) {                                                                                          \
    type y = nearest##suffix(x);                                                                                       \
    return is_whole##suffix(x) ? x : with_sign##suffix(y < x ? y + 1 : y, x);                                          \
  }                                                                                                                    \
  type trunc##suffix(type x) { return x < 0 ? ceil##suffix(x) : floor##suffix(x); }                                    \
  type round##suffix(type x) {                                                                                         \
    type size = magnitude##suffix(x), below = floor##suffix(size);                                                     \
    return with_sign##suffix(size - below >= (type)0.5 ? below + 1 : below, x);                                        \
  }

ROUNDING(float, f, 0x1p23f)
ROUNDING(double, , 0x1p52)
