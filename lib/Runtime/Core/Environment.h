//===- Environment.h - The environment variables of libqdrt -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place where libqdrt reads the environment. An option in a call wins
// over the variable of the same meaning. A program that has more rights than its
// caller, as one with the set-user-ID bit, finds no variable set.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_ENVIRONMENT_H
#define QDRT_CORE_ENVIRONMENT_H

#include "Runtime/Core/LoopStrategyRequest.h"

#include <cstdint>
#include <optional>
#include <string>

namespace qdrt::loader {

/// QDRT_THREADS: threads of a CPU device, 1 to QDRT_MAX_THREADS; 0 when it is not set or empty.
qdc::Result<uint32_t> threadsFromEnvironment();

/// QDRT_GRAPH: always for 1, never for 0, none when it is not set or empty.
qdc::Result<std::optional<qdc::GraphMode>> graphModeFromEnvironment();

/// QDRT_LOOP: how loops are to be run; nothing when it is not set or empty.
qdc::Result<LoopStrategyRequest> loopsFromEnvironment();

/// QDRT_VALIDATE: true for 1, false for 0 and when it is not set or empty.
qdc::Result<bool> validationFromEnvironment();

/// QDRT_CACHE: the folder where code that a driver compiles is kept; empty when it is not set.
std::string cacheFromEnvironment();

/// QDRT_TARGET: the target whose image is taken; empty when it is not set.
std::string targetFromEnvironment();

} // namespace qdrt::loader

#endif // QDRT_CORE_ENVIRONMENT_H
