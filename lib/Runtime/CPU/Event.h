//===- Event.h - A point in the work of a CPU stream ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CPU_EVENT_H
#define QDRT_CPU_EVENT_H

#include "Runtime/Core/Backend.h"

#include <atomic>
#include <chrono>

namespace qdrt::loader::cpu {

/// The moment at which it was recorded: the stream's work was then complete. Any thread may record it on its stream.
class Event final : public BackendEvent {
public:
  qdc::Status record(BackendStream &stream) override;
  qdc::Status makeStreamWait(BackendStream &stream) override { return {}; }
  qdc::Status synchronize() override { return {}; }
  qdc::Result<double> secondsSince(BackendEvent &start) override;

private:
  std::atomic<std::chrono::steady_clock::time_point> moment;
};

} // namespace qdrt::loader::cpu

#endif // QDRT_CPU_EVENT_H
