/*===- FusedMultiplyAdd.c - a * b + c with one rounding, without hardware ----===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * For processors without FMA (x86-64-v2).
 *
 * qdm_fma_f32, qdm_fma_f64 are correctly rounded for all inputs.
 *
 * qdm_exact_fma_f64 is what the math functions use. It has no branch, is exact
 * when the result is representable, else within 0.51 ulp, as long as |a| and |b|
 * are below 2^995 and a * b is 0 or above 2^-968 in magnitude; elsewhere it is
 * within the error of a * b + c. (Dekker, A floating-point technique for
 * extending the available precision, 1971; Boldo and Melquiond, Emulation of a
 * FMA and correctly rounded sums: proved algorithms using rounding to odd, 2008.)
 *
 *===------------------------------------------------------------------------===*/
#pragma STDC FP_CONTRACT OFF

#include "DoubleDouble.h"
#include "qdc/Target/Freestanding/Bits.h"

float qdm_fma_f32(float a, float b, float c) {
  /* The product of two floats is exact in double. The sum is rounded to odd, so that rounding it again to float gives
   * what one rounding would: toward zero first, then the last bit is set if anything was lost. */
  double product = (double)a * (double)b;
  double_double sum = two_sum(product, (double)c);
  uint64_t bits = bits_of_f64(sum.high);
  bool away_from_zero = (sum.low < 0) != (sum.high < 0);
  uint64_t odd = (bits - (away_from_zero ? 1 : 0)) | 1;
  /* Infinities and NaNs have a NaN error and fall through. */
  bool inexact = sum.low < 0 || sum.low > 0;
  return (float)f64_of_bits(inexact ? odd : bits);
}

/* high + low = a with 26 bits in each half, |a| below 2^996. */
static inline double split(double a, double *low) {
  double scaled = a * 0x1.0000002p27;
  double high = scaled - (scaled - a);
  *low = a - high;
  return high;
}

double qdm_exact_fma_f64(double a, double b, double c) {
  double product = a * b;
  double a_low, b_low;
  double a_high = split(a, &a_low);
  double b_high = split(b, &b_low);
  double product_error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
  double_double sum = two_sum(product, c);
  double result = sum.high + (sum.low + product_error);
  return result == result ? result : product + c;
}

/* A finite number other than 0 as significand * 2^exponent with bit 52 of the significand set. */
typedef struct {
  uint64_t significand;
  int exponent;
} unpacked;

static inline unpacked unpack(double value) {
  uint64_t magnitude = bits_of_f64(value) & 0x7fffffffffffffff;
  int field = (int)(magnitude >> 52);
  if (field == 0) {
    int shift = __builtin_clzll(magnitude) - 11;
    return (unpacked){magnitude << shift, 1 - shift - 1075};
  }
  return (unpacked){(magnitude & 0x000fffffffffffff) | 0x0010000000000000, field - 1075};
}

/* 128 bits in two halves: a target without integers of 128 bits takes these functions too. */
typedef struct {
  uint64_t high, low;
} wide;

static inline wide multiply(uint64_t a, uint64_t b) {
  uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
  uint64_t low = a_low * b_low, first = a_high * b_low + (low >> 32), second = a_low * b_high + (uint32_t)first;
  return (wide){a_high * b_high + (first >> 32) + (second >> 32), second << 32 | (uint32_t)low};
}

/* count: 0 to 127 */
static inline wide shift_left(wide value, int count) {
  if (count >= 64)
    return (wide){value.low << (count - 64), 0};
  if (count == 0)
    return value;
  return (wide){value.high << count | value.low >> (64 - count), value.low << count};
}

/* The last bit is set if a bit is shifted out. count: 1 to 127 */
static inline wide shift_right(wide value, int count) {
  uint64_t lost = value.low;
  wide shifted = {0, value.high};
  if (count > 64) {
    lost |= value.high << (128 - count);
    shifted.low = value.high >> (count - 64);
  } else if (count < 64) {
    lost = value.low << (64 - count);
    shifted = (wide){value.high >> count, value.high << (64 - count) | value.low >> count};
  }
  shifted.low |= lost != 0;
  return shifted;
}

static inline bool is_less(wide a, wide b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }

static inline wide add(wide a, wide b) {
  uint64_t low = a.low + b.low;
  return (wide){a.high + b.high + (low < a.low), low};
}

static inline wide subtract(wide a, wide b) { return (wide){a.high - b.high - (a.low < b.low), a.low - b.low}; }

/* significand * 2^exponent, rounded to nearest even; the significand is not 0 and its last bit is sticky. */
static inline double pack(bool negative, wide significand, int exponent) {
  int leading_zeros = significand.high != 0 ? __builtin_clzll(significand.high) : 64 + __builtin_clzll(significand.low);
  significand = shift_left(significand, leading_zeros);
  exponent -= leading_zeros;
  /* The value is in [2^(exponent + 127), 2^(exponent + 128)). A subnormal result keeps fewer bits. */
  int biased = exponent + 127 + 1023;
  int drop = 75;
  if (biased < 1) {
    drop += 1 - biased;
    biased = 1;
    if (drop > 127) {
      significand = shift_right(significand, drop - 127 < 127 ? drop - 127 : 127);
      drop = 127;
    }
  }
  /* All lower bits and some of the upper ones are dropped. */
  uint64_t kept = significand.high >> (drop - 64);
  uint64_t rest = significand.high & ((1ull << (drop - 64)) - 1), half = 1ull << (drop - 65);
  bool is_more = rest > half || (rest == half && significand.low != 0);
  bool is_half = rest == half && significand.low == 0;
  kept += is_more || (is_half && (kept & 1));
  /* `kept` has the implicit bit unless the result is subnormal; carries run into the exponent as they should. */
  uint64_t bits = biased >= 2047 ? 0x7ff0000000000000 : ((uint64_t)(biased - 1) << 52) + kept;
  return f64_of_bits(bits | (uint64_t)negative << 63);
}

double qdm_fma_f64(double a, double b, double c) {
  if (!is_finite_f64(a) || !is_finite_f64(b) || a == 0 || b == 0)
    return a * b + c;
  /* Here a product that overflows would make NaN of an infinite c. */
  if (!is_finite_f64(c))
    return c;
  unpacked left = unpack(a), right = unpack(b);
  bool product_negative = sign_of_f64(a) != sign_of_f64(b);
  /* 106 bits, moved up to leave one bit for a carry. */
  wide product = shift_left(multiply(left.significand, right.significand), 21);
  int exponent = left.exponent + right.exponent - 21;
  if (c == 0)
    return pack(product_negative, product, exponent);

  unpacked addend = unpack(c);
  bool addend_negative = sign_of_f64(c);
  wide other = {addend.significand << 9, 0};
  int other_exponent = addend.exponent - 73;
  if (other_exponent > exponent || (other_exponent == exponent && is_less(product, other))) {
    wide significand = product;
    product = other;
    other = significand;
    int smaller = exponent;
    exponent = other_exponent;
    other_exponent = smaller;
    bool negative = product_negative;
    product_negative = addend_negative;
    addend_negative = negative;
  }
  /* What is shifted out lies far below the 53 bits that stay, so one sticky bit stands for it. */
  int shift = exponent - other_exponent;
  if (shift > 127)
    other = (wide){0, 1};
  else if (shift > 0)
    other = shift_right(other, shift);
  if (product_negative == addend_negative)
    return pack(product_negative, add(product, other), exponent);
  if (is_less(product, other))
    return pack(!product_negative, subtract(other, product), exponent);
  if (is_less(other, product))
    return pack(product_negative, subtract(product, other), exponent);
  return 0.0;
}
