/*===- IntegerPower.c - Powers with integer exponents -----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * qdm_ipowi_*: integer to integer, exact modulo 2^N. A negative exponent gives
 * 1 / base^|exponent| rounded towards zero, and 0 for base 0.
 *
 *===------------------------------------------------------------------------===*/

#define INTEGER_POWER(name, signed_type, unsigned_type)                                                                \
  signed_type name(signed_type base, signed_type exponent) {                                                           \
    unsigned_type power = 1;                                                                                           \
    unsigned_type square = (unsigned_type)base;                                                                        \
    for (unsigned_type bits = exponent < 0 ? 0 : (unsigned_type)exponent; bits != 0; bits >>= 1) {                     \
      power *= bits & 1 ? square : 1;                                                                                  \
      square *= square;                                                                                                \
    }                                                                                                                  \
    signed_type minus_one_power = exponent & 1 ? -1 : 1;                                                               \
    signed_type inverse = base == 1 ? 1 : base == -1 ? minus_one_power : 0;                                            \
    return exponent < 0 ? inverse : (signed_type)power;                                                                \
  }

INTEGER_POWER(qdm_ipowi_i32, int, unsigned)
INTEGER_POWER(qdm_ipowi_i64, long long, unsigned long long)
