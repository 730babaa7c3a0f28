//===- Launch.h - One launch, prepared --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_LAUNCH_H
#define QDRT_LAUNCH_LAUNCH_H

#include "Runtime/Arguments/ArgumentBinding.h"
#include "Runtime/Launch/LaunchOutcome.h"
#include "Runtime/Launch/Stream.h"

namespace qdrt::loader {

/// A launch whose arguments are bound and whose slots are filled.
struct Launch {
  Kernel &kernel;
  Stream &stream;
  const ArgumentBinding &binding;
  VariantState &state;
  const qdrt_launch_options &options;
  LaunchOutcome &outcome;
};

// Both give the reason why nothing was launched; what the device finds goes to the outcome.

/// Runs it to its end, on a synchronous stream.
qdc::Status runLaunch(const Launch &launch);

/// Adds it to an asynchronous stream, with all copies. Complete when the call returns only if an array is copied back
/// to the host.
qdc::Status submitLaunch(const Launch &launch);

/// Whether a launch like the last one has nothing to do but to launch its graph again: what it left is what that one
/// needs. After a submitLaunch() that launched it.
bool isRepeatable(const Launch &launch);

/// Launches the graph again.
qdc::Status repeatLaunch(VariantState &state, Stream &stream, LaunchOutcome &outcome);

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_LAUNCH_H
