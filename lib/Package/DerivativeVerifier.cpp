//===- DerivativeVerifier.cpp - What holds of derivatives -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

using namespace qdc;

static bool verifyAccumulation(VerifierChecks &checks, const Module &module, const Kernel &kernel,
                               const Accumulation &accumulation, const ManifestPath &path) {
  const std::optional<uint32_t> &argument = accumulation.argument, &global = accumulation.global;
  if (!verifyLocation(checks, accumulation.location, path.key("location")) ||
      !checks.require(!argument || !global, path, "has an argument and a global") ||
      (global && !checks.index(path.key("global"), *global, module.globals.size(), "globals")))
    return false;
  if (!argument)
    return true;
  ManifestPath here = path.key("argument");
  return checks.index(here, *argument, kernel.arguments.size(), "arguments") &&
         checks.require(kernel.arguments[*argument].kind == ArgumentKind::array &&
                            kernel.arguments[*argument].role == ArgumentRole::shadow,
                        here, "is argument '{}', which is no shadow", kernel.arguments[*argument].name);
}

static bool verifyKeptValue(VerifierChecks &checks, const Kernel &kernel, const KeptValue &kept,
                            const ManifestPath &path) {
  const std::optional<uint32_t> &temporary = kept.temporary, &task = kept.task;
  return verifyLocation(checks, kept.location, path.key("location")) &&
         checks.require(kept.write.has_value() == (kept.reason == KeptReason::overwritten), path,
                        "has the place of a write for another reason than 'overwritten', or lacks it") &&
         (!kept.write || verifyLocation(checks, *kept.write, path.key("write"))) &&
         checks.require(temporary.has_value() != task.has_value() && task.has_value() == kept.bytes.has_value(), path,
                        "is neither in a temporary nor, with its bytes, in a task") &&
         (!temporary || checks.index(path.key("temporary"), *temporary, kernel.temporaries.size(), "temporaries")) &&
         (!task || checks.index(path.key("task"), *task, kernel.tasks.size(), "tasks"));
}

bool qdc::verifyDerivative(VerifierChecks &checks, const Module &module, const Kernel &kernel,
                           const ManifestPath &path) {
  return forEach(kernel.accumulations, path.key("accumulations"),
                 [&](const Accumulation &accumulation, const ManifestPath &here) {
                   return verifyAccumulation(checks, module, kernel, accumulation, here);
                 }) &&
         forEach(kernel.keptValues, path.key("keptValues"), [&](const KeptValue &kept, const ManifestPath &here) {
           return verifyKeptValue(checks, kernel, kept, here);
         });
}
