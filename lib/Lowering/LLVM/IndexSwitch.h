//===- IndexSwitch.h - scf.index_switch by all of its bits ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVM_INDEXSWITCH_H
#define QDC_LIB_LOWERING_LLVM_INDEXSWITCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace qdc {

/// Makes branches of the op, whose regions have one block each, at the rewriter's insertion point, which is the op.
/// Upstream's pattern compares the low 32 bits of the index with those of the cases.
void lowerIndexSwitch(mlir::RewriterBase &rewriter, mlir::scf::IndexSwitchOp op);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVM_INDEXSWITCH_H
