/*===- ArcTangent.c - atan2 -------------------------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The angle of the octant is atan(min / max); reflections put it in its place.
 * libclc's f64 version takes its table index from an unchecked conversion.
 *
 *===------------------------------------------------------------------------===*/
#include "qdc/Target/Freestanding/Bits.h"

double qdm_atan_f64(double x);

double qdm_atan2_f64(double y, double x) {
  double a = magnitude_of_f64(x), b = magnitude_of_f64(y);
  double smaller = a < b ? a : b;
  double larger = a < b ? b : a;
  /* 0 / 0 counts as 0, infinity / infinity as 1. */
  double quotient = smaller / larger;
  quotient = larger == 0 ? 0 : quotient;
  quotient = smaller == __builtin_inf() ? 1 : quotient;
  double angle = qdm_atan_f64(quotient);
  /* pi / 2 - angle and pi - angle, with the bits of pi that f64 has not. */
  double steep = 0x1.921fb54442d18p0 - (angle - 0x1.1a62633145c07p-54);
  angle = b > a ? steep : angle;
  double left = 0x1.921fb54442d18p1 - (angle - 0x1.1a62633145c07p-53);
  angle = sign_of_f64(x) ? left : angle;
  angle = x != x || y != y ? __builtin_nan("") : angle;
  return with_sign_of_f64(angle, y);
}
