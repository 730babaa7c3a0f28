//===- LoopEstimates.h - What an iteration of a loop takes ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates by which the loader chooses how a loop is run ("auto"). An iteration
// takes what its tasks and its control take, one after the other:
//
//   task      a time for itself, and the longer of two: its operations
//             (iterations times the manifest's estimate for one) by a rate, and
//             the bytes of the arrays that it reads and writes, but at most eight
//             for each operation, by that of memory
//   control   a time for each decision
//
// A loop inside counts kInnerIterations iterations for each of the one around it,
// a branch half of what its bodies take. Times and rates are the device's
// (BackendDevice::loopCosts).
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_LOOPESTIMATES_H
#define QDRT_GRAPH_LOOPESTIMATES_H

#include "Runtime/Core/LoopCosts.h"
#include "Runtime/Package/Kernel.h"

#include <algorithm>

namespace qdrt::loader {

inline constexpr float kInnerIterations = 8;

struct TaskSize {
  int64_t extent = 0; // where the host does not know it, elements of the largest array; kUnknownExtent: there is none
  double bytes = 0; // of all arrays that it reads and of all that it writes
  bool isOpen = false; // each launch knows the rest, and who plans ahead does not
};

/// The size of a task of the kernel with so many iterations, or kUnknownExtent; `bytesOf` gives the bytes of an array
/// argument.
template <typename BytesOf>
TaskSize sizeOfTask(const qdc::Kernel &kernel, const qdc::Task &task, int64_t extent, const BytesOf &bytesOf) {
  TaskSize size{extent};
  int64_t elements = kUnknownExtent; // of the largest array
  for (const std::vector<uint32_t> *arrays : {&task.readArrays, &task.writtenArrays})
    for (uint32_t array : *arrays) {
      const auto bytes = static_cast<int64_t>(bytesOf(array));
      size.bytes += static_cast<double>(bytes);
      elements = std::max(elements, bytes / static_cast<int64_t>(elementSize(kernel.arguments[array].type)));
    }
  if (extent == kUnknownExtent)
    size.extent = elements;
  return size;
}

/// What estimates are made from.
struct LoopSizes {
  const Variant &variant;
  std::span<const TaskSize> tasks; // of the kernel
  LoopCosts costs; // of the device
};

/// Whether the host knows all that decides at this node, but for a task, while it leads the loops around.
bool isKnownToHost(const Program &program, const qdc::Node &node);

/// Nanoseconds of an iteration of `loop` with all that it holds where it is run by `strategy`; nothing where the size
/// of a task is not known.
std::optional<float> estimateIteration(const LoopSizes &sizes, const qdc::Node &loop, qdc::LoopStrategy strategy);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_LOOPESTIMATES_H
