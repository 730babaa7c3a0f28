//===- Features.h - What a CUDA device can run ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_FEATURES_H
#define QDRT_CUDA_FEATURES_H

#include "Runtime/Core/GridShape.h"

namespace qdrt::loader::cuda {

/// What a device and its driver are, as far as launches and images need it.
struct DeviceFeatures {
  int major = 0, minor = 0; // the compute capability
  int driverVersion = 0;    // 12020 is 12.2
  GridDevice grid; // its subgroups are warps
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

/// The rest of DeviceTraits.
std::string targetOf(const DeviceFeatures &features);
/// "cuda:sm_90".
std::string spellingOf(const DeviceFeatures &features);
const char *noDecisionsReason(const DeviceFeatures &features);
qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry, const DeviceFeatures &features);

/// The newest driver of which this loader knows what it takes, in the form of DeviceFeatures::driverVersion.
int newestKnownDriver();

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_FEATURES_H
