/*===- Trigonometric.c - sin, cos and tan -----------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * x = (4 j + n + f) * pi / 2 with |f| <= 1/2, for every x, by one method without
 * branches: x * 2/pi modulo 4, where the multiplier comes from a table indexed by
 * the exponent of x (Payne and Hanek, Radian reduction for trigonometric
 * functions, 1983). Below 2^24 (f32) and 2^53 (f64) that is always row 0. The
 * rest are Taylor polynomials on [-pi/4, pi/4].
 *
 *===------------------------------------------------------------------------===*/
#include "DoubleDouble.h"
#include "TwoOverPi.h"
#include "qdc/Target/Freestanding/Bits.h"

#pragma STDC FP_CONTRACT ON

/* x modulo 4, in [-2, 2]; exact. */
static inline double modulo4(double x) { return x - 4 * __builtin_roundeven(x * 0.25); }

/* The last two bits of an integer of magnitude below 2^50. */
static inline uint32_t quadrant(double integer) { return (uint32_t)bits_of_f64(integer + 0x1.8p52) & 3; }

/* sin and cos of an f32, good to 2^-28, and which of them belongs to which function. */
typedef struct {
  double sine, cosine;
  uint32_t n;
} reduced_f32;

static inline reduced_f32 reduce_f32(float angle) {
  double x = angle;
  int32_t exponent = (int32_t)(bits_of_f64(x) >> 52 & 0x7ff) - (1023 + 23);
  int32_t row = exponent < 0 ? 0 : exponent > 104 ? 104 : exponent;
  /* 2^-row: afterwards |m| is below 2^24 and the product with the first part is exact. */
  double m = x * f64_of_bits((uint64_t)(uint32_t)(1023 - row) << 52);
  double first = modulo4(m * two_over_pi_f32[row][0]);
  double second = m * two_over_pi_f32[row][1];
  double k = __builtin_roundeven(first + second);
  double f = (first - k) + second;
  double y = f * 0x1.921fb54442d18p0;
  double z = y * y;
  double s = 1 / 362880.0;
  s = s * z - 1 / 5040.0;
  s = s * z + 1 / 120.0;
  s = s * z - 1 / 6.0;
  double c = -1 / 3628800.0;
  c = c * z + 1 / 40320.0;
  c = c * z - 1 / 720.0;
  c = c * z + 1 / 24.0;
  c = c * z - 0.5;
  return (reduced_f32){y * z * s + y, z * c + 1, quadrant(k)};
}

/* All are computed for |x|: the sign of zero stays, and what a sine, a cosine and a tangent of one angle have in common
 * is computed once. Subtracting x from itself makes NaN of infinities. */
float qdm_sin_f32(float x) {
  reduced_f32 r = reduce_f32(magnitude_of_f32(x));
  double value = r.n & 1 ? r.cosine : r.sine;
  float result = (float)(r.n & 2 ? -value : value);
  return with_sign_of_f32(result + (x - x), x);
}

float qdm_cos_f32(float x) {
  reduced_f32 r = reduce_f32(magnitude_of_f32(x));
  double value = r.n & 1 ? r.sine : r.cosine;
  float result = (float)((r.n + 1) & 2 ? -value : value);
  return result + (x - x);
}

float qdm_tan_f32(float x) {
  reduced_f32 r = reduce_f32(magnitude_of_f32(x));
  double numerator = r.n & 1 ? -r.cosine : r.sine;
  double denominator = r.n & 1 ? r.sine : r.cosine;
  float result = (float)(numerator / denominator);
  return with_sign_of_f32(result + (x - x), x);
}

/* sin and cos of an f64 as sums whose low parts are below an ulp of the high ones. */
typedef struct {
  double_double sine, cosine;
  uint32_t n;
} reduced_f64;

static inline reduced_f64 reduce_f64(double x) {
  int32_t exponent = (int32_t)(bits_of_f64(x) >> 52 & 0x7ff) - (1023 + 52);
  int32_t row = exponent < 0 ? 0 : exponent > 971 ? 60 : exponent >> 4;
  double m = x * f64_of_bits((uint64_t)(uint32_t)(1023 - 16 * row) << 52);
  const double *parts = two_over_pi_f64[row];
  double_double first = two_product(m, parts[0]);
  double_double second = two_product(m, parts[1]);
  double_double third = two_product(m, parts[2]);
  double fourth = m * parts[3];
  /* Largest first; the errors of these sums are below the truncation of the table. */
  double_double sum = two_sum(modulo4(first.high), first.low);
  double_double tail = two_sum(sum.low, second.high);
  sum = two_sum(sum.high, tail.high);
  double k = __builtin_roundeven(sum.high);
  double_double rest = two_sum(tail.low + sum.low, second.low);
  double_double f = two_sum(sum.high - k, rest.high);
  f.low += rest.low + (third.high + (third.low + fourth));
  f = fast_two_sum(f.high, f.low);

  double_double y = two_product(f.high, 0x1.921fb54442d18p0);
  y.low += f.low * 0x1.921fb54442d18p0 + f.high * 0x1.1a62633145c07p-54;
  y = fast_two_sum(y.high, y.low);
  double z = y.high * y.high;
  double s = 1 / 355687428096000.0;
  s = s * z - 1 / 1307674368000.0;
  s = s * z + 1 / 6227020800.0;
  s = s * z - 1 / 39916800.0;
  s = s * z + 1 / 362880.0;
  s = s * z - 1 / 5040.0;
  s = s * z + 1 / 120.0;
  s = s * z - 1 / 6.0;
  double c = 1 / 20922789888000.0;
  c = c * z - 1 / 87178291200.0;
  c = c * z + 1 / 479001600.0;
  c = c * z - 1 / 3628800.0;
  c = c * z + 1 / 40320.0;
  c = c * z - 1 / 720.0;
  c = c * z + 1 / 24.0;
  double_double sine = fast_two_sum(y.high, y.high * z * s + y.low * (1 - 0.5 * z));
  double half = 0.5 * z;
  double head = 1 - half;
  double_double cosine = fast_two_sum(head, ((1 - head) - half) + (z * z * c - y.high * y.low));
  return (reduced_f64){sine, cosine, quadrant(k)};
}

double qdm_sin_f64(double x) {
  reduced_f64 r = reduce_f64(magnitude_of_f64(x));
  double value = r.n & 1 ? r.cosine.high : r.sine.high;
  double result = r.n & 2 ? -value : value;
  return with_sign_of_f64(result + (x - x), x);
}

double qdm_cos_f64(double x) {
  reduced_f64 r = reduce_f64(magnitude_of_f64(x));
  double value = r.n & 1 ? r.sine.high : r.cosine.high;
  double result = (r.n + 1) & 2 ? -value : value;
  return result + (x - x);
}

double qdm_tan_f64(double x) {
  reduced_f64 r = reduce_f64(magnitude_of_f64(x));
  double_double minus_cosine = {-r.cosine.high, -r.cosine.low};
  double_double numerator = r.n & 1 ? minus_cosine : r.sine;
  double_double denominator = r.n & 1 ? r.sine : r.cosine;
  double quotient = numerator.high / denominator.high;
  double_double product = two_product(quotient, denominator.high);
  double rest = ((numerator.high - product.high) - product.low) + (numerator.low - quotient * denominator.low);
  double result = quotient + rest / denominator.high;
  return with_sign_of_f64(result + (x - x), x);
}
