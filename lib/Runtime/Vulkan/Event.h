//===- Event.h - A point in the work of a Vulkan stream ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_EVENT_H
#define QDRT_VULKAN_EVENT_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Vulkan/Timeline.h"

#include <vector>

namespace qdrt::loader::vulkan {

/// A submission of the stream that recorded it, with the device's time.
class Event final : public BackendEvent {
public:
  static qdc::Result<std::unique_ptr<BackendEvent>> create(std::shared_ptr<Context> context);
  ~Event() override;

  qdc::Status record(BackendStream &stream) override;
  qdc::Status makeStreamWait(BackendStream &stream) override;
  qdc::Status synchronize() override;
  /// invalidArgument if `start` is of another device; unsupported where the device's queues take no time.
  qdc::Result<double> secondsSince(BackendEvent &start) override;

private:
  struct Point {
    std::shared_ptr<Timeline> timeline; // NULL: it was not recorded
    uint64_t submission = 0;
  };

  /// Where the time of a point is written.
  struct Time {
    VkQueryPool pool = VK_NULL_HANDLE; // of one; NULL where there is no time
    Point point;
  };

  explicit Event(std::shared_ptr<Context> context) : context(std::move(context)) {}
  Point point();
  qdc::Result<VkQueryPool> makePool() const;
  qdc::Status leaveTime();
  void freeRetired();
  /// Waits, and gives the count of the device's clock.
  qdc::Result<uint64_t> ticks();

  const std::shared_ptr<Context> context;
  std::mutex recording; // held while the event is recorded or read
  Time recorded;
  std::vector<Time> retired; // of earlier points, which may be under way
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_EVENT_H
