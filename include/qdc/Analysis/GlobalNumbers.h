//===- GlobalNumbers.h - Positions of globals in a module -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_GLOBALNUMBERS_H
#define QDC_ANALYSIS_GLOBALNUMBERS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>

namespace qdc {

/// The position of each memref.global among those of its module, by name: the
/// `index` of slots of kind global, and its place in the manifest.
using GlobalNumbers = llvm::DenseMap<mlir::StringAttr, uint32_t>;

/// Numbers the globals of a module in their order, from 0.
GlobalNumbers numberGlobals(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_ANALYSIS_GLOBALNUMBERS_H
