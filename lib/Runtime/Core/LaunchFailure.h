//===- LaunchFailure.h - Why a launch failed on the device ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_LAUNCHFAILURE_H
#define QDRT_CORE_LAUNCHFAILURE_H

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

namespace qdrt::loader {

/// What qdrt_kernel_failure tells.
struct LaunchFailure {
  qdrt_status status = QDRT_OK; // QDRT_OK: none
  std::string message;
  qdc::SourceLocation location;
  int64_t iteration = 0;
};

/// A failure without a place in the source.
LaunchFailure failureOf(const qdc::Error &error);

/// "FILE:LINE:COLUMN: ", or what is known of that.
std::string placeOf(const qdc::SourceLocation &location);

/// What is wrong with a temporary of a kernel that has an extent below 0.
std::string negativeExtent(const qdc::Kernel &kernel, const qdc::Temporary &temporary, int64_t extent, uint64_t axis);

/// A failure at a site of the module; `finding` follows the place in the message.
LaunchFailure failureAtSite(const qdc::Module &module, qdrt_status status, uint32_t site, int64_t iteration,
                            const std::string &finding);

/// What the error record of a launch of `kernel` says.
LaunchFailure failureOfRecord(const qdc::Module &module, const qdc::Kernel &kernel, const qd_error_record &record);

/// The failure's status, with its message for the calling thread's qdrt_last_error().
qdrt_status tell(const LaunchFailure &failure) noexcept;

/// "loop 'solve'", or "the loop" for one without a name.
std::string loopName(const qdc::Site &site);

} // namespace qdrt::loader

#endif // QDRT_CORE_LAUNCHFAILURE_H
