//===- Compile.h - From a kernel file to a package --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_COMPILE_H
#define QDC_DRIVER_COMPILE_H

#include "qdc/Driver/Diagnostics.h"
#include "qdc/Driver/DriverOptions.h"
#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <atomic>
#include <span>
#include <string>

namespace qdc {

/// The progress of a compile. Another thread, or a signal handler, may read it at any
/// time.
struct CompileProgress {
  std::atomic<const char *> phase = nullptr; // the one that runs, or the last that ran
  std::atomic<unsigned> emittedTargets = 0;  // images that are done
  std::atomic<bool> hasSource = false;       // `source` is complete and does not change any more
  ByteVector source;
};

/// "heat" for "dir/heat.qir", "stdin" for "-".
std::string inputStem(const std::string &input);

/// Where the package of `input` goes by default: "heat.fatbin" for
/// "kernels/heat.qir", in the working directory; "stdin.fatbin" for "-". An object
/// file that holds it ends with .o.
std::string defaultOutput(const std::string &input, bool isObject);

/// -ffile-prefix-map=OLD=NEW
struct PrefixMap {
  std::string from;
  std::string to;
};

/// The name of `input` in the package and in debug information, so that equal input gives equal bytes whatever the
/// folder. The last of `maps` whose `from` starts the name as given ("<stdin>" for "-") replaces that start. A name
/// that none of them matches is kept if it is relative; of an absolute one the last component is kept.
std::string recordedName(const std::string &input, std::span<const PrefixMap> maps);

/// Compiles one file and writes the package, by rename, or what `stopAfter`
/// asks for. What is wrong with the kernels, and a file that cannot be read or
/// written, goes to `printer`; the error then has no message. Other errors
/// (targets, tools, standard output, files of -save-temps) are only returned.
/// The output is untouched unless all went well.
///
/// The compiler itself is compilePackage (CompilePackage.h), which says what the
/// bytes follow from. No state outside of it is used, so several may run at
/// once. `progress` is new, and holds the source afterwards.
Status compile(const DriverOptions &options, DiagnosticPrinter &printer, CompileProgress &progress);

} // namespace qdc

#endif // QDC_DRIVER_COMPILE_H
