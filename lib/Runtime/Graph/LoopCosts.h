//===- LoopCosts.h - What an iteration of a loop takes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates by which the loader chooses how a loop is run ("auto"). An iteration
// takes what its tasks and its control take, one after the other:
//
//   task      a time for itself, and its operations (iterations times the
//             manifest's estimate for one) by a rate
//   control   a time for each decision
//
// A loop inside counts kInnerIterations iterations for each of the one around it,
// a branch half of what its bodies take. The times are of one H200 (sm_90, 132
// multiprocessors; `./dev bench loops`, whose iteration is two tasks of three
// operations, one of a single thread, and a flag), in microseconds:
//
//   iterations of a task  256    2^14   2^18   2^20   2^22   2^24
//   block                 0.48   2.37
//   grid                         3.5    4.07   7.2    14.1   72
//   graph                 8.5    8.8    13.8   15.6   37     124
//   host                  18.6   17.8   17.7   25     43     132
//
// The estimates are within a third of these, and in the same order. On other
// devices the times are the same, and the rates of all but a block grow with the
// number of multiprocessors.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_LOOPCOSTS_H
#define QDRT_GRAPH_LOOPCOSTS_H

#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

inline constexpr float kInnerIterations = 8;

/// What estimates are made from.
struct LoopSizes {
  const Variant &variant;
  /// Of the kernel's tasks: extents, or, where the host does not know these, bounds by the shapes of arrays;
  /// kUnknownExtent where there is none.
  std::span<const int64_t> extents;
  uint32_t multiprocessors = 1; // of the device, 1 or more
};

/// Whether the host knows all that decides at this node, but for a task, while it leads the loops around.
bool isKnownToHost(const Program &program, const qdc::Node &node);

/// Nanoseconds of an iteration of `loop` with all that it holds where it is run by `strategy`, one that isTaken() or
/// `host` or `graph`; nothing where the size of a task is not known.
std::optional<float> estimateIteration(const LoopSizes &sizes, const qdc::Node &loop, qdc::LoopStrategy strategy);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_LOOPCOSTS_H
