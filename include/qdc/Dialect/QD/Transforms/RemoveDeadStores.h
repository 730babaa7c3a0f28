//===- RemoveDeadStores.h - Drop stores that are never seen -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zero-then-accumulate code, unrolled and forwarded (ForwardStores.h), leaves a
// store for each step of which only the last is ever read.
//
// A store is removed when a later one in the same block surely overwrites the
// element, and nothing between them may read the element or end the iteration:
// after a failed `qd.assert` the memory is as the program left it, so an
// assert, a do-while loop, a `scf.while` or a parallel loop keeps every store
// before it. So does any access that may overlap, a volatile load, and an
// atomic update of the array anywhere in the same parallel loop.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_REMOVEDEADSTORES_H
#define QDC_DIALECT_QD_TRANSFORMS_REMOVEDEADSTORES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc::qd {

/// Removes overwritten stores. Linear in the size of the kernel times its
/// nesting depth.
void removeDeadStores(mlir::FunctionOpInterface function);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_REMOVEDEADSTORES_H
