//===- CapturedLaunches.h - Launches in graphs of the caller ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_CAPTUREDLAUNCHES_H
#define QDRT_LAUNCH_CAPTUREDLAUNCHES_H

#include "Runtime/Arguments/ArgumentBinding.h"
#include "Runtime/Launch/LaunchOutcome.h"
#include "Runtime/Launch/Stream.h"

namespace qdrt::loader {

/// unsupported names what of a kernel can't be part of a caller's graph, with these arguments: host arrays, results,
/// prints.
qdc::Status checkCapture(const Kernel &kernel, const qdrt_argument *given);

/// The launches of one instance that became part of graphs of the caller. They have memory of their own, which the
/// graphs own.
class CapturedLaunches {
public:
  /// Adds a launch to the graph that the caller is capturing on the stream, with these arguments, by the code that is
  /// for them. Its temporaries lie in `bound`, which the graph shares then, if anything is. Those whose size tasks
  /// compute have the room that launches with `like` needed, which may be NULL. The kernel was checked. unsupported:
  /// the host would decide about its control, or nobody knows that room.
  qdc::Status add(Kernel &kernel, const Variant &variant, std::span<const BoundArgument> arguments, Stream &stream,
                  const BoundWorkspace &bound, const VariantState *like, const qdrt_launch_options &options,
                  LoopStrategyRequest loops);
  /// Notes what replays found since the last call.
  void collect(LaunchOutcome &outcome);
  bool isEmpty() const { return launches.empty(); }

private:
  struct CapturedLaunch {
    std::weak_ptr<VariantState> state; // which the caller's graph owns
    uint64_t number;
  };
  std::vector<CapturedLaunch> launches; // of kernels that assert
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_CAPTUREDLAUNCHES_H
