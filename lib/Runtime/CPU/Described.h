//===- Described.h - Processors that are not there --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_DESCRIBED_H
#define QDRT_CPU_DESCRIBED_H

#include "Runtime/Core/DeviceTraits.h"

namespace qdrt::loader::cpu {

inline constexpr const char kDescription[] = "cpu:x86-64-v3";

/// "x86-64-v3", and features that a processor has besides: "x86-64-v3,avx512f,avx512bf16". invalidArgument says what is
/// accepted.
qdc::Result<DescribedDevice> describe(std::string_view text);

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_DESCRIBED_H
