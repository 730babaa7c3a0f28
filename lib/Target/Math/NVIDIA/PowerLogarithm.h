/*===- PowerLogarithm.h - The logarithm of powers of f64 --------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * Made by Generate/PowerLogarithm.py.
 *   log1p_cubic        (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 2^-6
 *   factor_logarithms  -log(c) as the sum of a multiple of 2^-42 and a rest, for
 *                      the numbers c from 45/64 to 45/32 that have 5 bits after
 *                      their first
 *
 *===------------------------------------------------------------------------===*/
/* clang-format off */
#ifndef QDC_LIB_TARGET_MATH_NVIDIA_POWERLOGARITHM_H
#define QDC_LIB_TARGET_MATH_NVIDIA_POWERLOGARITHM_H

#pragma STDC FP_CONTRACT ON

static inline double log1p_cubic_f64(double f) {
  double q = -0x1.99cf930d4984fp-4;
  q = q * f + 0x1.c7540f3d87388p-4;
  q = q * f + -0x1.fffffd02f972ep-4;
  q = q * f + 0x1.249247b9c066fp-3;
  q = q * f + -0x1.555555555de5ep-3;
  q = q * f + 0x1.99999999a0bedp-3;
  q = q * f + -0x1.fffffffffffffp-3;
  q = q * f + 0x1.5555555555555p-2;
  return q;
}

_Alignas(16) static const double factor_logarithms[33][2] = {
  {0x1.68ac83e9c7000p-2, -0x1.7af966c548a30p-44},
  {0x1.522ae0738a000p-2, 0x1.ebe708164c759p-45},
  {0x1.3c25277333000p-2, 0x1.83b54b606bd5cp-46},
  {0x1.269621134e000p-2, -0x1.1b61f10522625p-44},
  {0x1.1178e8227e000p-2, 0x1.1ef78ce2d07f2p-44},
  {0x1.f991c6cb3c000p-3, -0x1.90d04cd7cc834p-44},
  {0x1.d1037f2656000p-3, -0x1.84a7e75b6f6e4p-47},
  {0x1.a93ed3c8ae000p-3, -0x1.8724350562169p-45},
  {0x1.823c16551a000p-3, 0x1.e0ddb9a631e83p-46},
  {0x1.5bf406b544000p-3, -0x1.27023eb68981cp-46},
  {0x1.365fcb015a000p-3, -0x1.fd3a0afb9691bp-44},
  {0x1.1178e8227e000p-3, 0x1.1ef78ce2d07f2p-45},
  {0x1.da72763844000p-4, 0x1.a89401fa71733p-46},
  {0x1.9335e5d594000p-4, 0x1.3115c3abd47dap-45},
  {0x1.4d3115d208000p-4, -0x1.53a2582f4e1efp-48},
  {0x1.08598b59e4000p-4, -0x1.7e5dd7009902cp-46},
  {0x1.894aa149f8000p-5, 0x1.9a19a8be97661p-44},
  {0x1.0415d89e78000p-5, -0x1.dddc7f461c516p-44},
  {0x1.0205658930000p-6, 0x1.611d27c8e8417p-44},
  {0x0.0p+0, 0x0.0p+0},
  {-0x1.f829b0e780000p-6, -0x1.980267c7e09e4p-45},
  {-0x1.f0a30c0118000p-5, 0x1.d599e83368e91p-45},
  {-0x1.6f0d28ae58000p-4, 0x1.4b4641b664613p-44},
  {-0x1.e27076e2b0000p-4, 0x1.a342c2af0003cp-45},
  {-0x1.29552f8200000p-3, 0x1.5b967f4471dfcp-44},
  {-0x1.5ff3070a7a000p-3, 0x1.8586f183bebf2p-44},
  {-0x1.9525a9cf46000p-3, 0x1.297137d9f158fp-44},
  {-0x1.c8ff7c79aa000p-3, 0x1.7794f689f8434p-45},
  {-0x1.fb9186d5e4000p-3, 0x1.d572aab993c87p-47},
  {-0x1.1675cababa000p-2, -0x1.8380e731f55c4p-44},
  {-0x1.2e8e2bae12000p-2, 0x1.67b1e99b72bd8p-45},
  {-0x1.4618bc21c6000p-2, 0x1.3d82f484c84ccp-46},
  {-0x1.5d1bdbf581000p-2, 0x1.8d6bdc9c7c238p-44},
};

#endif
