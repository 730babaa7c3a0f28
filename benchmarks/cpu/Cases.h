// The cases of the CPU benchmark. Each loads its package from `folder`, runs, and prints rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CPU_CASES_H
#define QDC_BENCHMARKS_CPU_CASES_H

#include <qdrt/qdrt.hpp>
#include <string>

void benchLaunch(qdrt::Device &device, const std::string &folder);
void benchSaxpy(qdrt::Device &device, const std::string &folder);
void benchHeat(qdrt::Device &device, const std::string &folder);
void benchConjugateGradient(qdrt::Device &device, const std::string &folder);
void benchMpm88(qdrt::Device &device, const std::string &folder);

#endif // QDC_BENCHMARKS_CPU_CASES_H
