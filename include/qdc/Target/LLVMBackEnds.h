//===- LLVMBackEnds.h - LLVM's back ends that qdc has -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_LLVMBACKENDS_H
#define QDC_TARGET_LLVMBACKENDS_H

namespace qdc {

/// Adds all back ends that qdc generates code with to LLVM's registry, once in a process; a back end is looked up after
/// this. They are added together because the registry is a linked list without a lock: if two threads add one each, for
/// two targets of a compile, one may be lost. Any number of threads may call this, any number of times.
void initializeBackEnds();

} // namespace qdc

#endif // QDC_TARGET_LLVMBACKENDS_H
