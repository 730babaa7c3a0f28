//===- EmbedFile.h - Files that are part of the program ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_EMBEDFILE_H
#define QDC_TARGET_EMBEDFILE_H

/// Puts the bytes of `file`, a string literal, between the arrays of characters `nameBegin` and `nameEnd`. .incbin
/// takes milliseconds where an array of numbers takes seconds; the build's name of the file does not reach the object.
#define QDC_EMBED_FILE(name, file)                                                                                     \
  __asm__(".section .rodata." #name ",\"a\",@progbits\n"                                                               \
          ".balign 16\n"                                                                                               \
          ".hidden " #name "Begin\n.globl " #name "Begin\n" #name "Begin:\n"                                           \
          ".incbin \"" file "\"\n"                                                                                     \
          ".hidden " #name "End\n.globl " #name "End\n" #name "End:\n"                                                 \
          ".previous\n");                                                                                              \
  extern "C" const char name##Begin[], name##End[];

#endif // QDC_TARGET_EMBEDFILE_H
