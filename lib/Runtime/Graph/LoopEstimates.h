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
// a branch half of what its bodies take. The times are of one H200 (sm_90, 132
// multiprocessors; `qdc bench` of the first kernel of `./dev bench loops`, whose
// iteration is two tasks of three operations and eight bytes, one of a single
// thread, and a flag), in microseconds:
//
//   iterations of a task  256    2^14   2^18   2^20   2^22   2^24
//   block                 0.46   2.35   49
//   grid                  2.25   3.12   3.7    5.8    12.5   79
//   graph                 6.8    7.1    8.1    9.3    18.6   72
//   host                  17.7   18.6   18.7   19.1   30     78
//
// The estimates are within two fifths of these, and the fastest is the one that
// was. So they are for conjugate gradients of the examples on 4096^2 points,
// whose iteration takes 422 in a grid and 355 in a graph. A loop that runs once,
// as that around a branch does, has a time for entering it too: a branch of
// eight tasks of 256 elements makes a launch longer by 2.2 or 4.3 in a block
// where it is not taken or is, by 2.4 or 9.4 in a grid, 19 or 32 in a graph, 8
// or 21 with a host that waits. On other devices the times are the same, and the
// rates of all but a block grow with the number of multiprocessors.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_LOOPESTIMATES_H
#define QDRT_GRAPH_LOOPESTIMATES_H

#include "Runtime/Package/Kernel.h"

namespace qdrt::loader {

inline constexpr float kInnerIterations = 8;

struct TaskSize {
  int64_t extent = 0; // where the host does not know it, elements of the largest array; kUnknownExtent: there is none
  double bytes = 0; // of all arrays that it reads and of all that it writes
};

/// What estimates are made from.
struct LoopSizes {
  const Variant &variant;
  std::span<const TaskSize> tasks; // of the kernel
  uint32_t multiprocessors = 1; // of the device, 1 or more
};

/// Whether the host knows all that decides at this node, but for a task, while it leads the loops around.
bool isKnownToHost(const Program &program, const qdc::Node &node);

/// Nanoseconds of an iteration of `loop` with all that it holds where it is run by `strategy`, one that isTaken() or
/// `host` or `graph`; nothing where the size of a task is not known.
std::optional<float> estimateIteration(const LoopSizes &sizes, const qdc::Node &loop, qdc::LoopStrategy strategy);

} // namespace qdrt::loader

#endif // QDRT_GRAPH_LOOPESTIMATES_H
