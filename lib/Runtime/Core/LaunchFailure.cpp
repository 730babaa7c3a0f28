//===- LaunchFailure.cpp - Why a launch failed on the device --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/LaunchFailure.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Core/FormatLine.h"
#include "Runtime/Core/SizeCheck.h"

#include <algorithm>
#include <span>

using namespace qdrt::loader;

LaunchFailure qdrt::loader::failureOf(const qdc::Error &error) { return {statusOf(error.code), error.message, {}, 0}; }

std::string qdrt::loader::placeOf(const qdc::SourceLocation &location) {
  std::string place = location.file; // a front end may know none, or no line
  if (location.line)
    place += qdc::formatText(":{}:{}", location.line, location.column);
  return place.empty() ? place : place + ": ";
}

LaunchFailure qdrt::loader::failureAtSite(const qdc::Module &module, qdrt_status status, uint32_t site,
                                          int64_t iteration, const std::string &finding) {
  const qdc::SourceLocation &location = module.sites[site].location;
  return {status, placeOf(location) + finding, location, iteration};
}

qdrt_status qdrt::loader::tell(const LaunchFailure &failure) noexcept {
  return failure.status == QDRT_OK ? QDRT_OK : fail(failure.status, "{}", failure.message);
}

std::string qdrt::loader::loopName(const qdc::Site &site) {
  return site.message.empty() ? "the loop" : qdc::formatText("loop '{}'", site.message);
}

std::string qdrt::loader::negativeExtent(const qdc::Kernel &kernel, const qdc::Temporary &temporary, int64_t extent,
                                         uint64_t axis) {
  return qdc::formatText("{}a temporary of kernel '{}' has the extent {} on axis {}; it takes 0 or more",
                         placeOf(temporary.location), kernel.name, extent, axis);
}

/// What the loader's own check of sizes found.
static LaunchFailure failureOfSize(const qdc::Kernel &kernel, const qd_error_record &record) {
  const qdc::Temporary &temporary = kernel.temporaries[static_cast<size_t>(record.iteration)];
  if (record.code == QDRT_ERROR_EXTENT)
    return {QDRT_INVALID_ARGUMENT,
            negativeExtent(kernel, temporary, static_cast<int64_t>(record.values[0]), record.values[1]),
            temporary.location, 0};
  return {QDRT_OUT_OF_MEMORY,
          qdc::formatText("{}a temporary of kernel '{}' takes {} bytes, but its part of the workspace has {}, which a "
                          "launch by a graph can't change",
                          placeOf(temporary.location), kernel.name, record.values[0], record.values[1]),
          temporary.location, 0};
}

/// What an assert or a check says.
static std::string finding(const qdc::Site &site, const qd_error_record &record) {
  if (site.kind != qdc::SiteKind::check)
    return site.message;
  const size_t values = std::min<size_t>(site.valueTypes.size(), QDC_MAXIMUM_CHECK_VALUES);
  return formatCheck(site.message, site.valueTypes, std::span(record.values).first(values));
}

LaunchFailure qdrt::loader::failureOfRecord(const qdc::Module &module, const qdc::Kernel &kernel,
                                            const qd_error_record &record) {
  if (record.code == QD_ERROR_NONE)
    return {};
  if ((record.code == QDRT_ERROR_WORKSPACE || record.code == QDRT_ERROR_EXTENT) &&
      static_cast<uint64_t>(record.iteration) < kernel.temporaries.size())
    return failureOfSize(kernel, record);
  if (record.site >= module.sites.size())
    return {QDRT_INVALID_PACKAGE,
            qdc::formatText("kernel '{}' reported an error at site {}, which the package does not have", kernel.name,
                            record.site),
            {},
            0};
  const qdc::Site &site = module.sites[record.site];
  auto atLoop = [&](qdrt_status status, std::string finding) {
    return failureAtSite(module, status, record.site, 0, loopName(site) + std::move(finding));
  };
  switch (record.code) {
  case QD_ERROR_ASSERT:
  case QD_ERROR_CHECK:
    return failureAtSite(module, QDRT_ASSERTION_FAILED, record.site, record.iteration,
                         qdc::formatText("{} failed: {} (iteration {})",
                                         record.code == QD_ERROR_CHECK ? "check" : "assertion", finding(site, record),
                                         record.iteration));
  case QD_ERROR_ADSTACK_OVERFLOW:
    return failureAtSite(module, QDRT_ADSTACK_OVERFLOW, record.site, record.iteration,
                         qdc::formatText("a push onto an adstack with room for {} was dropped in task '{}' of kernel "
                                         "'{}' (iteration {})",
                                         record.values[0], site.message, kernel.name, record.iteration));
  case QD_ERROR_LOOP_MAXIMUM:
    return atLoop(QDRT_LOOP_MAXIMUM, qdc::formatText(" reached its maximum of {} iterations", record.iteration));
  case QD_ERROR_LAUNCH_MAXIMUM:
    return atLoop(QDRT_LOOP_MAXIMUM,
                  qdc::formatText(" reached the launch's maximum of {} iterations", record.iteration));
  case QD_ERROR_LOOP_STEP:
    return atLoop(QDRT_INVALID_ARGUMENT, qdc::formatText(" has the step {}; it takes 1 or more", record.iteration));
  case QD_ERROR_STOPPED:
    return atLoop(QDRT_STOPPED, qdc::formatText(" was stopped by qdrt_stream_stop (iterations: {})", record.iteration));
  }
  return {QDRT_INVALID_PACKAGE,
          qdc::formatText("kernel '{}' reported the error {}, which this version of libqdrt does not know", kernel.name,
                          record.code),
          {},
          0};
}
