//===- PassSlots.h - Functions without thousands of parameters --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task's entry point loads each slot and passes it on. With thousands of
// arrays that is a block of thousands of loads and stores, for which LLVM's
// instruction selection takes time that grows with its square. What such a
// function does is mostly to call its parts (SplitLargeTasks.h), each with the
// few hundred parameters that it needs. So the address of the slots is passed
// instead, and each part is called through a function that loads what the part
// needs:
//
//   llvm.func @t.0(%slots, ...) { llvm.call @t.0.chunk(%slots, %begin, %end) }
//   llvm.func internal @t.0.chunk(%slots, ...) {
//     llvm.call @t.0.chunk.part0.slots(%slots, %i)
//   llvm.func internal @t.0.chunk.part0.slots(%slots, %i) {
//     %0 = llvm.load (slot 0)
//     %1 = llvm.load (slot 1)
//     llvm.call @t.0.chunk.part0(%0, %1, %i)
//
// The parts themselves keep their parameters, and so what is known of them.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_PASSSLOTS_H
#define QDC_LOWERING_LLVM_PASSSLOTS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Afterwards a function of `module` that calls others of it and has one caller gets the address of the array from
/// which its first loaded parameter comes, in place of what is loaded there, if that is more than `most` parameters.
/// Takes linear time.
///
/// Loads at a constant offset from a parameter are taken for loads of slots, or of a frame whose slots were all written
/// before the call: they are made again in the callee. That is so where elements of arrays are addressed by values that
/// are no constants of the address, as Memory.cpp does. `invariant` does not tell these loads from others: a frame is
/// written by the function that has it, and the slots of a CPU's task by the loader between launches, so that only
/// GPUs' loads of slots have it.
void passSlots(mlir::ModuleOp module, unsigned most);

} // namespace qdc

#endif // QDC_LOWERING_LLVM_PASSSLOTS_H
