//===- Builtins.h - What generated code of a CPU calls ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's x86 code generator emits libcalls (`memcpy`, conversions from and to
// half precision). Which ones is known only after code generation, so all of
// them are in an ELF object inside the compiler, which lld links to the kernel's
// object with --gc-sections: every builtin has a section of its own and hidden
// visibility, and what is not referenced is dropped.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_BUILTINS_H
#define QDC_TARGET_CPU_BUILTINS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace qdc {

/// A relocatable ELF object for lld with the functions that LLVM's x86 code generator calls: memcpy, memmove, memset,
/// memcmp, bcmp, conversions between half or bfloat and wider types, rounding to whole numbers, and 128-bit integer
/// division. It runs on every x86-64 processor: images are also made for those that have less than x86-64-v2. Position
/// independent, one section for each function, hidden symbols, no undefined ones. Lives as long as the program.
llvm::StringRef cpuBuiltinsObject();

/// For the optimisation and code generation pipelines, so that no pass creates a library call that an image cannot
/// resolve (LLVM turns some loops into calls of strlen, and some conversions into calls of the C library): only memcpy,
/// memmove, memset, memcmp and bcmp are available.
llvm::TargetLibraryInfoImpl cpuTargetLibraryInfo(const llvm::Triple &triple);

} // namespace qdc

#endif // QDC_TARGET_CPU_BUILTINS_H
