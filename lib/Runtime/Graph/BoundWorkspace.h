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

#include "Runtime/Core/DeviceMemory.h"

#include <memory>

namespace qdrt::loader {

/// A range of a buffer, whose memory those who use it share, also graphs of callers. The device has the graphs' share,
/// so that no share may keep the device open.
struct BoundWorkspace {
  std::shared_ptr<const DeviceMemory> memory; // NULL: nothing is bound
  uint64_t offset = 0;                        // a multiple of QDC_ALLOCATION_ALIGNMENT; the range lies inside
  uint64_t bytes = 0;
  explicit operator bool() const { return memory != nullptr; }
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_BOUNDWORKSPACE_H
