//===- KernelVerifier.cpp - What holds in every kernel but its graph ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/ManifestNames.h"

#include <set>

using namespace qdc;

bool qdc::verifyExpression(VerifierChecks &checks, const Kernel &kernel, const SizeExpr &expression, bool allowWords,
                           const ManifestPath &where) {
  switch (expression.kind()) {
  case SizeExprKind::constant:
    return true;
  case SizeExprKind::scalar:
  case SizeExprKind::dim: {
    if (expression.argument() >= kernel.arguments.size())
      return checks.fail(where, "refers to argument {}, but the kernel has {}", expression.argument(),
                         kernel.arguments.size());
    const Argument &used = kernel.arguments[expression.argument()];
    if (expression.kind() == SizeExprKind::scalar)
      return checks.require(used.kind == ArgumentKind::scalar && isIntegerType(used.type), where,
                            "refers to argument {}, '{}', which is not an integer scalar", expression.argument(),
                            used.name);
    return checks.require(used.kind == ArgumentKind::array && expression.axis() < used.shape.size(), where,
                          "refers to axis {} of argument {}, '{}', which is not an array with that axis",
                          expression.axis(), expression.argument(), used.name);
  }
  case SizeExprKind::word:
    return checks.require(allowWords, where,
                          "depends on a word of the workspace, which is not known before a launch") &&
           verifyWord(checks, kernel, expression.offset(), where);
  default:
    return checks.require(expression.isWithinLimits(), where, "is a larger size expression than a reader accepts") &&
           verifyExpression(checks, kernel, expression.lhs(), allowWords, where) &&
           verifyExpression(checks, kernel, expression.rhs(), allowWords, where);
  }
}

static bool verifyArgument(VerifierChecks &checks, const Argument &argument, const ManifestPath &path) {
  if (!checks.name(path.key("name"), argument.name) || !checks.text(path.key("group"), argument.group) ||
      !checks.text(path.key("doc"), argument.doc))
    return false;
  if (argument.kind == ArgumentKind::array)
    return checks.shape(path.key("shape"), argument.shape, argument.type, /*allowDynamic=*/true);
  return checks.require(argument.shape.empty() && argument.access == Access::none && !argument.mayAlias &&
                            argument.dims.empty(),
                        path, "is a scalar with a shape, an access, a mayAlias mark or dims");
}

/// Of an argument that is right else.
static bool verifyDims(VerifierChecks &checks, const Kernel &kernel, const Argument &argument,
                       const ManifestPath &path) {
  const std::vector<NamedExtent> &dims = argument.dims;
  if (!checks.require(dims.empty() || dims.size() == argument.shape.size(), path,
                      "has the length {}, but the array has the rank {}", dims.size(), argument.shape.size()))
    return false;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    ManifestPath here = path.at(axis);
    if (!checks.name(here.key("text"), dims[axis].text) ||
        !checks.require(dims[axis].extent.has_value() == (dims[axis].text != kFreeExtent), here,
                        "has the text '{}' {} an extent", dims[axis].text, dims[axis].extent ? "with" : "without"))
      return false;
    if (dims[axis].extent &&
        !verifyExpression(checks, kernel, *dims[axis].extent, /*allowWords=*/false, here.key("extent")))
      return false;
  }
  return true;
}

static bool verifySpecializedValues(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path) {
  const std::vector<SpecializedValue> &values = kernel.specializedValues;
  for (size_t i = 0; i < values.size(); ++i) {
    ManifestPath here = path.at(i);
    if (!checks.index(here.key("argument"), values[i].argument, kernel.arguments.size(), "arguments"))
      return false;
    const Argument &argument = kernel.arguments[values[i].argument];
    if (!checks.require(argument.kind == ArgumentKind::scalar, here.key("argument"), "is not a scalar") ||
        !checks.require(i == 0 || values[i - 1].argument < values[i].argument, here.key("argument"),
                        "is not above the argument before it") ||
        !checks.bits(here.key("bits"), values[i].bits, argument.type))
      return false;
  }
  return true;
}

static bool verifyResult(VerifierChecks &checks, const Kernel &kernel, const KernelResult &result,
                         const ManifestPath &path) {
  const Workspace &workspace = kernel.workspace;
  ManifestPath where = path.key("workspaceOffset");
  return checks.text(path.key("name"), result.name) && verifyWord(checks, kernel, result.workspaceOffset, where) &&
         checks.require(
             result.workspaceOffset >= workspace.readbackOffset && workspace.readbackBytes >= QDC_WORD_BYTES &&
                 result.workspaceOffset - workspace.readbackOffset <= workspace.readbackBytes - QDC_WORD_BYTES,
             where, "lies outside of what is read back");
}

/// `indices` name arrays whose access includes `needed`.
static bool verifyArrays(VerifierChecks &checks, const Kernel &kernel, const std::vector<uint32_t> &indices,
                         Access needed, const ManifestPath &where) {
  if (!checks.ascending(where, indices, kernel.arguments.size(), "arguments"))
    return false;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Argument &argument = kernel.arguments[indices[i]];
    if (!checks.require(argument.kind == ArgumentKind::array, where.at(i), "is argument '{}', which is not an array",
                        argument.name) ||
        !checks.require(argument.access == needed || argument.access == Access::readWrite, where.at(i),
                        "is argument '{}', whose access does not include '{}'", argument.name, enumName(needed)))
      return false;
  }
  return true;
}

/// `indices` are of regions of the kernel that have no words.
static bool verifyRegions(VerifierChecks &checks, const Kernel &kernel, const std::vector<uint32_t> &indices,
                          const ManifestPath &where) {
  return checks.ascending(where, indices, kernel.workspace.regions.size(), "regions") &&
         checks.require(indices.empty() || indices.front() != 0, where, "names region 0, which tasks share as words");
}

/// Of a parallel task. The loop before it may be part of no task any more.
static bool verifyNotFused(VerifierChecks &checks, const Kernel &kernel, const NotFused &neighbour,
                           const ManifestPath &path) {
  return verifyLocation(checks, neighbour.with, path.key("with")) &&
         checks.require(neighbour.arrays.size() <= 2, path.key("arrays"),
                        "has the length {}, but iterations meet in two", neighbour.arrays.size()) &&
         forEach(neighbour.arrays, path.key("arrays"), [&](uint32_t array, const ManifestPath &here) {
           return checks.index(here, array, kernel.arguments.size(), "arguments") &&
                  checks.require(kernel.arguments[array].kind == ArgumentKind::array, here,
                                 "is argument '{}', which is not an array", kernel.arguments[array].name);
         });
}

static bool verifyTask(VerifierChecks &checks, const Module &module, const Kernel &kernel, const Task &task,
                       const ManifestPath &path) {
  if (!checks.name(path.key("name"), task.name) || !checks.text(path.key("location").key("file"), task.location.file) ||
      !checks.ascending(path.key("sourceLoops"), task.sourceLoops, kernel.sourceLoops.size(), "source loops") ||
      !verifyExpression(checks, kernel, task.extent, /*allowWords=*/true, path.key("extent")) ||
      !checks.require(task.kind == TaskKind::parallel || task.extent == SizeExpr::constant(1), path.key("extent"),
                      "is not 1, but the task is serial") ||
      !verifyArrays(checks, kernel, task.readArrays, Access::read, path.key("readArrays")) ||
      !verifyArrays(checks, kernel, task.writtenArrays, Access::write, path.key("writtenArrays")) ||
      !checks.ascending(path.key("readGlobals"), task.readGlobals, module.globals.size(), "globals") ||
      !checks.ascending(path.key("writtenGlobals"), task.writtenGlobals, module.globals.size(), "globals") ||
      !verifyRegions(checks, kernel, task.readRegions, path.key("readRegions")) ||
      !verifyRegions(checks, kernel, task.writtenRegions, path.key("writtenRegions")) ||
      !checks.require(task.kind == TaskKind::parallel || (task.reductions == 0 && !task.notFused), path,
                      "is serial, but reduces values or has a loop before it") ||
      (task.notFused && !verifyNotFused(checks, kernel, *task.notFused, path.key("notFused"))))
    return false;
  for (size_t i = 0; i < task.writtenGlobals.size(); ++i) {
    const Global &global = module.globals[task.writtenGlobals[i]];
    if (!checks.require(!global.isConstant, path.key("writtenGlobals").at(i), "is global '{}', which is constant",
                        global.name))
      return false;
  }
  return true;
}

/// Of a kernel whose arguments and regions are right.
static bool verifyTemporary(VerifierChecks &checks, const Kernel &kernel, const Temporary &temporary,
                            const ManifestPath &path) {
  ManifestPath extents = path.key("extents"), region = path.key("region");
  const std::vector<WorkspaceRegion> &regions = kernel.workspace.regions;
  return checks.text(path.key("location").key("file"), temporary.location.file) &&
         checks.index(region, temporary.region, regions.size(), "regions") &&
         checks.require(temporary.region != 0, region, "is 0, which is for words") &&
         checks.require(temporary.extents.size() <= kMaximumRank, extents,
                        "has the length {}, but ranks are at most {}", temporary.extents.size(), kMaximumRank) &&
         forEach(temporary.extents, extents, [&](const SizeExpr &extent, const ManifestPath &here) {
           const bool allowWords = regions[temporary.region].size.source == SizeSource::word;
           return verifyExpression(checks, kernel, extent, allowWords, here);
         });
}

bool qdc::verifyKernel(VerifierChecks &checks, const Module &module, const Kernel &kernel, const ManifestPath &path) {
  if (!checks.text(path.key("doc"), kernel.doc))
    return false;
  std::set<std::string_view> argumentNames;
  ManifestPath arguments = path.key("arguments");
  for (size_t i = 0; i < kernel.arguments.size(); ++i)
    if (!verifyArgument(checks, kernel.arguments[i], arguments.at(i)) ||
        !checks.require(argumentNames.insert(kernel.arguments[i].name).second, arguments.at(i).key("name"),
                        "is the name of an earlier argument too"))
      return false;
  for (size_t i = 0; i < kernel.arguments.size(); ++i)
    if (!verifyDims(checks, kernel, kernel.arguments[i], arguments.at(i).key("dims")))
      return false;

  if (!verifySpecializedValues(checks, kernel, path.key("specializedValues")) ||
      !verifyWorkspace(checks, kernel, path.key("workspace")) ||
      !forEach(kernel.temporaries, path.key("temporaries"), [&](const Temporary &temporary, const ManifestPath &here) {
        return verifyTemporary(checks, kernel, temporary, here);
      }))
    return false;
  std::set<std::string_view> resultNames;
  ManifestPath results = path.key("results");
  for (size_t i = 0; i < kernel.results.size(); ++i)
    if (!verifyResult(checks, kernel, kernel.results[i], results.at(i)) ||
        !checks.require(kernel.results[i].name.empty() || resultNames.insert(kernel.results[i].name).second,
                        results.at(i).key("name"), "is the name of an earlier result too"))
      return false;
  for (size_t i = 0; i < kernel.sourceLoops.size(); ++i)
    if (!checks.text(path.key("sourceLoops").at(i).key("name"), kernel.sourceLoops[i].name) ||
        !checks.text(path.key("sourceLoops").at(i).key("location").key("file"), kernel.sourceLoops[i].location.file))
      return false;

  std::set<std::string_view> taskNames;
  ManifestPath tasks = path.key("tasks");
  for (size_t i = 0; i < kernel.tasks.size(); ++i)
    if (!verifyTask(checks, module, kernel, kernel.tasks[i], tasks.at(i)) ||
        !checks.require(taskNames.insert(kernel.tasks[i].name).second, tasks.at(i).key("name"),
                        "is the name of an earlier task too"))
      return false;
  return true;
}
