/*===- DoubleDouble.h - Sums of two f64 that stand for one number -----------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Error-free transformations (Knuth, Dekker, Ogita, Rump and Oishi). The value
 * is high + low.
 *
 *===------------------------------------------------------------------------===*/
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_DOUBLEDOUBLE_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_DOUBLEDOUBLE_H

/* a * b + c with one rounding, for where the method is wrong without. On processors with FMA linkMath makes an
 * instruction of it, on the others FusedMultiplyAdd.c is linked. (Any other fma of the library is there for speed, and
 * becomes a product and a sum on processors without.) */
double qdm_exact_fma_f64(double a, double b, double c);

typedef struct {
  double high, low;
} double_double;

/* a + b exactly. */
static inline double_double two_sum(double a, double b) {
  double sum = a + b;
  double b_part = sum - a;
  return (double_double){sum, (a - (sum - b_part)) + (b - b_part)};
}

/* a + b exactly, where |a| >= |b| or a is 0. */
static inline double_double fast_two_sum(double a, double b) {
  double sum = a + b;
  return (double_double){sum, b - (sum - a)};
}

/* a * b exactly. */
static inline double_double two_product(double a, double b) {
  double product = a * b;
  return (double_double){product, qdm_exact_fma_f64(a, b, -product)};
}

#endif
