//===- UnifyExtents.h - Extents of one name are one value -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loader refuses a launch in which an array has another extent than its
// `qd.dims` says (DeclaredExtents.h). So two arrays of extent "n" are equally long,
// but the IR has a `memref.dim` of each: two values, over which loops stay two
// tasks and take two slots. Here each becomes the value that defines "n".
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_UNIFYEXTENTS_H
#define QDC_DIALECT_QD_TRANSFORMS_UNIFYEXTENTS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Replaces each `memref.dim` of an argument of the kernel, with a constant axis whose extent is named, by a value at
/// the kernel's start, one for each extent. That of the axis which defines a name is a `memref.dim` again; one that
/// some type knows is a constant.
void unifyExtents(KernelOp kernel);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_UNIFYEXTENTS_H
