// The cases in hand-written CUDA.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_LOOPS_RAWCASES_H
#define QDC_BENCHMARKS_LOOPS_RAWCASES_H

#include "Inputs.h"
#include "server/Server.h"

/// A graph with a WHILE node, of two kernels; the second counts down and says whether the node goes on.
std::unique_ptr<Case> makeRawWhile(int64_t n);
/// One cooperative kernel: `outer` times a loop of `inner` iterations, whose counter lies in memory.
std::unique_ptr<Case> makeRawGrid(int64_t n, int64_t outer, int inner);
/// A graph with one cooperative kernel of one block or of all that it needs, which does one iteration: the host's part.
std::unique_ptr<Case> makeRawLaunch(bool oneBlock);
std::unique_ptr<Case> makeRawWave();
std::unique_ptr<Case> makeRawSparse(int64_t side, int64_t iterations);
/// Kernels that the host launches, which reads the residual of each iteration.
std::unique_ptr<Case> makeRawPlate(int64_t side, int64_t iterations);

#endif // QDC_BENCHMARKS_LOOPS_RAWCASES_H
