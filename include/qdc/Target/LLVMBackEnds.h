//===- LLVMBackEnds.h - LLVM's back ends that qdc has -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_LLVMBACKENDS_H
#define QDC_TARGET_LLVMBACKENDS_H

namespace qdc {

/// Adds all back ends that qdc generates code with to LLVM's registry, once in a process; a back end is looked up after
/// this, and lld, which adds them too, runs after it. They are added together because the registry is a linked list
/// without a lock: if two threads add some at the same time, for two images of a compile, one may be lost, or the list
/// become a circle that a search never leaves. Any number of threads may call this, any number of times.
void initializeBackEnds();

} // namespace qdc

#endif // QDC_TARGET_LLVMBACKENDS_H
