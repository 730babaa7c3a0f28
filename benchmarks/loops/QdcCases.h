// The cases of `./dev bench loops` as qdc runs them: each loads its package from `folder` and launches its kernel with
// arrays on the device. `loops` is how its loops are run, as qdrt_launch_options has it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_LOOPS_QDCCASES_H
#define QDC_BENCHMARKS_LOOPS_QDCCASES_H

#include "Inputs.h"
#include "server/Server.h"

#include <qdrt/qdrt.hpp>

/// So many elements, for as many iterations as inputs::Relaxed has for one call.
std::unique_ptr<Case> makeCount(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t n);
std::unique_ptr<Case> makeNested(const qdrt::Device &device, const std::string &folder, const char *loops);
/// One pass of the two tasks, as "plain", "once", "empty" or "branch" of kernels/loops.qir does it.
std::unique_ptr<Case> makeOnePass(const qdrt::Device &device, const std::string &folder, const char *loops,
                                  const char *kernel, inputs::Timing timing);
std::unique_ptr<Case> makeWave(const qdrt::Device &device, const std::string &folder, const char *loops);
std::unique_ptr<Case> makeSparse(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t side,
                                 int64_t iterations);
/// A whole solve of examples/conjugate_gradient.
std::unique_ptr<Case> makePlate(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t side,
                                int64_t iterations);

#endif // QDC_BENCHMARKS_LOOPS_QDCCASES_H
