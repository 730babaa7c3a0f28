//===- QdcVerbs.cpp - The verbs of qdc ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/Verbs.h"

using namespace qdc;

std::vector<Verb> qdc::verbsOfTool() {
  return {compileVerb(), inspectVerb(), runVerb(), targetsVerb(), completionVerb(), helpVerb()};
}
