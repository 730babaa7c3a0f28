//===- StreamAPI.cpp - Streams and events of qdrt.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"

using namespace qdrt::loader;

qdrt_status qdrt::loader::failForeignStream() {
  return fail(QDRT_INVALID_ARGUMENT, "the stream was created on another device");
}

static qdrt_status statusFrom(const qdc::Status &status) { return status ? QDRT_OK : fail(status.error()); }

/// A handle for a stream that the backend made.
static qdrt_status makeStream(const qdrt_device_s &device, qdc::Result<std::unique_ptr<BackendStream>> work,
                              qdrt_stream *stream) {
  if (!work)
    return fail(work.error());
  auto handle = std::make_unique<qdrt_stream_s>();
  handle->session = device.session;
  handle->stream = std::make_unique<Stream>(*device.session, std::move(*work));
  *stream = handle.release();
  return QDRT_OK;
}

qdrt_status qdrt_stream_create(qdrt_device device, qdrt_stream *stream) {
  if (!device)
    return failNull("qdrt_stream_create", "device");
  if (!stream)
    return failNull("qdrt_stream_create", "stream");
  return guard([&] { return makeStream(*device, device->session->device().backend().createStream(), stream); });
}

qdrt_status qdrt_stream_adopt(qdrt_device device, void *native, qdrt_stream *stream) {
  if (!device)
    return failNull("qdrt_stream_adopt", "device");
  if (!stream)
    return failNull("qdrt_stream_adopt", "stream");
  return guard([&] {
    const Device &on = device->session->device();
    if (!on.backend().capabilities().adoptsStreams)
      return fail(QDRT_UNSUPPORTED, "device '{}' has no streams to adopt; qdrt_stream_create makes one",
                  on.description().spelling);
    return makeStream(*device, on.backend().adoptStream(native), stream);
  });
}

void qdrt_stream_destroy(qdrt_stream stream) { delete stream; }

qdrt_status qdrt_stream_synchronize(qdrt_device device, qdrt_stream stream) {
  if (!device)
    return failNull("qdrt_stream_synchronize", "device");
  return guard([&] {
    Stream *waited = streamOf(*device->session, stream);
    return waited ? tell(waited->synchronize()) : failForeignStream();
  });
}

qdrt_status qdrt_stream_stop(qdrt_device device, qdrt_stream stream) {
  if (!device)
    return failNull("qdrt_stream_stop", "device");
  return guard([&] {
    Stream *stopped = streamOf(*device->session, stream);
    return stopped ? statusFrom(stopped->stop.stop()) : failForeignStream();
  });
}

qdrt_status qdrt_event_create(qdrt_device device, qdrt_event *event) {
  if (!device)
    return failNull("qdrt_event_create", "device");
  if (!event)
    return failNull("qdrt_event_create", "event");
  return guard([&] {
    qdc::Result<std::unique_ptr<BackendEvent>> made = device->session->device().backend().createEvent();
    if (!made)
      return fail(made.error());
    *event = new qdrt_event_s{device->session, std::move(*made)};
    return QDRT_OK;
  });
}

void qdrt_event_destroy(qdrt_event event) { delete event; }

qdrt_status qdrt_event_record(qdrt_event event, qdrt_stream stream) {
  if (!event)
    return failNull("qdrt_event_record", "event");
  return guard([&] {
    Stream *on = streamOf(*event->session, stream);
    if (!on)
      return failForeignStream();
    Turn turn(on->mutex);
    qdc::Status recorded = event->event->record(on->work());
    if (recorded)
      event->recorded = true;
    return statusFrom(recorded);
  });
}

qdrt_status qdrt_stream_wait(qdrt_stream stream, qdrt_event event) {
  if (!event)
    return failNull("qdrt_stream_wait", "event");
  return guard([&] {
    Stream *waiting = streamOf(*event->session, stream);
    if (!waiting)
      return failForeignStream();
    Turn turn(waiting->mutex);
    return event->recorded ? statusFrom(event->event->makeStreamWait(waiting->work())) : QDRT_OK;
  });
}

qdrt_status qdrt_event_synchronize(qdrt_event event) {
  if (!event)
    return failNull("qdrt_event_synchronize", "event");
  return guard([&] { return event->recorded ? statusFrom(event->event->synchronize()) : QDRT_OK; });
}

qdrt_status qdrt_event_elapsed(qdrt_event start, qdrt_event end, double *seconds) {
  if (!start)
    return failNull("qdrt_event_elapsed", "start");
  if (!end)
    return failNull("qdrt_event_elapsed", "end");
  if (!seconds)
    return failNull("qdrt_event_elapsed", "seconds");
  return guard([&] {
    if (!start->recorded || !end->recorded)
      return fail(QDRT_INVALID_ARGUMENT, "the {} event was never recorded", start->recorded ? "end" : "start");
    auto backendOf = [](qdrt_event event) { return event->session->device().description().backend; };
    if (backendOf(start) != backendOf(end))
      return fail(QDRT_INVALID_ARGUMENT, "the two events are of different backends");
    qdc::Result<double> elapsed = end->event->secondsSince(*start->event);
    if (!elapsed)
      return fail(elapsed.error());
    *seconds = *elapsed;
    return QDRT_OK;
  });
}
