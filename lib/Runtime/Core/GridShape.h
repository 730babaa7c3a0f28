//===- GridShape.h - How many blocks a launch has ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of KernelABI.h for devices that launch grids of blocks, whatever
// their driver. A backend asks its driver how many blocks of a kernel run at the
// same time, where that matters, and launches as many as gridOf() says.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_GRIDSHAPE_H
#define QDRT_CORE_GRIDSHAPE_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader {

/// What of a device grids depend on.
struct GridDevice {
  uint32_t multiprocessors = 0; // that run blocks side by side
  uint32_t maximumGrid = 0; // blocks of a launch
  uint32_t maximumBlock = 0; // threads of a block
  uint32_t subgroupWidth = 0; // threads of a subgroup
};

/// Why the device can't run such a launch, "is for subgroups of ...", or "": it can. The launch must be made for the
/// device's subgroups, or for none (0), and its blocks must not be larger than the device takes.
std::string unusableReason(const qdc::LaunchShape &shape, const GridDevice &device);

/// Blocks with a group of threads for each iteration, at most device.maximumGrid. `extent` is 1 or more.
uint32_t blocksForEach(int64_t extent, const qdc::LaunchShape &shape, const GridDevice &device);

/// Whether gridOf() uses how many blocks run at the same time.
bool needsResidentBlocks(const qdc::LaunchShape &shape, int64_t extent);

/// How many blocks are to run at the same time where a multiprocessor can run `most` of them, as the driver says.
uint32_t residentBlocks(const qdc::LaunchShape &shape, uint32_t most, const GridDevice &device);

/// Blocks of a launch; 1 for an extent of 0. `extent` and `atMost` are as TaskLaunch has them, `resident` as
/// residentBlocks() gives it, and anything where needsResidentBlocks() is false.
uint32_t gridOf(const qdc::LaunchShape &shape, int64_t extent, int64_t atMost, uint32_t resident,
                const GridDevice &device);

/// Whether the threads of a launch wait for each other. Then it is launched after the tasks that it waits for have
/// ended, and those that wait for it after it has.
inline bool hasInternalBarrier(const qdc::LaunchShape &shape) {
  return shape.grid == qdc::GridSize::single || shape.grid == qdc::GridSize::cooperative;
}

/// Whether it may be launched before the tasks that it waits for have ended, and so before those that these wait for.
inline bool mayStartEarly(const qdc::LaunchShape &shape) {
  return shape.waitsForDependencies && !hasInternalBarrier(shape);
}

} // namespace qdrt::loader

#endif // QDRT_CORE_GRIDSHAPE_H
