//===- Features.h - What a CUDA device can run ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_FEATURES_H
#define QDRT_CUDA_FEATURES_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::cuda {

/// What a device and its driver are, as far as launches and images need it.
struct DeviceFeatures {
  int major = 0, minor = 0; // the compute capability
  int driverVersion = 0;    // 12020 is 12.2
  uint32_t multiprocessors = 0;
  uint32_t maximumGrid = 0; // blocks of a launch
  uint32_t subgroupWidth = 0; // threads that run in step
  uint64_t memoryBytes = 0;
  bool hasMemoryPools = false;
  bool launchesTogether = false; // all blocks of a launch, so that they may wait for each other
  bool usesPageableMemory = false; // kernels use any memory of the host
};

/// Whether a device runs an image.
///  - `cuda:sm_XY` is machine code: it runs on capability X.Z with Z >= Y. `cuda:sm_XYa` runs on X.Y alone,
///    `cuda:sm_XYf` like sm_XY.
///  - `cuda:compute_XY` is PTX, which the driver compiles: for any capability from X.Y on; `a` and `f` as above. The
///    driver must know the version that the text states.
/// Machine code is preferred to PTX; of both kinds, the highest.
ImageFit imageFit(const qdc::Image &image, std::span<const std::byte> bytes, const DeviceFeatures &features);

/// Why the threads of a device do not run in step as such a launch relies on, or "": it must be made for the width of
/// the device's subgroups, or for none (0).
std::string refuseSubgroups(const qdc::LaunchShape &shape, const DeviceFeatures &features);

/// Blocks with a group of threads for each iteration, at most features.maximumGrid; gridOf() makes a launch's of them.
/// `extent` is 1 or more.
uint32_t gridBlocks(int64_t extent, const qdc::LaunchShape &shape, const DeviceFeatures &features);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_FEATURES_H
