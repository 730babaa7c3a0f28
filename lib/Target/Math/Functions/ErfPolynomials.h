/*===- ErfPolynomials.h - The polynomials of erf ----------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/ErfPolynomials.py.
 *   erf_near  erf(x) / x - 1 for t = x^2 - ERF_MIDDLE, |x| <= ERF_SPLIT
 *   erf_far   -log(erfc(ERF_SPLIT + u) / erfc(ERF_SPLIT)) / u, u >= 0, until
 *             ERF_SPLIT + u is ERF_ONE, from where on erf rounds to 1. For
 *             NVIDIA the logarithm is that to base 2.
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_FUNCTIONS_ERFPOLYNOMIALS_H
#define QDC_LIB_TARGET_MATH_FUNCTIONS_ERFPOLYNOMIALS_H

#pragma STDC FP_CONTRACT ON

#define ERF_SPLIT_F32 0x1.d000000000000p-1f
#define ERF_MIDDLE_F32 0x1.8000000000000p-2f
#define ERF_ONE_F32 0x1.0000000000000p+2f
#define ERF_REST_F32 0x1.998afa0000000p-3f

static inline float erf_near_f32(float t) {
  float q = 0x1.6d8e2a0000000p-14f;
  q = q * t + -0x1.48f1080000000p-11f;
  q = q * t + 0x1.f8a5820000000p-9f;
  q = q * t + -0x1.498dae0000000p-6f;
  q = q * t + 0x1.62bad60000000p-4f;
  q = q * t + -0x1.350d960000000p-2f;
  q = q * t + 0x1.ecdcb80000000p-10f;
  return q;
}

static inline float erf_far_f32(float u) {
  float q = 0x1.68cd100000000p-16f;
  q = q * u + -0x1.3d58b40000000p-12f;
  q = q * u + 0x1.1d3bda0000000p-9f;
  q = q * u + -0x1.6945ee0000000p-7f;
  q = q * u + 0x1.74d2960000000p-5f;
  q = q * u + 0x1.a967f60000000p-1f;
  q = q * u + 0x1.3db2a80000000p+1f;
  return q;
}

#define ERF_SPLIT_F64 0x1.d000000000000p-1
#define ERF_MIDDLE_F64 0x1.8000000000000p-2
#define ERF_ONE_F64 0x1.8000000000000p+2
#define ERF_REST_F64 0x1.998af9b56a3aep-3

static inline double erf_near_f64(double t) {
  double q = 0x1.2ac3161966e8fp-34;
  q = q * t + -0x1.e0f0d7db8f494p-31;
  q = q * t + 0x1.6969f74e29deap-27;
  q = q * t + -0x1.f4edec9c1ba66p-24;
  q = q * t + 0x1.3c253d099a2c1p-20;
  q = q * t + -0x1.680444ef6bed0p-17;
  q = q * t + 0x1.6db169f4d9448p-14;
  q = q * t + -0x1.46ba7f89ac2f2p-11;
  q = q * t + 0x1.f8a20cbf09370p-9;
  q = q * t + -0x1.498fcbc3d15b7p-6;
  q = q * t + 0x1.62bad8f5b13a3p-4;
  q = q * t + -0x1.350d94d118e26p-2;
  q = q * t + 0x1.ecdcb3fadb1c5p-10;
  return q;
}

static inline double erf_far_f64(double u) {
  double q = -0x1.78f6fc545fb24p-40;
  q = q * u + 0x1.4f5d1d86fea2dp-35;
  q = q * u + -0x1.13f0660582623p-31;
  q = q * u + 0x1.15fcdebedcdd9p-28;
  q = q * u + -0x1.7b791548e4146p-26;
  q = q * u + 0x1.66756f33f14d8p-24;
  q = q * u + -0x1.a4aa089e79418p-23;
  q = q * u + 0x1.93a16cee85d4dp-25;
  q = q * u + 0x1.1785f9c943b53p-19;
  q = q * u + -0x1.82ef060f39c46p-17;
  q = q * u + 0x1.2e6c8f919eae7p-15;
  q = q * u + -0x1.a25229ad3ec47p-15;
  q = q * u + -0x1.be14043dda2ddp-13;
  q = q * u + 0x1.13eec64cb8605p-9;
  q = q * u + -0x1.682a0f07fa933p-7;
  q = q * u + 0x1.74bf75040eca7p-5;
  q = q * u + 0x1.a9681edfb42b0p-1;
  q = q * u + 0x1.3db2a78243988p+1;
  return q;
}

#define ERF_SPLIT_NVIDIA_F32 0x1.2000000000000p+0f
#define ERF_MIDDLE_NVIDIA_F32 0x1.4000000000000p-1f
#define ERF_ONE_NVIDIA_F32 0x1.0000000000000p+2f
#define ERF_REST_NVIDIA_F32 0x1.c9296c0000000p-4f

static inline float erf_near_nvidia_f32(float t) {
  float q = -0x1.3c744a0000000p-17f;
  q = q * t + 0x1.2c4d640000000p-14f;
  q = q * t + -0x1.08bb020000000p-11f;
  q = q * t + 0x1.9c71a80000000p-9f;
  q = q * t + -0x1.1071560000000p-6f;
  q = q * t + 0x1.2a78e80000000p-4f;
  q = q * t + -0x1.0c56e40000000p-2f;
  q = q * t + -0x1.1868de0000000p-4f;
  return q;
}

static inline float erf_far_nvidia_f32(float u) {
  float q = 0x1.be9e5c0000000p-16f;
  q = q * u + -0x1.807f520000000p-12f;
  q = q * u + 0x1.4ed1f60000000p-9f;
  q = q * u + -0x1.a1492a0000000p-7f;
  q = q * u + 0x1.b349920000000p-5f;
  q = q * u + 0x1.3ccef20000000p+0f;
  q = q * u + 0x1.074bfc0000000p+2f;
  return q;
}

#define ERF_SPLIT_NVIDIA_F64 0x1.2000000000000p+0
#define ERF_MIDDLE_NVIDIA_F64 0x1.4000000000000p-1
#define ERF_ONE_NVIDIA_F64 0x1.8000000000000p+2
#define ERF_REST_NVIDIA_F64 0x1.c9296beb09cf1p-4

static inline double erf_near_nvidia_f64(double t) {
  double q = 0x1.d4cd2156312c6p-35;
  q = q * t + -0x1.7f43c4607da33p-31;
  q = q * t + 0x1.1fe3939dd6a26p-27;
  q = q * t + -0x1.8fe7cad5922b1p-24;
  q = q * t + 0x1.fa25a3245b8ddp-21;
  q = q * t + -0x1.2128f73b30733p-17;
  q = q * t + 0x1.26f9fcf828a38p-14;
  q = q * t + -0x1.0908608964c56p-11;
  q = q * t + 0x1.9c83eca48db7ep-9;
  q = q * t + -0x1.1070cb9fee813p-6;
  q = q * t + 0x1.2a78d10016c98p-4;
  q = q * t + -0x1.0c56e48f1a817p-2;
  q = q * t + -0x1.1868dcff76633p-4;
  return q;
}

static inline double erf_far_nvidia_f64(double u) {
  double q = -0x1.c28481c96ea10p-37;
  q = q * u + 0x1.0b89e953b95bep-32;
  q = q * u + -0x1.e9077d39c99aep-30;
  q = q * u + 0x1.dd9d727bfd257p-29;
  q = q * u + 0x1.7c87e893e2186p-25;
  q = q * u + -0x1.06394cf3d4a6ep-21;
  q = q * u + 0x1.72a6c9786f152p-19;
  q = q * u + -0x1.61952a6f80867p-17;
  q = q * u + 0x1.af3c818e7a539p-16;
  q = q * u + -0x1.8c04c1af425f4p-18;
  q = q * u + -0x1.7a08d5758f5a5p-12;
  q = q * u + 0x1.533c401080cebp-9;
  q = q * u + -0x1.a2987b1d56077p-7;
  q = q * u + 0x1.b370bb2418557p-5;
  q = q * u + 0x1.3cceb3854b3e6p+0;
  q = q * u + 0x1.074bfd0691971p+2;
  return q;
}

#endif
