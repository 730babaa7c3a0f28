// The cases of `./dev bench codegen` that move 2^30 bytes, as qdc runs them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CODEGEN_QDCSTREAMS_H
#define QDC_BENCHMARKS_CODEGEN_QDCSTREAMS_H

#include "server/KernelCase.h"

/// `place` must outlive what is returned.
std::vector<NamedCase> streamCases(const Place &place);

#endif // QDC_BENCHMARKS_CODEGEN_QDCSTREAMS_H
