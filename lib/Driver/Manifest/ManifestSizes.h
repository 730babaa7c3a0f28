//===- ManifestSizes.h - When regions get their sizes -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_MANIFEST_MANIFESTSIZES_H
#define QDC_LIB_DRIVER_MANIFEST_MANIFESTSIZES_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Package/Manifest.h"

namespace qdc {

/// Says of each region with temporaries whose extents read words after which node of the graph it gets its size: one
/// after that the words stand, and that is ahead of all uses of the region. The loader waits for the device there, so
/// as few nodes are named as can be. `kernel` is `op`, with its tasks, temporaries and graph, and has passed
/// qd-verify-offload.
void placeSizes(qd::KernelOp op, llvm::ArrayRef<qd::TaskOp> tasks, Kernel &kernel);

} // namespace qdc

#endif // QDC_LIB_DRIVER_MANIFEST_MANIFESTSIZES_H
