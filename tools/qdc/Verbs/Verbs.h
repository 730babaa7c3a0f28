//===- Verbs.h - The verbs of qdc -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file for each verb. Making a verb costs microseconds: what it needs (the
// compiler, the loader) it sets up when it runs.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_VERBS_H
#define QDC_TOOLS_VERBS_VERBS_H

#include "CommandLine/Verb.h"

namespace qdc {

Verb compileVerb();
Verb inspectVerb();
Verb runVerb();
Verb targetsVerb();
Verb completionVerb();
Verb helpVerb();

/// The spellings of targets, for completion.
std::vector<std::string> targetSpellings();

/// Those of this tool, in the order in which help shows them; help is the last. QdcVerbs.cpp has them for qdc,
/// RunnerVerbs.cpp for the tool without a compiler.
std::vector<Verb> verbsOfTool();

/// The same with what every verb has.
std::vector<Verb> allVerbs();

} // namespace qdc

#endif // QDC_TOOLS_VERBS_VERBS_H
