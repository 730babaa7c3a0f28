//===- ReadOnlyArrays.h - Loads of what a kernel does not write -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_READONLYARRAYS_H
#define QDC_LIB_CONVERSION_QDTOGPU_READONLYARRAYS_H

#include "KernelFunction.h"

namespace qdc {

/// Marks the loads from arrays that `kernel` only loads from as invariant, which lets them use a cache that does not
/// follow what is written; in whatever way slots are passed. Not for arrays that may overlap others, nor where one of
/// the loads is volatile. Runs when all accesses are lowered.
void markReadOnlyArrays(KernelFunction &kernel);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_READONLYARRAYS_H
