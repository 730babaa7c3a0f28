//===- Paths.h - Names of the files a compile writes ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_PATHS_H
#define QDC_LIB_DRIVER_PATHS_H

#include "qdc/Driver/DriverOptions.h"

#include <string>

namespace qdc {

/// "dir/heat" for "dir/heat.fatbin": without the ending of the last component.
std::string withoutEnding(const std::string &path);

/// The input's name in messages: "<stdin>" for "-", else as given.
std::string displayedName(const std::string &input);

/// What the names of -save-temps start with: the output without its ending, or
/// the input's stem where the output is standard output.
std::string temporaryStem(const DriverOptions &options);

/// "cpu-x86-64-v3" for "cpu:x86-64-v3": a target in a file's name.
std::string targetInFileName(const std::string &target);

} // namespace qdc

#endif // QDC_LIB_DRIVER_PATHS_H
