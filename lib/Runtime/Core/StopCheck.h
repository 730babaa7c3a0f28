//===- StopCheck.h - Whether a launch is to end -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_STOPCHECK_H
#define QDRT_CORE_STOPCHECK_H

#include <atomic>
#include <cstdint>

namespace qdrt::loader {

/// Tells a launch that the host leads whether a stop of its stream was requested after the launch began.
/// From any thread.
struct StopCheck {
  const std::atomic<uint32_t> *requested = nullptr; // stops asked for so far; NULL: nobody can ask
  uint32_t before = 0;                              // of them those that came before the launch

  bool isStopped() const { return requested && requested->load(std::memory_order_relaxed) != before; }
};

} // namespace qdrt::loader

#endif // QDRT_CORE_STOPCHECK_H
