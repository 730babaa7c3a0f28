//===- Event.h - A point in the work of a CUDA stream -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_EVENT_H
#define QDRT_CUDA_EVENT_H

#include "Runtime/CUDA/Context.h"
#include "Runtime/Core/Backend.h"

#include <mutex>

namespace qdrt::loader::cuda {

/// An event that takes the device's time.
class Event final : public BackendEvent {
public:
  static qdc::Result<std::unique_ptr<BackendEvent>> create(std::shared_ptr<Context> context);
  ~Event() override;

  qdc::Status record(BackendStream &stream) override;
  qdc::Status makeStreamWait(BackendStream &stream) override;
  qdc::Status synchronize() override;
  /// invalidArgument if `start` is of another device.
  qdc::Result<double> secondsSince(BackendEvent &start) override;

private:
  explicit Event(std::shared_ptr<Context> context) : context(std::move(context)) {}

  /// `milliseconds` from `first` to this event as last recorded. CUDA_ERROR_NOT_READY while one is under way.
  CUresult compare(const Driver &driver, Event &first, float &milliseconds);

  const std::shared_ptr<Context> context;
  CUevent handle = nullptr;
  std::mutex recording; // held while the event is recorded or compared
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_EVENT_H
