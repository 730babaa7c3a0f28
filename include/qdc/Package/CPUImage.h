//===- CPUImage.h - What a CPU image may hold -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One definition for who makes images and who loads them.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_CPUIMAGE_H
#define QDC_PACKAGE_CPUIMAGE_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

namespace qdc {

/// Checks that the bytes are a shared object as qdc's linker makes them, whatever processor its code is for. The
/// dynamic linker maps such an object, adds its address to pointers in its data and finds its functions by name; it
/// runs nothing of it and opens no other file. invalidPackage: "the CPU image " and what is wrong with it.
Status verifyCPUImage(ByteSpan bytes);

} // namespace qdc

#endif // QDC_PACKAGE_CPUIMAGE_H
