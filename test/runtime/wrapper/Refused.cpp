//===- Refused.cpp - What qdrt.hpp does not compile -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles as it is, and with none of the cases by number (-DCASE=1 and so on).
//
//===----------------------------------------------------------------------===//

#include "qdrt/qdrt.hpp"

#ifndef CASE
#define CASE 0
#endif

void use(const qdrt::Device &device, const qdrt::Kernel &kernel);

void use(const qdrt::Device &device, const qdrt::Kernel &kernel) {
  const qdrt::Array<float> array(device, {3});
  const std::vector<float> fixed(3);
  std::vector<bool> bits(3);
  (void)array.address();
  (void)qdrt::Span<const float>(fixed);
  (void)kernel;
#if CASE == 1
  array.fill(1);
#elif CASE == 2
  *array.address() = 1;
#elif CASE == 3
  (void)qdrt::Span<float>(fixed);
#elif CASE == 4
  kernel(bits);
#elif CASE == 5
  kernel("one", nullptr);
#elif CASE == 6
  kernel(1.0L);
#elif CASE == 7
  (void)kernel.result<std::string>();
#elif CASE == 8
  array.read(qdrt::Span<const float>(fixed));
#endif
}
