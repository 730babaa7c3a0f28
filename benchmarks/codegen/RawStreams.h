// The cases of `./dev bench codegen` that move 2^30 bytes, as CUDA.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CODEGEN_RAWSTREAMS_H
#define QDC_BENCHMARKS_CODEGEN_RAWSTREAMS_H

#include "server/Server.h"

std::vector<NamedCase> streamCases();

#endif // QDC_BENCHMARKS_CODEGEN_RAWSTREAMS_H
