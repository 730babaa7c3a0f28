//===- ParallelFor.h - Pieces of work in several threads --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_PARALLELFOR_H
#define QDC_TARGET_PARALLELFOR_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace qdc {

/// Calls `work` once for each index in [0, count), in up to `threads` threads, this one among them; the others are
/// CompilerThreads. `thread`, from 0, is another one for each. Indices are begun in their order. Returns when all are
/// done.
void parallelFor(unsigned threads, size_t count, llvm::function_ref<void(size_t index, unsigned thread)> work);

} // namespace qdc

#endif // QDC_TARGET_PARALLELFOR_H
