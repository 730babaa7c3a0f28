//===- ImageOptions.h - The options that one target sees --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_IMAGEOPTIONS_H
#define QDC_LIB_DRIVER_IMAGEOPTIONS_H

#include "Compilation.h"

namespace qdc {

/// The options for compiling an image; temporary files are named after it.
/// Compilation and image must outlive the result.
ImageOptions imageOptions(Compilation &compilation, TargetCompilation &image);

} // namespace qdc

#endif // QDC_LIB_DRIVER_IMAGEOPTIONS_H
