//===- SharedStream.h - A stream that threads take turns on -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICE_SHAREDSTREAM_H
#define QDRT_DEVICE_SHAREDSTREAM_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Core/FairMutex.h"

namespace qdrt::loader {

/// `work` is used with `mutex` held.
struct SharedStream {
  BackendStream &work;
  FairMutex &mutex;
};

} // namespace qdrt::loader

#endif // QDRT_DEVICE_SHAREDSTREAM_H
