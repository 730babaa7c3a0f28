//===- Tool.h - From words to a verb that runs ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_TOOL_H
#define QDC_TOOLS_COMMANDLINE_TOOL_H

#include "CommandLine/ExitCode.h"

#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace qdc {

class Verb;

/// Does what a command line asks for, or prints what is wrong with it. `addVerbs` adds the verbs of the tool; a file or
/// an option in the place of the verb means the one named compile.
ExitCode runTool(std::span<const std::string> words, void (*addVerbs)(CLI::App &tool));

/// Sets the variables that the options of a verb of the tool are bound to, and gives the words that are no options. The
/// error names the word and what is accepted, and has the code invalidArgument. Where --help is among the options, its
/// count() is not 0, and rules between options need not have been kept.
Result<std::vector<std::string>> readVerb(CLI::App &tool, const Verb &verb, std::span<const std::string> words);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_TOOL_H
