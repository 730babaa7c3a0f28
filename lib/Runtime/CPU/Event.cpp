//===- Event.cpp - A point in the work of a CPU stream --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Event.h"

using namespace qdrt::loader;

qdc::Status cpu::Event::record(BackendStream &stream) {
  moment = std::chrono::steady_clock::now();
  return {};
}

qdc::Result<double> cpu::Event::secondsSince(BackendEvent &start) {
  return std::chrono::duration<double>(moment.load() - static_cast<Event &>(start).moment.load()).count();
}
