//===- StreamMemory.h - Memory that a stream uses for itself ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend whose streams are asynchronous needs memory of the device that the
// work of a stream uses beside the loader's: a block for the slots of a task
// that takes them there, or one between two halves of a copy. Such a block is
// freed when that work is done, not when the call that added it returns.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_STREAMMEMORY_H
#define QDRT_CORE_STREAMMEMORY_H

#include "Runtime/Core/DeviceMemory.h"

#include <vector>

namespace qdrt::loader {

/// Used by the thread that uses the stream. The device outlives it.
class StreamMemory {
public:
  explicit StreamMemory(BackendDevice &device) : device(device) {}

  /// At least so many bytes, the same block as the call before where that has them: the work of a stream runs in order,
  /// so what writes the block comes after what read it before.
  qdc::Result<MemoryReference> slots(uint64_t bytes);
  /// A block for work that is added before the next wait.
  qdc::Result<MemoryReference> temporary(uint64_t bytes);
  /// Frees what is not kept for later: the stream's work is done.
  void release() { retired.clear(); }

private:
  BackendDevice &device;
  DeviceMemory slotBlock;
  std::vector<DeviceMemory> retired; // which work up to the next wait may use
};

} // namespace qdrt::loader

#endif // QDRT_CORE_STREAMMEMORY_H
