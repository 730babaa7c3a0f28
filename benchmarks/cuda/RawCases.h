// The cases in hand-written CUDA.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CUDA_RAWCASES_H
#define QDC_BENCHMARKS_CUDA_RAWCASES_H

#include "Inputs.h"
#include "server/Server.h"

/// What changes before each replay of a graph.
enum class Change { nothing, pointer, scalars };

std::unique_ptr<Case> makeRawChain(inputs::Timing timing, Change change);
std::unique_ptr<Case> makeRawElementwise(int tasks);
std::unique_ptr<Case> makeRawSaxpy();
std::unique_ptr<Case> makeRawSum();
std::unique_ptr<Case> makeRawMpm88();

#endif // QDC_BENCHMARKS_CUDA_RAWCASES_H
