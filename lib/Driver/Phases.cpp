//===- Phases.cpp - What a compile does, in order -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Phases.h"

#include "PhaseFunctions.h"

using namespace qdc;

static constexpr Phase kPhases[] = {
    {"parse", "the module is in memory, and every kernel is right", true, runParsePhase},
    {"checks", "each checked variant has kernels of its own", true, runChecksPhase},
    {"simplify",
     "helpers are inlined, arithmetic is defined, redundant loads and stores are gone, neighbouring loops are one",
     true, runSimplifyPhase},
    {"differentiate",
     "derivatives that are asked for are kernels beside the others; where there are any, loops become one here", true,
     runDifferentiatePhase},
    {"offload", "kernels are graphs of tasks", true, runOffloadPhase},
    {"plan-graph", "sites are numbered, and the manifest is known but for the images", true, runPlanGraphPhase},
    {"lower", "each target has functions in its own dialect", true, runLowerPhase},
    {"emit", "each target has its image", false, runEmitPhase},
    {"package", "images and manifest are one file's bytes", false, runPackagePhase},
};

std::span<const Phase> qdc::phases() { return kPhases; }

std::vector<std::string> qdc::phaseNames() {
  std::vector<std::string> names;
  for (const Phase &phase : phases())
    names.emplace_back(phase.name);
  return names;
}
