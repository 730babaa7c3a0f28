//===- Classify.h - Statements, loops and control of a kernel ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_CLASSIFY_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_CLASSIFY_H

#include "Plan.h"

namespace qdc::qd::offload {

/// Divides the kernel's operations into sequences: parallel loops and control
/// that holds one are structures, cheap pure operations on launch constants
/// are left out (their home is `clone`), all else belongs to runs. Fills
/// `body`, `homes` and `order` of the plan of `kernel`. Reports control that
/// cannot hold a parallel loop.
mlir::LogicalResult classify(KernelOp kernel, Plan &plan);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_CLASSIFY_H
