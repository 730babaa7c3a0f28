//===- LaunchAPI.cpp - Launches of qdrt.h --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/LastLaunch.h"
#include "Runtime/API/Structs.h"

using namespace qdrt::loader;

/// The failure of the instance's last launch, as far as it is known.
static qdrt_status tellFailure(Stream &stream, const Instance &instance) {
  if (instance.failure().status != QDRT_OK)
    stream.noteTold(instance.launchNumber());
  return tell(instance.failure());
}

qdrt_status qdrt_kernel_launch(qdrt_kernel kernel, const qdrt_argument *arguments, qdrt_stream stream,
                               const qdrt_launch_options *options) {
  if (!kernel)
    return failNull("qdrt_kernel_launch", "kernel");
  Kernel &launched = kernelOf(kernel);
  if (!arguments && !launched.description().arguments.empty())
    return failNull("qdrt_kernel_launch", "arguments");
  return guard([&] {
    qdc::Result<qdrt_launch_options> read = readOptions(options, "qdrt_launch_options");
    if (!read)
      return fail(read.error());
    qdc::Result<Stream *> found = streamOf(launched.package().device(), stream);
    if (!found)
      return fail(found.error());
    std::lock_guard lock((*found)->mutex);
    Instance &instance = (*found)->instanceOf(launched);
    const bool isCapturing = (*found)->isCapturing();
    qdc::Status status = isCapturing ? instance.capture(arguments, *read) : instance.launch(arguments, *read);
    // The results of other kernels go only for a launch that ran.
    if (!status || (*found)->isOverfull())
      (*found)->trim();
    if (!status)
      return fail(status.error());
    return isCapturing ? QDRT_OK : tellFailure(**found, instance);
  });
}

/// Waits for the kernel's last launch on the stream, then onLastLaunch().
template <typename Work>
static qdrt_status afterLastLaunch(Kernel &kernel, qdrt_stream stream, Work work) {
  return onLastLaunch(kernel, stream, [&](Stream &on, Instance &instance) {
    if (instance.isUnderWay())
      if (qdc::Status finished = on.finish(); !finished)
        return fail(finished.error());
    return work(on, instance);
  });
}

qdrt_status qdrt_kernel_results(qdrt_kernel kernel, qdrt_stream stream, qdrt_scalar *results, uint32_t count) {
  if (!kernel)
    return failNull("qdrt_kernel_results", "kernel");
  if (!results && count != 0)
    return failNull("qdrt_kernel_results", "results");
  return guard([&] {
    Kernel &launched = kernelOf(kernel);
    const qdc::Kernel &description = launched.description();
    if (count != description.results.size())
      return fail(invalidArgument("kernel '" + description.name + "' has " +
                                  std::to_string(description.results.size()) + " results, not " +
                                  std::to_string(count)));
    return afterLastLaunch(launched, stream, [&](Stream &on, const Instance &instance) {
      if (qdrt_status failed = tellFailure(on, instance); failed != QDRT_OK)
        return failed;
      for (uint32_t index = 0; index < count; ++index)
        results[index] = instance.result(index);
      return QDRT_OK;
    });
  });
}

qdrt_status qdrt_kernel_failure(qdrt_kernel kernel, qdrt_stream stream, qdrt_failure_info *info) {
  if (!kernel)
    return failNull("qdrt_kernel_failure", "kernel");
  if (!info)
    return failNull("qdrt_kernel_failure", "info");
  return guard([&] {
    return afterLastLaunch(kernelOf(kernel), stream, [&](Stream &on, const Instance &instance) {
      on.noteTold(instance.launchNumber());
      const LaunchFailure &failure = instance.failure();
      qdrt_failure_info reported = {};
      reported.status = failure.status;
      reported.message = failure.message.c_str();
      reported.file = failure.location.file.c_str();
      reported.line = failure.location.line;
      reported.column = failure.location.column;
      reported.iteration = failure.iteration;
      return writeInfo(info, reported, "qdrt_failure_info");
    });
  });
}
