//===- LaunchSession.cpp - A kernel that can be launched ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/LaunchSession.h"

#include "CommandLine/QuotedList.h"
#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"

#include <algorithm>

using namespace qdc;

std::string LaunchSubject::title() const {
  return printableLine(kernel) + " on " + device + " (" + printableLine(deviceName) + "), " + printableLine(target) +
         (variant.empty() ? "" : " with " + printableLine(variant));
}

Json LaunchSubject::json() const {
  return {{"package", package},        {"kernel", kernel}, {"device", device},
          {"device_name", deviceName}, {"target", target}, {"variant", variant}};
}

Failure LaunchSession::openDevice(const LaunchRequest &request) {
  qdrt_device_options options = {};
  options.size = sizeof(options);
  options.thread_count = request.threads;
  options.cache = request.cache.empty() ? nullptr : request.cache.c_str();
  qdrt_device opened = nullptr;
  qdrt_status status = qdrt_device_open_by_name(request.device.c_str(), &options, &opened);
  if (status == QDRT_INVALID_ARGUMENT)
    return ToolError::badUsage(qdrt_last_error());
  if (status != QDRT_OK)
    return loaderError(status);
  device.reset(opened);
  qdrt_device_info info = {};
  info.size = sizeof(info);
  if (Failure failure = checkLoader(qdrt_device_describe(opened, &info)))
    return failure;
  subject.device = info.spelling;
  subject.deviceName = info.name;
  return {};
}

/// A failure's message names the package.
static Failure checkPackage(const std::string &package, qdrt_status status) {
  Failure failure = checkLoader(status);
  if (failure && failure->message.find("'" + package + "'") == std::string::npos)
    failure->message = "'" + package + "': " + failure->message;
  return failure;
}

Failure LaunchSession::loadPackage(const LaunchRequest &request) {
  qdrt_package_options options = {};
  options.size = sizeof(options);
  options.target = request.target.empty() ? nullptr : request.target.c_str();
  options.variant = request.variant.c_str();
  qdrt_package loaded = nullptr;
  if (Failure failure =
          checkPackage(request.package, qdrt_package_load(device.get(), request.package.c_str(), &options, &loaded)))
    return failure;
  package.reset(loaded);
  subject.package = request.package;
  for (uint32_t index = 0; index < qdrt_package_image_count(loaded); ++index) {
    qdrt_image_info image = {};
    image.size = sizeof(image);
    if (qdrt_package_image(loaded, index, &image) == QDRT_OK && image.chosen) {
      subject.target = image.target;
      subject.variant = image.variant;
    }
  }
  return {};
}

Failure LaunchSession::findKernel(const LaunchRequest &request) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < qdrt_package_kernel_count(package.get()); ++index)
    names.emplace_back(qdrt_package_kernel_name(package.get(), index));
  if (request.kernel.empty() && names.size() != 1)
    return ToolError::badUsage("'" + request.package + "' has " + std::to_string(names.size()) +
                               " kernels, name one of them: " + quotedList(names));
  const auto wanted = request.kernel.empty() ? names.begin() : std::ranges::find(names, request.kernel);
  if (wanted == names.end())
    return ToolError::badUsage("'" + request.package + "' has no kernel '" + request.kernel + "': expected one of " +
                               quotedList(names) + suggestion(request.kernel, names));
  const auto index = static_cast<uint32_t>(wanted - names.begin());
  if (Failure failure = checkPackage(request.package, qdrt_package_kernel(package.get(), index, &kernel)))
    return failure;
  subject.kernel = qdrt_kernel_name(kernel);
  return {};
}

Failure LaunchSession::open(const LaunchRequest &request, qdrt_print_function print, void *user) {
  if (Failure failure = openDevice(request))
    return failure;
  if (Failure failure = checkLoader(qdrt_device_set_print(device.get(), print, user)))
    return failure;
  if (Failure failure = loadPackage(request))
    return failure;
  if (Failure failure = findKernel(request))
    return failure;
  arguments.emplace(device.get(), package.get(), kernel);
  return {};
}

Failure LaunchSession::countCode(std::vector<std::pair<std::string, uint64_t>> &counters) const {
  qdrt_code_counters code = {};
  code.size = sizeof(code);
  if (Failure failure = checkLoader(qdrt_device_code_counters(device.get(), &code)))
    return failure;
  counters.insert(counters.end(),
                  {{"compiled_code", code.compiled}, {"cached_code", code.cached}, {"kept_code", code.kept}});
  if (code.failures != 0)
    reportWarning(code.failure);
  return {};
}

qdrt_status qdc::launchAndWait(const LaunchSession &session, const qdrt_launch_options &options) {
  qdrt_status status = qdrt_kernel_launch(session.kernel, session.arguments->arguments().data(), nullptr, &options);
  return status == QDRT_OK ? qdrt_stream_synchronize(session.device.get(), nullptr) : status;
}

LaunchFailure qdc::launchFailure(qdrt_status status, qdrt_kernel kernel) {
  LaunchFailure failure;
  failure.status = qdrt_status_name(status);
  failure.message = qdrt_last_error();
  qdrt_failure_info info = {};
  info.size = sizeof(info);
  if (qdrt_kernel_failure(kernel, nullptr, &info) == QDRT_OK && info.status != QDRT_OK) {
    failure.message = info.message ? info.message : failure.message;
    failure.file = info.file ? info.file : "";
    failure.line = info.line;
    failure.column = info.column;
    failure.iteration = info.iteration;
  }
  return failure;
}
