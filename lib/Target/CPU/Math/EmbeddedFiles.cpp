//===- EmbeddedFiles.cpp - Files that are part of the program -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .incbin takes milliseconds where an array of numbers takes seconds; the
// build's names of the files do not reach the object.
//
//===----------------------------------------------------------------------===//
#include "EmbeddedFiles.h"

#define EMBED(name, file)                                                                                              \
  __asm__(".section .rodata." name ",\"a\",@progbits\n"                                                                \
          ".balign 16\n"                                                                                               \
          ".hidden " name "Begin\n.globl " name "Begin\n" name "Begin:\n"                                              \
          ".incbin \"" file "\"\n"                                                                                     \
          ".hidden " name "End\n.globl " name "End\n" name "End:\n"                                                    \
          ".previous\n")

EMBED("qdcCPUMathBitcode", QDC_CPU_MATH_BITCODE);
EMBED("qdcCPUBuiltins", QDC_CPU_BUILTINS);
