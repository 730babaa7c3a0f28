//===- Event.cpp - A point in the work of a Vulkan stream -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Event.h"

#include "Runtime/Vulkan/Stream.h"

#include <algorithm>
#include <utility>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

qdc::Result<VkQueryPool> Event::makePool() const {
  auto info = structOf<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 1;
  VkQueryPool made = VK_NULL_HANDLE;
  if (VkResult code = context->driver().createQueryPool(context->device(), &info, nullptr, &made); code != VK_SUCCESS)
    return context->failed(code, "create an event");
  return made;
}

qdc::Result<std::unique_ptr<BackendEvent>> Event::create(std::shared_ptr<Context> context) {
  std::unique_ptr<Event> event(new Event(std::move(context)));
  if (event->context->features().timestampBits != 0) {
    qdc::Result<VkQueryPool> pool = event->makePool();
    if (!pool)
      return pool.error();
    event->recorded.pool = *pool;
  }
  return std::unique_ptr<BackendEvent>(std::move(event));
}

Event::~Event() {
  auto destroy = [&](const Time &each) {
    // The device may be about to write the time.
    if (each.pool && each.point.timeline)
      each.point.timeline->finish(each.point.submission);
    context->driver().destroyQueryPool(context->device(), each.pool, nullptr);
  };
  destroy(recorded);
  std::ranges::for_each(retired, destroy);
}

Event::Point Event::point() {
  std::lock_guard lock(recording);
  return recorded.point;
}

void Event::freeRetired() {
  std::erase_if(retired, [&](const Time &each) {
    if (!each.point.timeline->hasReached(each.point.submission))
      return false;
    context->driver().destroyQueryPool(context->device(), each.pool, nullptr);
    return true;
  });
}

/// Leaves the time alone that another stream is to write.
qdc::Status Event::leaveTime() {
  retired.reserve(retired.size() + 1);
  qdc::Result<VkQueryPool> pool = makePool();
  if (!pool)
    return pool.error();
  retired.push_back(std::exchange(recorded, {*pool, {}}));
  return {};
}

qdc::Status Event::record(BackendStream &stream) {
  Commands &commands = static_cast<Stream &>(stream).work();
  std::lock_guard lock(recording);
  const Point &earlier = recorded.point;
  if (recorded.pool && earlier.timeline && earlier.timeline != commands.timeline() &&
      !earlier.timeline->hasReached(earlier.submission))
    if (qdc::Status left = leaveTime(); !left)
      return left;
  freeRetired();
  qdc::Result<VkCommandBuffer> buffer = commands.next();
  if (!buffer)
    return buffer.error();
  if (recorded.pool) {
    context->driver().cmdResetQueryPool(*buffer, recorded.pool, 0, 1);
    context->driver().cmdWriteTimestamp(*buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, recorded.pool, 0);
  }
  if (qdc::Status submitted = commands.submit(); !submitted)
    return submitted;
  recorded.point = {commands.timeline(), commands.last()};
  return {};
}

qdc::Status Event::makeStreamWait(BackendStream &stream) {
  Point known = point();
  Commands &commands = static_cast<Stream &>(stream).work();
  if (known.timeline && known.timeline != commands.timeline())
    commands.waitFor(std::move(known.timeline), known.submission);
  return {};
}

qdc::Status Event::synchronize() {
  const Point known = point();
  return known.timeline ? known.timeline->wait(known.submission, "wait for an event") : qdc::Status();
}

qdc::Result<uint64_t> Event::ticks() {
  std::lock_guard lock(recording);
  constexpr const char *attempted = "take the time of an event";
  if (recorded.point.timeline)
    if (qdc::Status done = recorded.point.timeline->wait(recorded.point.submission, attempted); !done)
      return done.error();
  uint64_t count = 0;
  const VkResult code = context->driver().getQueryPoolResults(context->device(), recorded.pool, 0, 1, sizeof(count),
                                                              &count, sizeof(count), VK_QUERY_RESULT_64_BIT);
  if (code != VK_SUCCESS)
    return context->failed(code, attempted);
  return count;
}

qdc::Result<double> Event::secondsSince(BackendEvent &start) {
  auto &first = static_cast<Event &>(start);
  if (first.context != context)
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "the two events are of different devices");
  if (context->features().timestampBits == 0)
    return qdc::makeError(qdc::ErrorCode::unsupported, "the queues of device '{}' take no time", context->spelling());
  qdc::Result<uint64_t> from = first.ticks();
  if (!from)
    return from.error();
  qdc::Result<uint64_t> to = ticks();
  if (!to)
    return to.error();
  // The clock starts again when its bits are full.
  const uint32_t unused = 64 - context->features().timestampBits;
  const auto passed = static_cast<int64_t>((*to - *from) << unused) >> unused;
  return static_cast<double>(passed) * static_cast<double>(context->features().properties.limits.timestampPeriod) *
         1e-9;
}
