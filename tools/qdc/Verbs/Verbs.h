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

/// All of them, in the order in which help shows them.
std::vector<Verb> allVerbs();

} // namespace qdc

#endif // QDC_TOOLS_VERBS_VERBS_H
