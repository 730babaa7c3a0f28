//===- SplitLargeTasks.h - Compile time linear in a task's size -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's optimiser and code generator take time that grows faster than a
// function does: schedulers, alias analysis and register allocation look at
// pairs of instructions of a block. A generated simulator with a task of
// 100,000 operations would compile for a minute, or run out of memory.
//
// So a function that is too large is cut into parts (FindParts.h), and each
// becomes a function of its own that is never inlined:
//
//   llvm.func internal @t.0.chunk(%x: !llvm.ptr {llvm.noalias}, ...) {
//     %frame = llvm.alloca %one x !llvm.array<N x i64>
//     ...
//     llvm.call @t.0.chunk.part0(%x, %frame, %i)
//     llvm.call @t.0.chunk.part1(%x, %frame, %i)
//
// A value that one part makes and another needs travels through the frame,
// which every call of the function has for itself. What comes from outside the
// parts, as arrays and induction variables, is passed as an argument; constants
// and addresses are computed anew. Parts of parts are made where there would be
// too many calls.
//
// The same operations run in the same order, so the results are the same bits,
// save that the two sides of a cut do not become one fused multiplication and
// addition (--fp-contract=fast), as LLVM never promises anyway.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_SPLITLARGETASKS_H
#define QDC_LOWERING_LLVM_SPLITLARGETASKS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace qdc {

/// Splits `function` until it costs at most `largest`, or no cut makes it cheaper. It costs one for each operation that
/// is not a constant, 8 more for each `llvm.fptosi.sat` and `llvm.fptoui.sat`, and 2 for each parameter beyond 64.
///
/// A part takes over at most `part` operations that are not constants, and at least an eighth of that, but never fewer
/// than 4: with a `part` below 4 nothing is cut. What cutting adds comes on top: addresses that are computed anew,
/// loads and stores of the frame, a return. The parts stand after the function, internal, named `<function>.part0`, ...
///
/// A function is left alone if it has a pointer that is not a parameter, a local array, a global, or computed from
/// those: what a part's `noalias` parameters promise would not be known.
///
/// The frame is an alloca in `stackAddressSpace`, LLVM's address space of the stack.
///
/// Takes time linear in the size of the function for given bounds.
void splitLargeFunction(mlir::LLVM::LLVMFuncOp function, unsigned largest, unsigned part, unsigned stackAddressSpace);

} // namespace qdc

#endif // QDC_LOWERING_LLVM_SPLITLARGETASKS_H
