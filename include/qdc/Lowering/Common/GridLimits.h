//===- GridLimits.h - What a device has for a grid --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_GRIDLIMITS_H
#define QDC_LOWERING_COMMON_GRIDLIMITS_H

#include "qdc/ABI/KernelABI.h"

namespace qdc {

/// What the devices of a target have for a launch, all of them. The target says it; the lowering to grids stays within
/// it, or ends with an error. What loaders must know of the outcome travels in the manifest, with each entry point:
/// whether slots are passed in memory, the threads of a block, the subgroup width. KernelABI.h has the bounds that
/// these have on any device, and which loaders count on; the values of other limits are the compiler's alone.
///
/// By default, the most that the ABI allows, the workgroup memory that devices commonly give without being asked for
/// more, and no subgroups.
struct GridLimits {
  /// Slots that an entry point takes by value, up to QDC_GPU_MAXIMUM_PARAMETERS; where it has more, all lie in memory.
  /// 0: all do.
  unsigned parameters = QDC_GPU_MAXIMUM_PARAMETERS;
  /// Threads of a block: a multiple of QDC_REDUCE_LANES, up to QDC_GPU_MAXIMUM_BLOCK. A larger `block_dim` asks for as
  /// many.
  unsigned blockThreads = QDC_GPU_MAXIMUM_BLOCK;
  /// Bytes of workgroup memory that an entry point may have, all its arrays together.
  unsigned workgroupBytes = 48 << 10;
  /// Threads of a subgroup (a warp or wavefront): 32 or 64; 0: no width is guaranteed, and threads fold through
  /// workgroup memory.
  unsigned subgroupWidth = 0;
  /// Neighbouring iterations of a thread are wanted as one block of statements, whose accesses become one where arrays
  /// lie so (ThreadWindows.h). Without, no code asks where an array lies, and no access promises more than the
  /// alignment of its element. Rows of columns, which need no alignment, are made either way.
  bool windows = true;
};

} // namespace qdc

#endif // QDC_LOWERING_COMMON_GRIDLIMITS_H
