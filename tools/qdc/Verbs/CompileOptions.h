//===- CompileOptions.h - Options of what is compiled -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_COMPILEOPTIONS_H
#define QDC_TOOLS_VERBS_COMPILEOPTIONS_H

#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "qdc/Driver/Compile.h"

namespace qdc {

/// Adds the options that decide what a compile gives and says, and makes the families of targets. `options`, `format`
/// and `maps`, those of -ffile-prefix-map, must outlive the verb. Derivatives are read afterwards, by
/// readGradOptions().
void addOutcomeOptions(Verb &verb, CompileOptions &options, DiagnosticFormat &format, std::vector<PrefixMap> &maps);

/// Finds targets that are given twice, and options that are of no use for the targets.
Failure checkPackageOptions(const PackageOptions &options);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_COMPILEOPTIONS_H
