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

/// For each region of temporaries whose extents are words, sets the node of the graph after which the loader can size
/// it: the words are written by then, and the region is not used before. The loader waits for the device there, so as
/// few different nodes as possible are chosen. `kernel` is `op`, with its tasks, temporaries and graph, and has passed
/// qd-verify-offload.
void placeSizes(qd::KernelOp op, llvm::ArrayRef<qd::TaskOp> tasks, Kernel &kernel);

} // namespace qdc

#endif // QDC_LIB_DRIVER_MANIFEST_MANIFESTSIZES_H
