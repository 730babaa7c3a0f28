//===- SharedLoads.h - What neighbouring iterations load --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_SHAREDLOADS_H
#define QDC_LIB_LOWERING_GPU_SHAREDLOADS_H

#include "GridBody.h"

#include <optional>

namespace qdc {

/// The outermost dimension of `loop`, the plain loop of `body` or a clone of it, but for the last one, along which a
/// window of `width` iterations loads what the next one loads too, as a stencil does: one load's index is that of
/// another one there, give or take less than a window. Nothing unless the iterations could run twice: no array that one
/// stores to is loaded, or may overlap another one, and there are no arrays of the iteration's own.
std::optional<unsigned> findSharedDimension(const GridBody &body, qd::ForOp loop, int64_t width);

/// The same where iterations hold inner loops: the innermost dimension, but for the last one, along which these load
/// the same, as those of a matrix product's column do.
std::optional<unsigned> findDimensionOfLoops(const GridBody &body, qd::ForOp loop);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_SHAREDLOADS_H
