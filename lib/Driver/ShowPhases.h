//===- ShowPhases.h - A compile that shows what it does ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SHOWPHASES_H
#define QDC_LIB_DRIVER_SHOWPHASES_H

#include "qdc/Driver/CompilePackage.h"
#include "qdc/Driver/DriverOptions.h"

namespace qdc {

/// As compilePackage, but shows and keeps on the way what the options ask for. Gives the package, or with `stopAfter`
/// the IR as text.
Result<ByteVector> compileShowingPhases(const KernelSource &source, const DriverOptions &options,
                                        CompileListener &listener);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SHOWPHASES_H
