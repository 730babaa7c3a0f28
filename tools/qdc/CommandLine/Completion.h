//===- Completion.h - Shell completion scripts ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_COMPLETION_H
#define QDC_TOOLS_COMMANDLINE_COMPLETION_H

#include "CommandLine/Verb.h"

namespace qdc {

/// Scripts that complete verbs, options, the values of options, and files. They
/// are whole and static: completing starts no process.
std::string bashCompletion(std::span<const Verb> verbs);
std::string zshCompletion(std::span<const Verb> verbs);
std::string fishCompletion(std::span<const Verb> verbs);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_COMPLETION_H
