//===- KeptRows.h - Rows of iterations, in an order of no matter *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a parallel loop in which few iterations keep values, these have a row each
// (lib/AutoDiff/Kept/KeptRows.h). Which row an iteration has, atomic additions decide,
// and changes from launch to launch; where its values are changes nothing that
// the kernel leaves. And no index tells that iterations have different rows. So
// the operations that this is about are marked.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_KEPTROWS_H
#define QDC_DIALECT_QD_IR_KEPTROWS_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// On a memref.atomic_rmw: its old values say where something is, and nothing else.
inline constexpr llvm::StringLiteral givesRowsAttr = "qd.gives_rows";

/// On a memref.alloc: what an iteration of a parallel loop touches of it, no other iteration of loops over the same
/// range touches.
inline constexpr llvm::StringLiteral hasOwnRowsAttr = "qd.has_own_rows";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_KEPTROWS_H
