//===- Described.h - GPUs of CUDA that are not there ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_DESCRIBED_H
#define QDRT_CUDA_DESCRIBED_H

#include "Runtime/Core/DeviceTraits.h"

namespace qdrt::loader::cuda {

inline constexpr const char kDescription[] = "cuda:sm_90";

/// "sm_90", and what else decides: "sm_90,driver=12.4,multiprocessors=78". Without these, the newest driver that is
/// known, and as many multiprocessors as the device has on which loops were measured (LoopCosts.h). A
/// capability may be one of a GPU to come; a driver is one that this loader knows. invalidArgument says what is
/// accepted.
qdc::Result<DescribedDevice> describe(std::string_view text);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_DESCRIBED_H
