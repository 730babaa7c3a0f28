//===- CodeOptions.h - -O, -g, --fp-contract and their like -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_CODEOPTIONS_H
#define QDC_TOOLS_VERBS_CODEOPTIONS_H

#include "CommandLine/Verb.h"
#include "qdc/Target/CodeOptions.h"

namespace qdc {

/// Adds an option of the table `codeOptions`, which sets its member of `options`; these must outlive the verb.
CLI::Option *addCodeOption(Verb &verb, const CodeOption &option, CodeOptions &options);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_CODEOPTIONS_H
