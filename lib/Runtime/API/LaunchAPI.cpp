//===- LaunchAPI.cpp - Launches of qdrt.h ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/LastLaunch.h"
#include "Runtime/API/Structs.h"

using namespace qdrt::loader;

[[gnu::cold]] static qdrt_status readStrategy(const char *text, LoopStrategyRequest &requested) {
  qdc::Result<LoopStrategyRequest> parsed = parseLoopStrategyRequest(text, "qdrt_launch_options.loops");
  if (!parsed)
    return fail(parsed.error());
  requested = *parsed;
  return QDRT_OK;
}

/// StreamStop::begin, or beginCaptured. QDRT_STOPPED: another stop came since.
[[gnu::cold]] static qdrt_status beginWithStops(Stream &on, uint32_t stops, bool isCapturing, const Kernel &launched) {
  qdc::Result<bool> begun = isCapturing ? on.stop.beginCaptured(stops) : on.stop.begin(stops, on.work());
  if (!begun)
    return fail(begun.error());
  if (!*begun)
    return fail(QDRT_STOPPED, "kernel '{}' was stopped by qdrt_stream_stop before its launch began",
                launched.description().name);
  return QDRT_OK;
}

qdrt_status qdrt_kernel_launch(qdrt_kernel kernel, const qdrt_argument *arguments, qdrt_stream stream,
                               const qdrt_launch_options *options) {
  if (!kernel)
    return failNull("qdrt_kernel_launch", "kernel");
  Kernel &launched = *kernel->kernel;
  if (!arguments && !launched.description().arguments.empty())
    return failNull("qdrt_kernel_launch", "arguments");
  return guard([&] {
    qdrt_launch_options wanted;
    if (qdc::Status read = readOptions(options, "qdrt_launch_options", wanted); !read)
      return fail(read.error());
    LoopStrategyRequest loops;
    if (wanted.loops)
      if (qdrt_status taken = readStrategy(wanted.loops, loops); taken != QDRT_OK)
        return taken;
    Stream *on = streamOf(kernel->session, stream);
    if (!on)
      return failForeignStream();
    const uint32_t stops = on->stop.count();
    std::lock_guard lock(on->mutex);
    const bool isCapturing = on->isCapturing();
    if (isCapturing || !on->stop.beginQuietly(stops))
      if (qdrt_status begun = beginWithStops(*on, stops, isCapturing, launched); begun != QDRT_OK)
        return begun;
    Instance &instance = on->instanceOf(launched);
    qdc::Status status =
        isCapturing ? instance.capture(arguments, wanted, loops) : instance.launch(arguments, wanted, loops);
    // The results of other kernels go only for a launch that ran.
    if (!status || on->isOverfull())
      on->trim();
    if (!status)
      return fail(status.error());
    return isCapturing ? QDRT_OK : tellFailure(*on, instance);
  });
}
