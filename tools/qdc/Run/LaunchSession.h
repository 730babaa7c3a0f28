//===- LaunchSession.h - A kernel that can be launched ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_LAUNCHSESSION_H
#define QDC_TOOLS_RUN_LAUNCHSESSION_H

#include "Run/LaunchArguments.h"
#include "Run/LaunchRequest.h"
#include "qdc/Support/Json.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qdc {

/// What is launched where, for people.
struct LaunchSubject {
  std::string package;
  std::string kernel;
  std::string device; // "cpu"
  std::string deviceName;
  std::string target; // of the image in use
  std::string variant; // likewise; empty: code without checks

  /// "KERNEL on cpu (PROCESSOR), cpu:native", and " with bounds" of a checked variant.
  std::string title() const;
  /// An object with the members "package", "kernel" and so on.
  Json json() const;
};

/// An open device, a loaded package and a kernel of it.
struct LaunchSession {
  DeviceOwner device;
  PackageOwner package;
  qdrt_kernel kernel = nullptr;
  std::optional<LaunchArguments> arguments; // of the kernel, not bound yet; uses the package and the device
  LaunchSubject subject;

  /// Opens what the request names; all but its arguments. `print` gets the lines that kernels print, with `user`.
  Failure open(const LaunchRequest &request, qdrt_print_function print, void *user);

  /// Adds how much code the device's driver compiled, and what became of it. What a cache of such code could not do is
  /// a warning on standard error.
  Failure countCode(std::vector<std::pair<std::string, uint64_t>> &counters) const;

private:
  Failure openDevice(const LaunchRequest &request);
  Failure loadPackage(const LaunchRequest &request);
  Failure findKernel(const LaunchRequest &request);
};

/// Launches and waits. The loader's last error is the one of what it gives.
qdrt_status launchAndWait(const LaunchSession &session, const qdrt_launch_options &options);

/// Why a launch that the device found an error in failed, with the place in the source.
struct LaunchFailure {
  std::string status; // "QDRT_ASSERTION_FAILED"
  std::string message; // with the place
  std::string file; // empty: no place in the source
  uint32_t line = 0;
  uint32_t column = 0;
  int64_t iteration = 0;
};

/// Whether launchAndWait() gave what the device found in the kernel, rather than an error of the launch.
constexpr bool isFoundByDevice(qdrt_status status) {
  return status == QDRT_ASSERTION_FAILED || status == QDRT_LOOP_MAXIMUM || status == QDRT_ADSTACK_OVERFLOW;
}
/// Of the kernel's last launch, which ended with `status`.
LaunchFailure launchFailure(qdrt_status status, qdrt_kernel kernel);

} // namespace qdc

#endif // QDC_TOOLS_RUN_LAUNCHSESSION_H
