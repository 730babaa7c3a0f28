//===- Streams.cpp - Streams and events of the fake driver ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <chrono>

using namespace fake_cuda;

// What a call that waits gives while the stream is being captured; the loader does not tell it from others.
static constexpr auto kCaptureUnsupported = static_cast<CUresult>(900);

CUresult fake_cuda::submit(Stream &stream, Operation operation, std::string text) {
  if (!stream.capture) {
    stream.pending.push_back(std::move(operation));
    ++stream.submitted;
    return CUDA_SUCCESS;
  }
  Node *node = stream.capture->nodes.emplace_back(std::make_unique<Node>()).get();
  node->dependencies = stream.captureEnds;
  node->text = std::move(text);
  node->run = std::move(operation);
  stream.captureEnds = {node};
  return CUDA_SUCCESS;
}

CUresult fake_cuda::runUntil(Stream &stream, uint64_t position) {
  while (stream.done < position) {
    Operation next = std::move(stream.pending.front());
    stream.pending.pop_front();
    ++stream.done;
    CUresult code = stream.context->error == CUDA_SUCCESS ? next() : stream.context->error;
    if (code != CUDA_SUCCESS)
      return stream.context->error = code;
  }
  return stream.context->error;
}

CUstream fake_cuda::makeStream() {
  CUstream handle = nullptr;
  Stream *made = add(state().streams, std::make_unique<Stream>(), &handle);
  made->context = currentContext();
  made->serial = ++state().streamsMade;
  return handle;
}

CUresult fake_cuda::runAll(Stream &stream) { return runUntil(stream, stream.submitted); }

namespace qdrt::loader::cuda {

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  FAKE_CUDA_ENTER_CONTEXT();
  *stream = makeStream();
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  FAKE_CUDA_ENTER_CONTEXT();
  *stream = makeStream();
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT();
  // Its work still runs.
  if (Stream *stream = find(state().streams, handle))
    (void)runAll(*stream);
  for (auto &[event, object] : state().events)
    if (object->stream == find(state().streams, handle))
      object->stream = nullptr;
  return remove(state().streams, handle);
}

CUresult cuStreamSynchronize(CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  return stream->capture ? kCaptureUnsupported : runAll(*stream);
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  *context = reinterpret_cast<CUcontext>(stream->context);
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream handle, CUevent eventHandle, unsigned flags) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  Event *event = find(state().events, eventHandle);
  if (!stream || !event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!event->stream)
    return CUDA_SUCCESS;
  // What was recorded by now; a later record of the event is none of its business.
  return submit(*stream, [handle = event->stream, serial = event->stream->serial, position = event->position] {
    Stream *recorded = find(state().streams, handle);
    return recorded && recorded->serial == serial ? runUntil(*recorded, position) : CUDA_SUCCESS;
  });
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  FAKE_CUDA_ENTER_CONTEXT();
  add(state().events, std::make_unique<Event>(), event)->context = currentContext();
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event) {
  FAKE_CUDA_ENTER_CONTEXT();
  return remove(state().events, event);
}

CUresult cuEventRecord(CUevent eventHandle, CUstream handle) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  Event *event = find(state().events, eventHandle);
  if (!stream || !event || stream->context != event->context)
    return CUDA_ERROR_INVALID_HANDLE;
  CUresult result = submit(*stream, [eventHandle] {
    if (Event *recorded = find(state().events, eventHandle))
      recorded->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    return CUDA_SUCCESS;
  });
  event->stream = stream;
  event->position = stream->submitted;
  return result;
}

CUresult cuEventSynchronize(CUevent handle) {
  FAKE_CUDA_ENTER_CONTEXT();
  Event *event = find(state().events, handle);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  return event->stream ? runUntil(*event->stream, event->position) : CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent startHandle, CUevent endHandle) {
  FAKE_CUDA_ENTER_CONTEXT();
  Event *start = find(state().events, startHandle), *end = find(state().events, endHandle);
  if (!start || !end || start->context != end->context)
    return CUDA_ERROR_INVALID_HANDLE;
  *milliseconds = static_cast<float>((end->seconds - start->seconds) * 1000);
  return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  *status = stream->capture ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCaptureInfo_v2(CUstream handle, CUstreamCaptureStatus *status, uint64_t *id, CUgraph *graph,
                                   const CUgraphNode **dependencies, size_t *dependencyCount) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  *status = stream->capture ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
  *id = 1;
  *graph = reinterpret_cast<CUgraph>(stream->capture.get());
  *dependencies = reinterpret_cast<const CUgraphNode *>(stream->captureEnds.data());
  *dependencyCount = stream->captureEnds.size();
  return CUDA_SUCCESS;
}

CUresult cuStreamUpdateCaptureDependencies(CUstream handle, CUgraphNode *dependencies, size_t dependencyCount,
                                           unsigned flags) {
  FAKE_CUDA_ENTER_CONTEXT();
  Stream *stream = find(state().streams, handle);
  if (!stream || !stream->capture || flags != CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    return CUDA_ERROR_INVALID_VALUE;
  auto *first = reinterpret_cast<Node **>(dependencies);
  stream->captureEnds.assign(first, first + dependencyCount);
  return CUDA_SUCCESS;
}

} // namespace qdrt::loader::cuda

CUstream fake_cuda::createStream() {
  std::lock_guard lock(state().mutex);
  return makeStream();
}

void fake_cuda::destroyStream(CUstream stream) {
  std::lock_guard lock(state().mutex);
  (void)remove(state().streams, stream);
}

void fake_cuda::beginCapture(CUstream stream) {
  std::lock_guard lock(state().mutex);
  find(state().streams, stream)->capture = std::make_unique<Graph>();
}

CUgraph fake_cuda::endCapture(CUstream handle) {
  std::lock_guard lock(state().mutex);
  Stream &stream = *find(state().streams, handle);
  stream.captureEnds.clear();
  CUgraph graph = nullptr;
  add(state().graphs, std::move(stream.capture), &graph);
  return graph;
}
