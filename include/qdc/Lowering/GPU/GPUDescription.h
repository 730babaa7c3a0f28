//===- GPUDescription.h - What differs between vendors of GPUs --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_GPU_GPUDESCRIPTION_H
#define QDC_LOWERING_GPU_GPUDESCRIPTION_H

#include "llvm/ADT/StringRef.h"

namespace qdc {

/// What holds for all GPUs of a vendor, whatever its code is made by. There is one constant for each vendor, in the
/// room of its lowering. What depends on the architecture is the target's.
struct GPUDescription {
  /// The vendor as messages name it.
  llvm::StringLiteral vendor;
  /// Threads of a subgroup, which a shuffle reaches: 32 or 64 on every device; 0: devices differ, no width is
  /// guaranteed.
  unsigned subgroupWidth;
};

} // namespace qdc

#endif // QDC_LOWERING_GPU_GPUDESCRIPTION_H
