/*===- DoubleAngles.c - sin, cos and tan of f64 -----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * |x| = k pi / 2 + y with |y| <= pi / 4, pi / 2 in three parts (Cody and Waite,
 * Software Manual for the Elementary Functions, 1980). With a fused multiply-add
 * the first part leaves an exact difference. No f64 below LARGE_ANGLE is closer
 * to a multiple of pi / 2 than about 2^-62, so that three parts are enough; larger
 * ones take the CPU's way, in functions that are called (LargeAngles.c). A sine
 * and a cosine of one angle have nearly everything in common.
 *
 *===------------------------------------------------------------------------===*/
#include "AnglePolynomials.h"
#include "Double.h"

#define LARGE_ANGLE 0x1p30
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define HALF_PI_HIGH 0x1.921fb54442d18p+0
#define HALF_PI_MIDDLE 0x1.1a62633145c07p-54
#define HALF_PI_LOW -0x1.f1976b7ed8fbcp-110

double qdm_large_sin_f64(double x);
double qdm_large_cos_f64(double x);
double qdm_large_tan_f64(double x);

/* Infinities and NaN are large too. */
static inline bool is_large_angle(double angle) { return __builtin_expect(!is_below_f64(angle, LARGE_ANGLE), 0); }

/* What is left of the angle, and a number whose last two bits are the quadrant. */
typedef struct {
  double y;
  uint32_t n;
} reduced_angle;

static inline reduced_angle reduce_angle(double angle) {
  double shifted = angle * TWO_OVER_PI + ROUNDER;
  double k = shifted - ROUNDER;
  double exact = angle - k * HALF_PI_HIGH;
  double y = (exact - k * HALF_PI_MIDDLE) - k * HALF_PI_LOW;
  return (reduced_angle){y, (uint32_t)bits_of_f64(shifted)};
}

/* The sine of the angle in quadrant n of which y is left; that in n + 1 is the cosine. */
static inline double sine_in_quadrant(double y, uint32_t n) {
  double z = y * y;
  double sine = y * z * sine_f64(z) + y;
  double cosine = z * cosine_f64(z) + 1;
  double value = n & 1 ? cosine : sine;
  return f64_of_bits(bits_of_f64(value) ^ (uint64_t)(n & 2) << 62);
}

double qdm_nvidia_sin_f64(double x) {
  if (is_large_angle(x))
    return qdm_large_sin_f64(x);
  reduced_angle angle = reduce_angle(magnitude_of_f64(x));
  return with_sign_of_f64(sine_in_quadrant(angle.y, angle.n), x);
}

double qdm_nvidia_cos_f64(double x) {
  if (is_large_angle(x))
    return qdm_large_cos_f64(x);
  reduced_angle angle = reduce_angle(magnitude_of_f64(x));
  return sine_in_quadrant(angle.y, angle.n + 1);
}

double qdm_nvidia_tan_f64(double x) {
  if (is_large_angle(x))
    return qdm_large_tan_f64(x);
  reduced_angle angle = reduce_angle(magnitude_of_f64(x));
  double y = angle.y, z = y * y;
  double factor = y * z, q = tangent_f64(z);
  double tangent = factor * q + y;
  /* In odd quadrants -1 / (tangent + lost). */
  double lost = factor * q - (tangent - y);
  double rough = reciprocal_f64(tangent);
  double error = (1 - tangent * rough) - lost * rough;
  double cotangent = rough * error + rough;
  double value = angle.n & 1 ? cotangent : tangent;
  uint64_t sign = bits_of_f64(x) ^ (uint64_t)angle.n << 63;
  return with_sign_of_f64(value, f64_of_bits(sign));
}
