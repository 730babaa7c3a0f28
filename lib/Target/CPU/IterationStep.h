//===- IterationStep.h - From an iteration's value to the next's *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_ITERATIONSTEP_H
#define QDC_LIB_TARGET_CPU_ITERATIONSTEP_H

namespace llvm {
class Loop;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace qdc {

/// What is added to `value`, an integer or an address, from an iteration of `outer` to the same trip of the loops in
/// the next one: a value that does not change in `outer`, in bytes for an address. Null where there is none.
const llvm::SCEV *iterationStep(llvm::Value *value, const llvm::Loop &outer, llvm::ScalarEvolution &evolution);

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_ITERATIONSTEP_H
