//===- Verbs.h - The words that may follow qdc ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each verb has a function that adds it to the tool: its texts, its options,
// which are bound to a struct, and what it does with that struct. Adding one
// costs microseconds: what a verb needs (the compiler, the loader) it sets up
// when it runs. What sees LLVM is in a file of its own (Compile.cpp,
// Targets.cpp) and gets the struct alone.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_VERBS_H
#define QDC_TOOLS_VERBS_VERBS_H

#include "CommandLine/ExitCode.h"

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace qdc {

void addCompile(CLI::App &tool);
void addEmbed(CLI::App &tool);
void addInspect(CLI::App &tool);
void addLink(CLI::App &tool);
void addStrip(CLI::App &tool);
void addDiff(CLI::App &tool);
void addWhy(CLI::App &tool);
void addHeader(CLI::App &tool);
void addRun(CLI::App &tool);
void addBench(CLI::App &tool);
void addCheckGrad(CLI::App &tool);
void addCache(CLI::App &tool);
void addTargets(CLI::App &tool);
void addCompletion(CLI::App &tool);
/// Must be the last one: it explains those before it.
void addHelp(CLI::App &tool);

/// Adds the verbs of this tool, in the order in which help shows them. QdcVerbs.cpp has them for qdc, RunnerVerbs.cpp
/// for the tool without a compiler.
void addVerbs(CLI::App &tool);

/// The spellings of targets, for completion.
std::vector<std::string> targetSpellings();

/// Prints what this machine can compile for and run on.
ExitCode runTargets(bool isJson);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_VERBS_H
