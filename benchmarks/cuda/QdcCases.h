// The cases as qdc runs them: each loads its package from `folder` and launches its kernel through libqdrt, with arrays
// that lie on the device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CUDA_QDCCASES_H
#define QDC_BENCHMARKS_CUDA_QDCCASES_H

#include "RawCases.h"

#include <qdrt/qdrt.hpp>

std::unique_ptr<Case> makeChain(const qdrt::Device &device, const std::string &folder, inputs::Timing timing,
                                Change change);
/// `kernel` of kernels/graph.qir: "elementwise", ten tasks that can be joined, or "one".
std::unique_ptr<Case> makeElementwise(const qdrt::Device &device, const std::string &folder, const char *kernel);
/// Of n elements, a multiple of four.
std::unique_ptr<Case> makeSaxpy(const qdrt::Device &device, const std::string &folder,
                                int64_t n = inputs::largeElements);
std::unique_ptr<Case> makeSum(const qdrt::Device &device, const std::string &folder, int64_t n = inputs::largeElements);
struct FluidSize {
  int64_t particles = inputs::Fluid::particles, nodes = inputs::Fluid::nodes;
};
/// `loops`: how the loop of substeps is run, as qdrt_launch_options has it.
std::unique_ptr<Case> makeMpm88(const qdrt::Device &device, const std::string &folder, const char *loops = nullptr,
                                FluidSize size = {});

#endif // QDC_BENCHMARKS_CUDA_QDCCASES_H
