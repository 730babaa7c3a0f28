//===- EmbeddedFiles.h - Files that are part of the program -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_MATH_EMBEDDEDFILES_H
#define QDC_TARGET_CPU_MATH_EMBEDDEDFILES_H

/// The bytes of the bitcode and of the builtins object that the build made. `End` is one past the last byte.
extern "C" {
extern const char qdcCPUMathBitcodeBegin[], qdcCPUMathBitcodeEnd[];
extern const char qdcCPUBuiltinsBegin[], qdcCPUBuiltinsEnd[];
}

#endif // QDC_TARGET_CPU_MATH_EMBEDDEDFILES_H
