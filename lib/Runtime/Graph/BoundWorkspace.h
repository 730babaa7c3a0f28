//===- BoundWorkspace.h - Memory for temporaries from a caller --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller may bring memory for the workspace of a kernel on a stream
// (qdrt_workspace_bind). Regions of temporaries lie there: what they hold is
// written anew by each launch, so that the memory is free for others between
// launches. The words that tasks hand each other stay the loader's, since some
// keep their values from launch to launch.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_BOUNDWORKSPACE_H
#define QDRT_GRAPH_BOUNDWORKSPACE_H

#include "Runtime/Device/Buffer.h"

namespace qdrt::loader {

/// A range of a buffer, which those who use it share, also graphs of callers.
struct BoundWorkspace {
  std::shared_ptr<const Buffer> buffer; // NULL: nothing is bound
  uint64_t offset = 0; // a multiple of QDC_ALLOCATION_ALIGNMENT; the range lies inside the buffer
  uint64_t bytes = 0;
  explicit operator bool() const { return buffer != nullptr; }
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_BOUNDWORKSPACE_H
