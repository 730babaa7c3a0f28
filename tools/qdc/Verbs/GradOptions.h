//===- GradOptions.h - --grad and --grad-wrt --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_GRADOPTIONS_H
#define QDC_TOOLS_VERBS_GRADOPTIONS_H

#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "qdc/Driver/PackageOptions.h"

namespace qdc {

/// Adds the options that ask for derivatives.
void addGradOptions(Verb &verb, PackageOptions &options);

/// Adds the one that keeps what loops carry on adstacks.
void addAdstackOption(Verb &verb, PackageOptions &options);

/// Reads those of addGradOptions(), in the order in which they were given: --grad-wrt belongs to the --grad before it.
Failure readGradOptions(const Verb &verb, PackageOptions &options);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_GRADOPTIONS_H
