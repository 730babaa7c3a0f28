//===- LastLaunch.h - The last launch of a kernel on a stream ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_API_LASTLAUNCH_H
#define QDRT_API_LASTLAUNCH_H

#include "Runtime/API/Handles.h"
#include "Runtime/Instance.h"

namespace qdrt::loader {

/// Tells the calling thread the failure of the instance's last launch, as far as it is known.
inline qdrt_status tellFailure(Stream &stream, const Instance &instance) {
  if (instance.failure().status != QDRT_OK)
    stream.noteTold(instance.launchNumber());
  return tell(instance.failure());
}

/// Calls `work`, which gives a qdrt_status, with the stream and the instance of the kernel's last launch on it, while
/// the stream's mutex is held. The launch may be under way. invalidArgument if there was none.
template <typename Work>
qdrt_status onLastLaunch(Kernel &kernel, qdrt_stream stream, Work work) {
  Stream *on = streamOf(kernel.package().device(), stream);
  if (!on)
    return failForeignStream();
  Turn turn(on->mutex);
  Instance *instance = on->findInstance(kernel);
  if (!instance || !instance->wasLaunched())
    return fail(invalidArgument("kernel '" + kernel.description().name +
                                "' was not launched on this stream, or its instance was freed since"));
  return work(*on, *instance);
}

} // namespace qdrt::loader

#endif // QDRT_API_LASTLAUNCH_H
