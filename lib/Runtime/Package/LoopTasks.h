//===- LoopTasks.h - Loops that run as one task -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PACKAGE_LOOPTASKS_H
#define QDRT_PACKAGE_LOOPTASKS_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <span>

namespace qdrt::loader {

/// An entry point of an image that runs a loop of a kernel, and as what.
struct LoopEntryPoint {
  qdc::LoopStrategy strategy = qdc::LoopStrategy::block;
  const qdc::EntryPoint *entryPoint = nullptr; // covers the loop's node, or as a graph the end of its iterations
};

/// Whether the loader launches entry points that run all of a loop so.
constexpr bool isTaken(qdc::LoopStrategy strategy) {
  return strategy == qdc::LoopStrategy::block || strategy == qdc::LoopStrategy::grid;
}

/// Whether the entry point of a strategy that isTaken(), or of a graph, is launched as that needs. unsupported for code
/// that no GPU runs, invalidPackage for another grid or other slots.
qdc::Status checkLoopEntryPoint(const LoopEntryPoint &loop);

/// The loop at node `number` of a verified kernel's graph as one task, named as the entry point is. It stands for the
/// source's loops in it, reads and writes what its tasks do, and reads the flags of its doWhiles. Its extent is how
/// many threads the largest of them takes, which have `threadsPerIteration` for each iteration, by their numbers; at
/// least 1.
qdc::Task taskOfLoop(const qdc::Kernel &kernel, uint32_t number, const std::string &symbol,
                     std::span<const uint32_t> threadsPerIteration);

/// The last tasks of an iteration, which the entry point covers, as one task, named as it is. It stands for their loops
/// of the source, and does not say what it reads and writes: it comes after all other tasks of the iteration. Its
/// extent is that of the one that is parallel; 1 where there is none.
qdc::Task taskOfEnd(const qdc::Kernel &kernel, const qdc::EntryPoint &entryPoint);

} // namespace qdrt::loader

#endif // QDRT_PACKAGE_LOOPTASKS_H
