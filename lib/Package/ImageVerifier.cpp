//===- ImageVerifier.cpp - What holds in every image ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>

using namespace qdc;

static bool verifySlot(VerifierChecks &checks, const Manifest &manifest, const Kernel &kernel, const SlotSource &slot,
                       const ManifestPath &path) {
  auto isArgument = [&](ArgumentKind kind, std::string_view otherwise) {
    return checks.index(path.key("index"), slot.index, kernel.arguments.size(), "arguments") &&
           checks.require(kernel.arguments[slot.index].kind == kind, path.key("index"), otherwise);
  };
  switch (slot.kind) {
  case SlotKind::array:
    return isArgument(ArgumentKind::array, "is not an array");
  case SlotKind::dim:
    return isArgument(ArgumentKind::array, "is not an array") &&
           checks.index(path.key("axis"), slot.axis, kernel.arguments[slot.index].shape.size(), "axes");
  case SlotKind::scalar:
    return isArgument(ArgumentKind::scalar, "is not a scalar");
  case SlotKind::global:
    return checks.index(path.key("index"), slot.index, manifest.globals.size(), "globals");
  case SlotKind::workspace: {
    const SizeExpr &bytes = kernel.workspace.bytes;
    return checks.require(!bytes.isConstant() || slot.offset < static_cast<uint64_t>(bytes.value()), path.key("offset"),
                          "is not inside of the workspace of " + bytes.str() + " bytes");
  }
  case SlotKind::errorRecord:
  case SlotKind::printBuffer:
  case SlotKind::seed:
  case SlotKind::launchOrdinal:
    return true;
  }
  return checks.fail(path.key("kind"), "is no slot kind");
}

static bool verifyLaunch(VerifierChecks &checks, const LaunchShape &shape, const ManifestPath &path) {
  uint32_t group = qd_reducing_threads(shape.subgroupWidth);
  return checks.require(qd_is_subgroup_width(shape.subgroupWidth), path.key("subgroupWidth"),
                        "is none of 0, " + std::to_string(QDC_REDUCE_LANES / 2) + ", " +
                            std::to_string(QDC_REDUCE_LANES)) &&
         checks.require(shape.threadsPerIteration == 1 || shape.threadsPerIteration == group,
                        path.key("threadsPerIteration"),
                        "is neither 1 nor " + std::to_string(group) + ", for a 'subgroupWidth' of " +
                            std::to_string(shape.subgroupWidth)) &&
         checks.require(shape.blockThreads >= 1 && shape.blockThreads <= QDC_GPU_MAXIMUM_BLOCK &&
                            shape.blockThreads % shape.threadsPerIteration == 0,
                        path.key("blockThreads"),
                        "is not a multiple of 'threadsPerIteration' from 1 to " +
                            std::to_string(QDC_GPU_MAXIMUM_BLOCK)) &&
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
  const std::vector<uint32_t> &written = kernel.tasks[entryPoint.tasks.front()].writtenArrays;
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
  const PrivateForm &form = *entryPoint.privateForm;
  if (!checks.require(!entryPoint.launch, path, "is of an entry point of a GPU") ||
      !checks.require(entryPoint.tasks.size() == 1, path, "is of an entry point that runs several tasks") ||
      !checks.require(kernel.tasks[entryPoint.tasks.front()].kind == TaskKind::parallel, path,
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

static bool verifyEntryPoint(VerifierChecks &checks, const Manifest &manifest, const EntryPoint &entryPoint,
                             const ManifestPath &path) {
  if (!checks.name(path.key("symbol"), entryPoint.symbol) ||
      !checks.index(path.key("kernel"), entryPoint.kernel, manifest.kernels.size(), "kernels") ||
      !checks.require(!entryPoint.tasks.empty(), path.key("tasks"), "is empty"))
    return false;
  const Kernel &kernel = manifest.kernels[entryPoint.kernel];
  for (size_t i = 0; i < entryPoint.tasks.size(); ++i)
    if (!checks.index(path.key("tasks").at(i), entryPoint.tasks[i], kernel.tasks.size(), "tasks"))
      return false;
  for (size_t i = 0; i < entryPoint.slots.size(); ++i)
    if (!verifySlot(checks, manifest, kernel, entryPoint.slots[i], path.key("slots").at(i)))
      return false;
  return (!entryPoint.launch || verifyLaunch(checks, *entryPoint.launch, path.key("launch"))) &&
         (!entryPoint.privateForm || verifyPrivateForm(checks, kernel, entryPoint, path.key("privateForm")));
}

static bool verifyCompleteness(VerifierChecks &checks, const Manifest &manifest, const Image &image,
                               const ManifestPath &path) {
  std::vector<std::vector<bool>> isRun;
  for (const Kernel &kernel : manifest.kernels)
    isRun.emplace_back(kernel.tasks.size());
  for (const EntryPoint &entryPoint : image.entryPoints)
    for (uint32_t task : entryPoint.tasks)
      isRun[entryPoint.kernel][task] = true;
  for (size_t k = 0; k < isRun.size(); ++k)
    for (size_t t = 0; t < isRun[k].size(); ++t)
      if (!isRun[k][t])
        return checks.fail(path.key("entryPoints"), "holds none for task '" + manifest.kernels[k].tasks[t].name +
                                                        "' of kernel '" + manifest.kernels[k].name + "'");
  return true;
}

bool qdc::verifyImage(VerifierChecks &checks, const Manifest &manifest, const Image &image, const ManifestPath &path) {
  size_t colon = image.target.find(':');
  if (!checks.text(path.key("target"), image.target) ||
      !checks.require(colon != std::string::npos && colon > 0 && colon + 1 < image.target.size(), path.key("target"),
                      "is not of the form 'backend:architecture'") ||
      !checks.text(path.key("variant"), image.variant) || !checks.text(path.key("mathLibrary"), image.mathLibrary) ||
      (image.assembler && !checks.name(path.key("assembler"), *image.assembler)) ||
      !checks.require(isSha256Hex(image.digest), path.key("digest"),
                      "is not a SHA-256 in 64 lower-case hexadecimal digits"))
    return false;
  for (size_t i = 0; i < image.features.size(); ++i)
    if (!checks.name(path.key("features").at(i), image.features[i]) ||
        !checks.require(i == 0 || image.features[i - 1] < image.features[i], path.key("features"),
                        "is not in ascending order without repetition"))
      return false;
  for (size_t i = 0; i < image.entryPoints.size(); ++i)
    if (!verifyEntryPoint(checks, manifest, image.entryPoints[i], path.key("entryPoints").at(i)))
      return false;
  return verifyCompleteness(checks, manifest, image, path);
}
