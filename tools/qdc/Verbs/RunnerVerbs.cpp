//===- RunnerVerbs.cpp - The verbs of qdc-runner --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qdc-runner runs, measures and inspects packages and is a few megabytes: for machines
// that have the device and not the compiler.
//
//===----------------------------------------------------------------------===//
#include "Verbs/Verbs.h"

using namespace qdc;

void qdc::addVerbs(CLI::App &tool) {
  for (auto add : {addInspect, addLink, addStrip, addDiff, addWhy, addHeader, addRun, addBench, addHelp})
    add(tool);
}
