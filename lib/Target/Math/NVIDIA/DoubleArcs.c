/*===- DoubleArcs.c - acos, asin, atan and atan2 of f64 ---------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * atan has one polynomial for arguments up to 1, and larger ones are atan(1 / x)
 * from pi / 2: a reciprocal costs less than intervals. asin has one up to 1/2, and
 * beyond, asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)). What is subtracted from a
 * multiple of pi / 2 is so without that difference's rounding error where
 * otherwise the bound would not hold.
 *
 *===------------------------------------------------------------------------===*/
#include "AnglePolynomials.h"
#include "Double.h"

#define HALF_PI_HIGH 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

/* (base - t) + low + atan(t) for |t| <= 1. */
static inline double add_atan(double base, double low, double t) {
  double z = t * t;
  return base + (t * z * arc_tangent_f64(z) + low);
}

/* value, negated where it `isNegative`. */
static inline double negate_f64(double value, bool isNegative) {
  return f64_of_bits(bits_of_f64(value) ^ (uint64_t)isNegative << 63);
}

double qdm_nvidia_atan_f64(double x) {
  double t = x, base = x, low = 0;
  if (!is_below_f64(x, 1)) {
    /* The reciprocal of infinity would be NaN; that of 2^1023 is 0 by the instruction. */
    double a = magnitude_of_f64(x);
    a = a == __builtin_inf() ? 0x1p1023 : a;
    t = with_sign_of_f64(-reciprocal_f64(a), x);
    base = with_sign_of_f64(HALF_PI_HIGH, x) + t;
    low = with_sign_of_f64(HALF_PI_LOW, x);
  }
  double angle = add_atan(base, low, t);
  return f64_of_bits(bits_of_f64(angle) | (bits_of_f64(x) & 0x8000000000000000)); /* -0 */
}

/* `larger` is 0, infinite, NaN or too near to the ends of f64 for its reciprocal: scales both, to 0 or 1 where the
 * quotient of zeros or infinities counts as such. */
static inline void scale_extremes(double *smaller, double *larger) {
  if (*larger == 0) {
    *larger = 1;
  } else if (*larger == __builtin_inf()) {
    *smaller = *smaller == __builtin_inf() ? 1 : 0;
    *larger = 1;
  } else {
    double scale = *larger < 1 ? 0x1p60 : 0x1p-60;
    *smaller *= scale;
    *larger *= scale;
  }
}

double qdm_nvidia_atan2_f64(double y, double x) {
  double a = magnitude_of_f64(x), b = magnitude_of_f64(y);
  bool isSteep = bits_of_f64(b) > bits_of_f64(a);
  double larger = isSteep ? b : a, smaller = isSteep ? a : b;
  if (__builtin_expect(upper_of_f64(larger) - 0x00300000 >= 0x7fa00000, 0))
    scale_extremes(&smaller, &larger);
  double reciprocal = reciprocal_f64(larger);
  double quotient = smaller * reciprocal;
  quotient = (smaller - quotient * larger) * reciprocal + quotient;
  bool isLeft = sign_of_f64(x);
  double side = isLeft ? 2 * HALF_PI_HIGH : 0, side_low = isLeft ? 2 * HALF_PI_LOW : 0;
  double from = isSteep ? HALF_PI_HIGH : side, from_low = isSteep ? HALF_PI_LOW : side_low;
  double t = negate_f64(quotient, isSteep != isLeft);
  return with_sign_of_f64(add_atan(from + t, from_low, t), y);
}

/* An angle as the sum of two numbers, the second small: asin(a) for a up to 1/2, and otherwise acos(a). */
typedef struct {
  double first, rest;
  bool isNear;
} small_arc;

/* NaN for a > 1. */
static inline small_arc arc_of(double a) {
  bool isNear = upper_of_f64(a) < upper_of_f64(0.5);
  /* The root of `square`, which is exact where it counts, by an approximation whose square is exact. The addend makes
   * it none of 0. */
  double square = 2 - 2 * a;
  double rough = reciprocal_root_instruction(square + 0x1p-200);
  double error = 1 - square * (rough * rough);
  double root = square * rough;
  double lost = square * rough - root;
  lost = (root * error) * (0.375 * error + 0.5) + lost;
  lost = isNear ? 0 : lost;
  double first = isNear ? a : root;
  double z = isNear ? a * a : 0.25 * square;
  double more = z * arc_sine_f64(z);
  return (small_arc){first, lost * more + (first * more + lost), isNear};
}

/* from + from_low + arc, or that minus the arc; `from` is 0 or larger than the arc. */
static inline double add_arc(double from, double from_low, small_arc arc, bool isNegative) {
  double first = negate_f64(arc.first, isNegative), rest = negate_f64(arc.rest, isNegative);
  double sum = from + first;
  double lost = (from - sum) + first;
  return sum + ((lost + from_low) + rest);
}

double qdm_nvidia_asin_f64(double x) {
  small_arc arc = arc_of(magnitude_of_f64(x));
  double from = arc.isNear ? 0 : HALF_PI_HIGH, from_low = arc.isNear ? 0 : HALF_PI_LOW;
  return with_sign_of_f64(add_arc(from, from_low, arc, !arc.isNear), x);
}

double qdm_nvidia_acos_f64(double x) {
  small_arc arc = arc_of(magnitude_of_f64(x));
  bool isLeft = sign_of_f64(x);
  double from = isLeft ? 2 * HALF_PI_HIGH : 0, from_low = isLeft ? 2 * HALF_PI_LOW : 0;
  from = arc.isNear ? HALF_PI_HIGH : from;
  from_low = arc.isNear ? HALF_PI_LOW : from_low;
  return add_arc(from, from_low, arc, arc.isNear != isLeft);
}
