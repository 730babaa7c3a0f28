//===- RunnerVerbs.cpp - The verbs of qdc-runner --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qdc-runner runs and inspects packages and is a few megabytes: for machines
// that have the device and not the compiler.
//
//===----------------------------------------------------------------------===//
#include "Verbs/Verbs.h"

using namespace qdc;

std::vector<Verb> qdc::verbsOfTool() { return {inspectVerb(), runVerb(), helpVerb()}; }

/// Packages say themselves what they were compiled for; only the compiler knows what else there is.
std::vector<std::string> qdc::targetSpellings() { return {}; }
