//===- ForwardStores.h - Replace loads by what was stored -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs written against arrays keep their temporaries in them: an inlined
// helper stores its result through an array parameter and the caller loads it
// back. The load is replaced by the stored value, so that arithmetic can be
// simplified through it, and the store may turn out dead (RemoveDeadStores.h).
//
// It is replaced only when the store surely wrote the very element, on every
// path, and nothing since may have written it: MemoryLocations.h says what may,
// KnownElements.h how far a fact reaches. No value crosses a parallel loop's
// border or a loop's back edge.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_FORWARDSTORES_H
#define QDC_DIALECT_QD_TRANSFORMS_FORWARDSTORES_H

#include "qdc/Dialect/QD/Transforms/Replaced.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc::qd {

/// Replaces loads by the values that were stored; `loads` tells whether they stay,
/// without users. Linear in the size of the kernel times its nesting depth.
void forwardStores(mlir::FunctionOpInterface function, Replaced loads = Replaced::erased);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_FORWARDSTORES_H
