//===- LastLaunch.h - The last launch of a kernel on a stream ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_API_LASTLAUNCH_H
#define QDRT_API_LASTLAUNCH_H

#include "Runtime/API/Handles.h"
#include "Runtime/Launch/Instance.h"

namespace qdrt::loader {

/// Tells the calling thread the failure of the instance's last launch, as far as it is known.
inline qdrt_status tellFailure(Stream &stream, const Instance &instance) {
  if (instance.last().failure().status != QDRT_OK)
    stream.noteTold(instance.last().number());
  return tell(instance.last().failure());
}

/// Calls `work`, which gives a qdrt_status, with the stream and the instance of the kernel's last launch on it, while
/// the stream's mutex is held. The launch may be under way. invalidArgument if there was none, or if it came after one
/// of the calling thread from another thread.
template <typename Work>
qdrt_status onLastLaunch(const qdrt_kernel_s &handle, qdrt_stream stream, Work work) {
  const Kernel &kernel = *handle.kernel;
  Stream *on = streamOf(handle.session, stream);
  if (!on)
    return failForeignStream();
  Turn turn(on->mutex);
  Instance *instance = on->findInstance(kernel);
  if (!instance || !instance->last().wasLaunched())
    return fail(QDRT_INVALID_ARGUMENT, "kernel '{}' was not launched on this stream, or its instance was freed since",
                kernel.description().name);
  if (instance->last().isOfOtherThread())
    return fail(
        QDRT_INVALID_ARGUMENT,
        "another thread has launched kernel '{}' on this stream since this one did; threads that ask what their "
        "launches left take a stream each",
        kernel.description().name);
  return work(*on, *instance);
}

} // namespace qdrt::loader

#endif // QDRT_API_LASTLAUNCH_H
