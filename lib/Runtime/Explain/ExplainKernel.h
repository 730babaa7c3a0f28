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

/// Of a kernel, with what the image has for it, that the device would launch.
qdc::ExplainedKernel explainKernel(const ExplainConditions &conditions, qdc::KernelWithCode kernel);

} // namespace qdrt::loader

#endif // QDRT_EXPLAIN_EXPLAINKERNEL_H
