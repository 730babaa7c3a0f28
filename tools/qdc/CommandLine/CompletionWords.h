//===- CompletionWords.h - What a shell may offer ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_COMPLETIONWORDS_H
#define QDC_TOOLS_COMMANDLINE_COMPLETIONWORDS_H

#include "CommandLine/Verb.h"

namespace qdc {

/// "compile inspect run".
std::string spacedWords(const std::vector<std::string> &words);

/// The values to offer for an option: all that it takes, or some.
std::vector<std::string> offeredValues(const OptionSpec &option);

/// Whether the option's value may be the next word of the command line.
bool takesNextWord(const OptionSpec &option);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_COMPLETIONWORDS_H
