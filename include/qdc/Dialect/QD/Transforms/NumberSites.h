//===- NumberSites.h - Numbers the places that report -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_NUMBERSITES_H
#define QDC_DIALECT_QD_TRANSFORMS_NUMBERSITES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace qdc::qd {

/// Gives each operation that reports at run time its `site`: qd.adstack.overflow, qd.assert, qd.check, qd.print and the
/// loops of graphs. Those that report the same from the same place of the source, as code does that was inlined twice,
/// unrolled, differentiated or made for a variant, are one site. Sites are numbered from 0, in the order of the module;
/// the number is the position in the manifest's sites.
void numberSites(mlir::ModuleOp module);

/// Calls `visit` for each of these operations, in the order of the module.
void forEachSite(mlir::ModuleOp module, llvm::function_ref<void(mlir::Operation *)> visit);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_NUMBERSITES_H
