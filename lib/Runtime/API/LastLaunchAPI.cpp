//===- LastLaunchAPI.cpp - Results and failures of qdrt.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/LastLaunch.h"
#include "Runtime/API/Structs.h"

using namespace qdrt::loader;

/// Waits for the kernel's last launch on the stream, then onLastLaunch().
template <typename Work>
static qdrt_status afterLastLaunch(const qdrt_kernel_s &kernel, qdrt_stream stream, Work work) {
  return onLastLaunch(kernel, stream, [&](Stream &on, Instance &instance) {
    if (instance.last().isUnderWay())
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
    const qdc::Kernel &description = kernel->kernel->description();
    if (count != description.results.size())
      return fail(QDRT_INVALID_ARGUMENT, "kernel '{}' has {} results, not {}", description.name,
                  description.results.size(), count);
    return afterLastLaunch(*kernel, stream, [&](Stream &on, const Instance &instance) {
      if (qdrt_status failed = tellFailure(on, instance); failed != QDRT_OK)
        return failed;
      for (uint32_t index = 0; index < count; ++index)
        results[index] = instance.last().result(index);
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
    return afterLastLaunch(*kernel, stream, [&](Stream &on, const Instance &instance) {
      on.noteTold(instance.last().number());
      const LaunchFailure &failure = instance.last().failure();
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
