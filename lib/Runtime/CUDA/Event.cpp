//===- Event.cpp - A point in the work of a CUDA stream -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Event.h"

#include "Runtime/CUDA/Stream.h"

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

qdc::Result<std::unique_ptr<BackendEvent>> Event::create(std::shared_ptr<Context> context) {
  std::unique_ptr<Event> event(new Event(std::move(context)));
  qdc::Status made = (*event->context)(
      "create an event", [&](const Driver &driver) { return driver.eventCreate(&event->handle, CU_EVENT_DEFAULT); });
  if (!made)
    return made;
  return std::unique_ptr<BackendEvent>(std::move(event));
}

Event::~Event() {
  if (handle)
    (void)context->tryTo([&](const Driver &driver) { return driver.eventDestroy(handle); });
}

qdc::Status Event::record(BackendStream &stream) {
  return (*context)("record an event", [&](const Driver &driver) {
    std::lock_guard lock(recording);
    return driver.eventRecord(handle, static_cast<Stream &>(stream).native());
  });
}

qdc::Status Event::makeStreamWait(BackendStream &stream) {
  return (*context)("make a stream wait for an event", [&](const Driver &driver) {
    return driver.streamWaitEvent(static_cast<Stream &>(stream).native(), handle, 0);
  });
}

qdc::Status Event::synchronize() {
  return (*context)("wait for an event", [&](const Driver &driver) { return driver.eventSynchronize(handle); });
}

/// The driver takes 0 for the time of an event that another thread records during its comparison.
CUresult Event::compare(const Driver &driver, Event &first, float &milliseconds) {
  if (&first == this) {
    std::lock_guard lock(recording);
    return driver.eventElapsedTime(&milliseconds, handle, handle);
  }
  std::scoped_lock lock(first.recording, recording);
  return driver.eventElapsedTime(&milliseconds, first.handle, handle);
}

qdc::Result<double> Event::secondsSince(BackendEvent &start) {
  auto &first = static_cast<Event &>(start);
  if (first.context->handle() != context->handle())
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "the two events are of different devices");
  float milliseconds = 0;
  qdc::Status status = (*context)("take the time between two events", [&](const Driver &driver) {
    CUresult code = CUDA_ERROR_NOT_READY;
    // It is not ready after the waits if another thread recorded one of the events meanwhile.
    while (code == CUDA_ERROR_NOT_READY) {
      code = driver.eventSynchronize(first.handle);
      if (code == CUDA_SUCCESS)
        code = driver.eventSynchronize(handle);
      if (code == CUDA_SUCCESS)
        code = compare(driver, first, milliseconds);
    }
    return code;
  });
  if (!status)
    return status;
  return static_cast<double>(milliseconds) / 1000;
}
