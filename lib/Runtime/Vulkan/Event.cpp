//===- Event.cpp - A point in the work of a Vulkan stream -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Event.h"

#include "Runtime/Vulkan/Stream.h"

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

qdc::Result<std::unique_ptr<BackendEvent>> Event::create(std::shared_ptr<Context> context) {
  std::unique_ptr<Event> event(new Event(std::move(context)));
  const Context &of = *event->context;
  if (of.features().timestampBits == 0)
    return std::unique_ptr<BackendEvent>(std::move(event));
  auto info = structOf<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 1;
  if (VkResult code = of.driver().createQueryPool(of.device(), &info, nullptr, &event->time); code != VK_SUCCESS)
    return of.failed(code, "create an event");
  return std::unique_ptr<BackendEvent>(std::move(event));
}

Event::~Event() {
  // The device may be about to write the time.
  (void)synchronize();
  context->driver().destroyQueryPool(context->device(), time, nullptr);
}

Event::Point Event::point() {
  std::lock_guard lock(recording);
  return recorded;
}

qdc::Status Event::record(BackendStream &stream) {
  Commands &commands = static_cast<Stream &>(stream).work();
  std::lock_guard lock(recording);
  // The time of an earlier record must be there before another one is taken: it may be of another stream.
  if (recorded.timeline && recorded.timeline != commands.timeline())
    if (qdc::Status done = recorded.timeline->wait(recorded.submission, "record an event"); !done)
      return done;
  qdc::Result<VkCommandBuffer> buffer = commands.next();
  if (!buffer)
    return buffer.error();
  if (time) {
    context->driver().cmdResetQueryPool(*buffer, time, 0, 1);
    context->driver().cmdWriteTimestamp(*buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, time, 0);
  }
  if (qdc::Status submitted = commands.submit(); !submitted)
    return submitted;
  recorded = {commands.timeline(), commands.last()};
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
  if (recorded.timeline)
    if (qdc::Status done = recorded.timeline->wait(recorded.submission, attempted); !done)
      return done.error();
  uint64_t count = 0;
  const VkResult code = context->driver().getQueryPoolResults(context->device(), time, 0, 1, sizeof(count), &count,
                                                              sizeof(count), VK_QUERY_RESULT_64_BIT);
  if (code != VK_SUCCESS)
    return context->failed(code, attempted);
  return count;
}

qdc::Result<double> Event::secondsSince(BackendEvent &start) {
  auto &first = static_cast<Event &>(start);
  if (first.context != context)
    return qdc::makeError(qdc::ErrorCode::invalidArgument, "the two events are of different devices");
  if (!time)
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
