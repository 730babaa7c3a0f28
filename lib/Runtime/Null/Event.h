//===- Event.h - A moment ---------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_NULL_EVENT_H
#define QDRT_NULL_EVENT_H

#include "Runtime/Core/Backend.h"

#include <atomic>
#include <chrono>

namespace qdrt::loader::null {

/// The moment at which it was recorded: the stream's work was then done. A driver has events that the device reaches.
class Event final : public BackendEvent {
public:
  qdc::Status record(BackendStream &stream) override {
    moment = std::chrono::steady_clock::now();
    return {};
  }
  qdc::Status makeStreamWait(BackendStream &stream) override { return {}; }
  qdc::Status synchronize() override { return {}; }
  qdc::Result<double> secondsSince(BackendEvent &start) override {
    return std::chrono::duration<double>(moment.load() - static_cast<Event &>(start).moment.load()).count();
  }

private:
  std::atomic<std::chrono::steady_clock::time_point> moment;
};

} // namespace qdrt::loader::null

#endif // QDRT_NULL_EVENT_H
