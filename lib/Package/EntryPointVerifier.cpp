//===- EntryPointVerifier.cpp - What holds in every entry point -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>

using namespace qdc;

static bool verifyArgument(VerifierChecks &checks, const Kernel &kernel, uint32_t index, ArgumentKind kind,
                           const ManifestPath &path) {
  return checks.index(path, index, kernel.arguments.size(), "arguments") &&
         checks.require(kernel.arguments[index].kind == kind, path, "is not {}",
                        kind == ArgumentKind::array ? "an array" : "a scalar");
}

/// An offset is inside of its region, if the region's size is constant.
static bool verifyOffset(VerifierChecks &checks, const WorkspaceRegion &region, uint64_t offset,
                         const ManifestPath &path) {
  const RegionSize &size = region.size;
  return size.source != SizeSource::host || !size.bytes.isConstant() ||
         offset < static_cast<uint64_t>(size.bytes.value()) ||
         checks.fail(path, "is not inside of region '{}' of {} bytes", region.name, size.bytes.str());
}

/// The operands before this one have passed.
static bool verifyOperand(VerifierChecks &checks, const Module &module, const KernelView &view, const SlotSource &slot,
                          SlotOperand operand, const ManifestPath &path) {
  const Kernel &kernel = view.kernel;
  switch (operand) {
  case SlotOperand::none:
    return true;
  case SlotOperand::array:
    return verifyArgument(checks, kernel, slot.index, ArgumentKind::array, path);
  case SlotOperand::scalar:
    return verifyArgument(checks, kernel, slot.index, ArgumentKind::scalar, path);
  case SlotOperand::axis:
    return checks.index(path, slot.axis, kernel.arguments[slot.index].shape.size(), "axes");
  case SlotOperand::global:
    return checks.index(path, slot.index, module.globals.size(), "globals");
  case SlotOperand::region:
    return checks.index(path, slot.index, view.regions.size(), "regions");
  case SlotOperand::offset:
    return verifyOffset(checks, *view.regions[slot.index], slot.offset, path);
  case SlotOperand::loop:
    return checks.index(path, slot.index, view.graph.nodes.size(), "nodes") &&
           checks.require(isLoop(view.graph.nodes[slot.index].node->kind), path, "is not a loop");
  }
  return true;
}

static bool verifySlot(VerifierChecks &checks, const Module &module, const KernelView &view, const SlotSource &slot,
                       const ManifestPath &path) {
  for (SlotOperand operand : rowOf(slot.kind).operands)
    if (!verifyOperand(checks, module, view, slot, operand, path.key(keyOf(operand))))
      return false;
  return true;
}

/// Only what decides about a loop is given its handle and its state. The slot has passed.
static bool verifyOwnLoop(VerifierChecks &checks, const Coverage &covers, const SlotSource &slot,
                          const ManifestPath &path) {
  const bool isOfLoop = slot.kind == SlotKind::conditionHandle || slot.kind == SlotKind::loopState;
  return !isOfLoop || checks.require(covers.kind == CoverageKind::end && covers.node == slot.index, path.key("node"),
                                     "is no loop that the entry point ends");
}

static bool verifyLaunch(VerifierChecks &checks, const LaunchShape &shape, const ManifestPath &path) {
  uint32_t group = qd_reducing_threads(shape.subgroupWidth);
  uint32_t unit = shape.threadsPerIteration == 1 ? 1 : group;
  return checks.require(qd_is_subgroup_width(shape.subgroupWidth), path.key("subgroupWidth"), "is none of 0, {}, {}",
                        QDC_REDUCE_LANES / 2, QDC_REDUCE_LANES) &&
         checks.require(shape.threadsPerIteration == 1 || shape.threadsPerIteration == group ||
                            shape.threadsPerIteration == shape.blockThreads,
                        path.key("threadsPerIteration"),
                        "is none of 1, {} for a 'subgroupWidth' of {}, and 'blockThreads'", group,
                        shape.subgroupWidth) &&
         checks.require(
             shape.blockThreads >= 1 && shape.blockThreads <= QDC_GPU_MAXIMUM_BLOCK && shape.blockThreads % unit == 0,
             path.key("blockThreads"), "is not a multiple of {} from 1 to {}", unit, QDC_GPU_MAXIMUM_BLOCK) &&
         checks.require(shape.subgroupWidth != 0 || shape.threadsPerIteration == 1 ||
                            shape.blockThreads == shape.threadsPerIteration,
                        path.key("blockThreads"), "is not 'threadsPerIteration', though 'subgroupWidth' is 0") &&
         checks.require(shape.iterationsPerThread == 1 ||
                            (shape.iterationsPerThread > 1 && shape.threadsPerIteration == 1),
                        path.key("iterationsPerThread"), "is neither 1 nor, with 'threadsPerIteration' 1, more");
}

/// The slots of the entry point have passed.
static bool verifyPrivateArray(VerifierChecks &checks, const Kernel &kernel, const EntryPoint &entryPoint,
                               const PrivateArray &array, const ManifestPath &path) {
  if (!checks.index(path.key("slot"), array.slot, entryPoint.slots.size(), "slots") ||
      !checks.require(entryPoint.slots[array.slot].kind == SlotKind::array, path.key("slot"),
                      "is not that of an array"))
    return false;
  uint32_t index = entryPoint.slots[array.slot].index;
  auto isSame = [&](const SlotSource &slot) { return slot.kind == SlotKind::array && slot.index == index; };
  const std::vector<uint32_t> &written = kernel.tasks[entryPoint.covers.tasks.front()].writtenArrays;
  return checks.require(std::ranges::count_if(entryPoint.slots, isSame) == 1, path.key("slot"),
                        "is not the only one of its array") &&
         checks.require(std::ranges::binary_search(written, index), path.key("slot"),
                        "is that of an array that the task does not write") &&
         checks.require(!kernel.arguments[index].mayAlias, path.key("slot"),
                        "is that of an array that may overlap others") &&
         checks.name(path.key("mergeSymbol"), array.mergeSymbol) &&
         checks.bits(path.key("neutralBits"), array.neutralBits, kernel.arguments[index].type);
}

static bool verifyPrivateForm(VerifierChecks &checks, const Kernel &kernel, const EntryPoint &entryPoint,
                              const ManifestPath &path) {
  const PrivateForm &form = *privateFormOf(entryPoint.launch);
  const Coverage &covers = entryPoint.covers;
  if (!checks.require(covers.kind == CoverageKind::tasks && covers.tasks.size() == 1, path,
                      "is of an entry point that does not run one task") ||
      !checks.require(kernel.tasks[covers.tasks.front()].kind == TaskKind::parallel, path,
                      "is of a task that is not parallel") ||
      !checks.name(path.key("symbol"), form.symbol) ||
      !checks.require(form.atomics != 0, path.key("atomics"), "is 0") ||
      !checks.require(!form.arrays.empty(), path.key("arrays"), "is empty"))
    return false;
  for (size_t i = 0; i < form.arrays.size(); ++i)
    if (!verifyPrivateArray(checks, kernel, entryPoint, form.arrays[i], path.key("arrays").at(i)) ||
        !checks.require(i == 0 || form.arrays[i - 1].slot < form.arrays[i].slot, path.key("arrays"),
                        "is not in ascending order of slots without repetition"))
      return false;
  return true;
}

/// One block of the first task runs what follows.
static bool verifyEnd(VerifierChecks &checks, const KernelView &view, const Coverage &covers,
                      const ManifestPath &path) {
  if (!checks.index(path.key("node"), covers.node, view.graph.nodes.size(), "nodes"))
    return false;
  const ManifestPath count = path.key("lastTasks");
  const std::vector<uint32_t> tasks = lastTasks(*view.graph.nodes[covers.node].node, covers.lastTasks);
  if (!checks.require(!tasks.empty(), count, "is no number of tasks at the end of a loop"))
    return false;
  for (uint32_t number : std::span(tasks).subspan(1)) {
    const Task &task = view.kernel.tasks[number];
    if (!checks.require(task.kind != TaskKind::parallel, count,
                        "is {}, but of these tasks only the first may be parallel, which '{}' is too", covers.lastTasks,
                        task.name))
      return false;
  }
  return true;
}

static bool verifyCoverage(VerifierChecks &checks, const KernelView &view, const Coverage &covers,
                           const ManifestPath &path) {
  if (covers.kind == CoverageKind::node)
    return checks.index(path.key("node"), covers.node, view.graph.nodes.size(), "nodes");
  if (covers.kind == CoverageKind::end)
    return verifyEnd(checks, view, covers, path);
  return checks.require(!covers.tasks.empty(), path.key("tasks"), "is empty") &&
         forEach(covers.tasks, path.key("tasks"), [&](uint32_t task, const ManifestPath &here) {
           return checks.index(here, task, view.kernel.tasks.size(), "tasks");
         });
}

bool qdc::verifyEntryPoint(VerifierChecks &checks, const Module &module, const KernelView &kernel,
                           const EntryPoint &entryPoint, const ManifestPath &path) {
  ManifestPath launch = path.key("launch");
  return checks.name(path.key("symbol"), entryPoint.symbol) &&
         verifyCoverage(checks, kernel, entryPoint.covers, path.key("covers")) &&
         forEach(entryPoint.slots, path.key("slots"),
                 [&](const SlotSource &slot, const ManifestPath &here) {
                   return verifySlot(checks, module, kernel, slot, here) &&
                          verifyOwnLoop(checks, entryPoint.covers, slot, here);
                 }) &&
         (!gridOf(entryPoint.launch) || verifyLaunch(checks, *gridOf(entryPoint.launch), launch)) &&
         (!privateFormOf(entryPoint.launch) ||
          verifyPrivateForm(checks, kernel.kernel, entryPoint, launch.key("privateForm")));
}
