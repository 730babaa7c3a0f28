//===- ImageOptions.h - The options that one target sees --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_IMAGEOPTIONS_H
#define QDC_LIB_DRIVER_IMAGEOPTIONS_H

#include "Compilation.h"

namespace qdc {

/// The options for compiling for `target`; temporary files are named after it.
/// The compilation must outlive the result.
CompileOptions imageOptions(const Compilation &compilation, const Target &target);

} // namespace qdc

#endif // QDC_LIB_DRIVER_IMAGEOPTIONS_H
