//===- Compile.h - From a kernel file to a package --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_COMPILE_H
#define QDC_DRIVER_COMPILE_H

#include "qdc/Driver/Diagnostics.h"
#include "qdc/Driver/DriverOptions.h"
#include "qdc/Support/Result.h"

namespace qdc {

/// Where the package of `input` goes when nobody says: "heat.fatbin" for
/// "kernels/heat.qir", in the working directory; "stdin.fatbin" for "-".
std::string defaultOutput(const std::string &input);

/// Compiles one file and writes the package, by rename, or what `stopAfter`
/// asks for. What is wrong with the kernels, and a file that cannot be read or
/// written, goes to `printer`; the error then has no message. Other errors
/// (targets, tools, standard output, files of -save-temps) are only returned.
/// The output is untouched unless all went well.
///
/// Equal input, options and qdc give equal bytes. Uses `threads` threads and no
/// state outside of it, so several may run at once.
Status compile(const DriverOptions &options, DiagnosticPrinter &printer);

} // namespace qdc

#endif // QDC_DRIVER_COMPILE_H
