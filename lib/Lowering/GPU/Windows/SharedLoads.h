//===- SharedLoads.h - What neighbouring iterations load --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_WINDOWS_SHAREDLOADS_H
#define QDC_LIB_LOWERING_GPU_WINDOWS_SHAREDLOADS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include <optional>

namespace qdc {

/// The outermost dimension of `loop`, but for the last one, along which a window of `width` iterations loads what the
/// next one loads too, as a stencil does: the index of one of its loads differs from that of a load of the next one by
/// less than a window. Nothing where iterations report, have arrays of their own, whose statements stay apart, or load
/// arrays that they store to.
std::optional<unsigned> findSharedDimension(qd::ForOp loop, int64_t width);

/// The same where iterations hold inner loops: the innermost dimension, but for the last one, along which these load
/// the same, as those of a matrix product's column do.
std::optional<unsigned> findDimensionOfLoops(qd::ForOp loop);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_WINDOWS_SHAREDLOADS_H
