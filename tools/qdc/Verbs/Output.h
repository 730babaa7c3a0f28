//===- Output.h - Where a verb leaves what it makes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_OUTPUT_H
#define QDC_TOOLS_VERBS_OUTPUT_H

#include "CommandLine/ToolError.h"
#include "qdc/Support/Bytes.h"

#include <string>

namespace qdc {

/// Makes `path` a file with these bytes (writeFileAtomically); "-" is standard output. Reports what fails.
ExitCode writeOutput(const std::string &path, ByteSpan bytes);

/// Whether a package can go to `path`: one is named, and it is no terminal. `usage` is that of the verb, for messages.
Failure checkPackageOutput(const std::string &path, const std::string &usage);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_OUTPUT_H
