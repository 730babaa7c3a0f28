//===- LoopAnnotations.h - What LLVM is told to unroll ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVMGPU_LOOPANNOTATIONS_H
#define QDC_LIB_LOWERING_LLVMGPU_LOOPANNOTATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Writes what qd::unrollAttr asks for as an annotation of LLVM's, which upstream's conversions hand on to the branch
/// that closes the loop.
void annotateLoops(mlir::func::FuncOp function);

/// Moves the annotations of `module`'s branches, which the conversions left beside them, to where LLVM reads them.
void attachLoopAnnotations(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVMGPU_LOOPANNOTATIONS_H
