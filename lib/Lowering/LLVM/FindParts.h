//===- FindParts.h - Where a large function can be cut ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part is a run of operations that can become a function: it is entered at
// one place, and left at its end or, all early exits together, for one block.
// In the order of the blocks it is contiguous; that order follows the nesting
// of the structured control flow that the blocks were made of, so a part holds
// whole branches and whole inner loops.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVM_FINDPARTS_H
#define QDC_LIB_LOWERING_LLVM_FINDPARTS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace qdc {

struct FunctionPart {
  /// The first operation, anywhere in a block, and the last, which is not a terminator. They may be of different
  /// blocks; every way from the one to the other stays within the blocks between.
  mlir::Operation *first, *last;
  /// Where a way out ends that does not pass `last`: a block outside, without arguments. Null: there is none.
  mlir::Block *earlyExit;
};

/// The operations that cost compile time: all but constants.
unsigned countOperations(mlir::LLVM::LLVMFuncOp function);

/// Parts of at least `fewest` and at most `most` operations, disjoint, in the order of the blocks; as long as possible
/// from the first to the last. No part has an `llvm.alloca`. Takes time linear in the size of the function for given
/// bounds.
llvm::SmallVector<FunctionPart> findParts(mlir::LLVM::LLVMFuncOp function, unsigned fewest, unsigned most);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVM_FINDPARTS_H
