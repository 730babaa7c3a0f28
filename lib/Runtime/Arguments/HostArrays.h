//===- HostArrays.h - Arrays of the host on other devices -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that does not use memory of the host (BackendDevice) gets a copy of
// each QDRT_MEMORY_HOST array before a launch, and gives back those that the
// kernel writes. The device's memory for them is kept for the next launch.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_ARGUMENTS_HOSTARRAYS_H
#define QDRT_ARGUMENTS_HOSTARRAYS_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Core/DeviceMemory.h"

#include <functional>

namespace qdrt::loader {

/// Is asked to place and select only where the device does not use host memory; without that it copies nothing.
class HostArrays {
public:
  HostArrays(const Kernel &kernel, BackendDevice &device);

  /// Gives argument `index` its address on the device, which is another one if the memory kept for it is too small; the
  /// old memory goes after `waitForLaunches`. unsupported, naming both: it overlaps another array of the host, and one
  /// of the two is written, which two copies would not show.
  qdc::Status place(std::span<BoundArgument> arguments, uint32_t index,
                    const std::function<qdc::Status()> &waitForLaunches);
  /// Notes which of the arguments of the launches to come are copied.
  void select(std::span<const BoundArgument> arguments);

  /// True if a launch has anything to copy.
  bool anyIsCopied() const { return !touched.empty(); }
  /// True if a launch is followed by copies to the host.
  bool anyIsWritten() const { return !written.empty(); }
  /// Adds the copies to the stream; the host's memory may change when the call returns. Counts their bytes.
  qdc::Status copyIn(std::span<const BoundArgument> arguments, BackendStream &stream, uint64_t &bytes) const;
  /// Waits for the copies.
  qdc::Status copyOut(std::span<const BoundArgument> arguments, BackendStream &stream, uint64_t &bytes) const;

private:
  bool isCopied(std::span<const BoundArgument> arguments, uint32_t index) const;

  const qdc::Kernel &kernel;
  BackendDevice &device;
  std::vector<DeviceMemory> memory; // for each argument
  std::vector<uint32_t> touched, written;
};

} // namespace qdrt::loader

#endif // QDRT_ARGUMENTS_HOSTARRAYS_H
