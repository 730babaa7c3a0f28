//===- CPUImage.cpp - What a CPU image may hold ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/CPUImage.h"

#include "CPUImageTables.h"

using namespace qdc;

Status qdc::verifyCPUImage(ByteSpan bytes) {
  Result<CPUImageSegments> segments = CPUImageSegments::read(bytes);
  return segments ? checkTables(*segments) : segments.error();
}
