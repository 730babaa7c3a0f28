//===- ExplainKernel.h - What a launch of a kernel will do ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_EXPLAIN_EXPLAINKERNEL_H
#define QDRT_EXPLAIN_EXPLAINKERNEL_H

#include "Runtime/Core/DeviceTraits.h"
#include "Runtime/Core/LoopStrategyRequest.h"

#include "qdc/Runtime/Explain/ExplainPackage.h"

namespace qdrt::loader {

/// What decides besides the kernel and its sizes.
struct ExplainConditions {
  const qdc::Module &module;
  const DeviceTraits &device;
  std::optional<qdc::GraphMode> forcedGraphMode; // by QDRT_GRAPH
  LoopStrategyRequest loops;                     // by QDRT_LOOP
  const qdc::ExplainRequest &request;
};

/// Of all code of a kernel that the device would launch: that for given scalars, then the general one. An error says
/// why the loader would refuse the kernel, whichever of it is launched.
qdc::Result<std::vector<qdc::ExplainedKernel>> explainKernel(const ExplainConditions &conditions,
                                                             std::vector<qdc::KernelWithCode> parts);

} // namespace qdrt::loader

#endif // QDRT_EXPLAIN_EXPLAINKERNEL_H
