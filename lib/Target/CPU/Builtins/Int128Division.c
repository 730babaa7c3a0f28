/*===- Int128Division.c - Division of 128-bit integers ----------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The only 128-bit integer operations that x86-64 has no inline code for. Names
 * and conventions are those of compiler-rt. Truncating division; the divisor is
 * not 0.
 *
 *===------------------------------------------------------------------------===*/
#include <stdint.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static inline u128 magnitude(i128 value) { return value < 0 ? -(u128)value : (u128)value; }

/* Shift and subtract: correctness over speed, since no kernel of ours divides 128-bit integers in a loop. */
static inline u128 divide(u128 dividend, u128 divisor, u128 *remainder) {
  u128 quotient = 0, rest = 0;
  for (int bit = 127; bit >= 0; --bit) {
    int carry = (int)(rest >> 127);
    rest = rest << 1 | (dividend >> bit & 1);
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= (u128)1 << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

u128 __udivti3(u128 dividend, u128 divisor) {
  u128 remainder;
  return divide(dividend, divisor, &remainder);
}

u128 __umodti3(u128 dividend, u128 divisor) {
  u128 remainder;
  divide(dividend, divisor, &remainder);
  return remainder;
}

i128 __divti3(i128 dividend, i128 divisor) {
  u128 remainder;
  u128 quotient = divide(magnitude(dividend), magnitude(divisor), &remainder);
  return (i128)((dividend < 0) != (divisor < 0) ? -quotient : quotient);
}

i128 __modti3(i128 dividend, i128 divisor) {
  u128 remainder;
  divide(magnitude(dividend), magnitude(divisor), &remainder);
  return (i128)(dividend < 0 ? -remainder : remainder);
}
