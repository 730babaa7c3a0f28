//===- Builtins.h - What generated code of a CPU calls ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's x86 code generator makes calls on its own (`memcpy`, conversions from
// and to half precision). Nobody knows which before code generation, so they are
// an ELF object inside the compiler, to be handed to lld beside the kernel's
// object with --gc-sections: every builtin is a section of its own with hidden
// visibility, and what is not referenced costs nothing.
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

/// What the optimisation and code generation pipelines have to be given, so that no pass makes a call that an image
/// cannot resolve (LLVM knows how to turn loops into calls of strlen, and conversions into calls of the C library):
/// only memcpy, memmove, memset, memcmp and bcmp exist.
llvm::TargetLibraryInfoImpl cpuTargetLibraryInfo(const llvm::Triple &triple);

} // namespace qdc

#endif // QDC_TARGET_CPU_BUILTINS_H
