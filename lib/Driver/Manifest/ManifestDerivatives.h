//===- ManifestDerivatives.h - What derivatives tell of themselves -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_MANIFEST_MANIFESTDERIVATIVES_H
#define QDC_LIB_DRIVER_MANIFEST_MANIFESTDERIVATIVES_H

#include "qdc/Analysis/GlobalNumbers.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Driver/Manifest/ManifestBuilder.h"

namespace qdc {

/// Adds to `kernel`, whose arguments, tasks and temporaries are there, how it accumulates into shadows, and which
/// values it keeps, each place of the source once. `tasks` are its own, `globals` the module's.
void describeDerivative(qd::KernelOp op, llvm::ArrayRef<qd::TaskOp> tasks, const GlobalNumbers &globals,
                        Kernel &kernel);

} // namespace qdc

#endif // QDC_LIB_DRIVER_MANIFEST_MANIFESTDERIVATIVES_H
