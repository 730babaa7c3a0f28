//===- HeadVerifier.cpp - What holds across kernels -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Variants.h"
#include "qdc/Support/CheckText.h"
#include "qdc/Support/CheckedArithmetic.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

using namespace qdc;

static bool verifyGlobal(VerifierChecks &checks, const Module &module, const Global &global, const ManifestPath &path) {
  if (!checks.name(path.key("name"), global.name) ||
      !checks.shape(path.key("shape"), global.shape, global.type, /*allowDynamic=*/false))
    return false;
  if (global.isExternal)
    return checks.require(global.initial == GlobalInitial::zero, path.key("initial"),
                          "is not 'zero', but an external global has the value that its owner gives it");
  if (global.initial == GlobalInitial::splat)
    return checks.bits(path.key("splatBits"), global.splatBits, global.type);
  if (global.initial == GlobalInitial::zero)
    return true;
  std::optional<uint64_t> end = checkedAdd(global.dataOffset, staticBytes(global.shape, global.type));
  return checks.require(end && *end <= module.dataBytes, path.key("dataOffset"),
                        "leaves less than the global's bytes before the end of the data");
}

bool qdc::verifyLocation(VerifierChecks &checks, const SourceLocation &location, const ManifestPath &path) {
  return checks.text(path.key("file"), location.file);
}

static bool verifySite(VerifierChecks &checks, const Site &site, const ManifestPath &path) {
  size_t holes = site.kind == SiteKind::check ? countCheckValues(site.message) : 0;
  for (size_t at = site.message.find("{}"); site.kind == SiteKind::print && at != std::string::npos;
       at = site.message.find("{}", at + 2))
    ++holes;
  return verifyLocation(checks, site.location, path.key("location")) &&
         checks.text(path.key("message"), site.message) &&
         checks.require((site.kind != SiteKind::print && site.kind != SiteKind::check) ||
                            holes == site.valueTypes.size(),
                        path.key("valueTypes"), "has another length than the message has {{}}") &&
         checks.require(site.kind != SiteKind::check || site.valueTypes.size() <= QDC_MAXIMUM_CHECK_VALUES,
                        path.key("valueTypes"), "is longer than the {} values of an error record",
                        QDC_MAXIMUM_CHECK_VALUES);
}

/// What says which source, options and data a module is made from.
static bool verifyDigests(VerifierChecks &checks, const Module &module, const ManifestPath &path) {
  return checks.text(path.key("sourceDigest"), module.sourceDigest) &&
         checks.require(!module.optionsDigest || isSha256Hex(*module.optionsDigest), path.key("optionsDigest"),
                        "is not a SHA-256 in 64 lower-case hexadecimal digits") &&
         checks.require(module.dataBytes == 0 ? module.dataDigest.empty() : isSha256Hex(module.dataDigest),
                        path.key("dataDigest"),
                        "is not the SHA-256 of the data in 64 lower-case hexadecimal digits, or empty without data");
}

static bool verifyGlobals(VerifierChecks &checks, const Module &module, const ManifestPath &path) {
  std::set<std::string_view> names;
  return forEach(module.globals, path, [&](const Global &global, const ManifestPath &here) {
    return verifyGlobal(checks, module, global, here) &&
           checks.require(names.insert(global.name).second, here.key("name"), "is the name of an earlier global too");
  });
}

/// Kernels of one name and variant follow each other and end with the general one; a plain one is among those of a
/// name.
static bool verifyKernelNames(VerifierChecks &checks, const std::vector<KernelOutline> &kernels,
                              const ManifestPath &path) {
  std::map<std::string_view, std::unordered_set<std::string_view>> complete; // by variants: names of general kernels
  if (!forEach(kernels, path, [&](const KernelOutline &kernel, const ManifestPath &here) {
        return checks.name(here.key("name"), kernel.name) &&
               checks.text(here.key("checked").key("variant"), kernel.variant) &&
               checks.require(kernel.variant.empty() || isVariantName(kernel.variant),
                              here.key("checked").key("variant"),
                              "is '{}': expected its checks sorted, each once, with ',' between them", kernel.variant);
      }))
    return false;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const KernelOutline &kernel = kernels[i];
    ManifestPath here = path.at(i);
    if (!checks.require(!complete[kernel.variant].contains(kernel.name), here.key("name"),
                        "occurs again after the kernel of that name without specialized values"))
      return false;
    if (!kernel.isSpecialized)
      complete[kernel.variant].insert(kernel.name);
    else if (i + 1 == kernels.size() || kernels[i + 1].name != kernel.name || kernels[i + 1].variant != kernel.variant)
      return checks.fail(here, "is not followed by the kernel of that name without specialized values");
  }
  return forEach(kernels, path, [&](const KernelOutline &kernel, const ManifestPath &here) {
    return checks.require(kernel.variant.empty() || complete[""].contains(kernel.name), here,
                          "is a checked variant of no kernel");
  });
}

/// Of a list of an image: each element is for a kernel of the module.
static bool verifyOwners(VerifierChecks &checks, const std::vector<CodeOutline> &list,
                         const std::vector<KernelOutline> &kernels, const ManifestPath &path) {
  return std::ranges::all_of(list, [&](const CodeOutline &code) {
    return checks.index(path.at(code.place).key("kernel"), code.kernel, kernels.size(), "kernels");
  });
}

/// The kernels that an image's lists name.
static bool verifyOwners(VerifierChecks &checks, const Image &image, const ImageOutline &code,
                         const std::vector<KernelOutline> &kernels, const ManifestPath &path) {
  ManifestPath entryPoints = path.key("entryPoints");
  return verifyOwners(checks, code.regions, kernels, path.key("regions")) &&
         verifyOwners(checks, code.entryPoints, kernels, entryPoints) &&
         std::ranges::all_of(code.entryPoints,
                             [&](const CodeOutline &each) {
                               const std::string &variant = kernels[each.kernel].variant;
                               return checks.require(variant == image.variant, entryPoints.at(each.place).key("kernel"),
                                                     "has the variant '{}', but the image '{}'", variant,
                                                     image.variant);
                             }) &&
         verifyOwners(checks, code.loops, kernels, path.key("loops"));
}

static bool verifyImage(VerifierChecks &checks, const Image &image, const ImageOutline &code,
                        const std::vector<KernelOutline> &kernels, const ManifestPath &path) {
  const size_t colon = image.target.find(':');
  const bool isRun = std::ranges::find(kernels, image.variant, &KernelOutline::variant) != kernels.end();
  if (!checks.text(path.key("target"), image.target) ||
      !checks.require(colon != std::string::npos && colon > 0 && colon + 1 < image.target.size(), path.key("target"),
                      "is not of the form 'backend:architecture'") ||
      !checks.text(path.key("variant"), image.variant) ||
      !checks.require(kernels.empty() || image.variant.empty() || isRun, path.key("variant"),
                      "is '{}', which no kernel has", image.variant) ||
      !checks.text(path.key("mathLibrary"), image.mathLibrary) ||
      (image.assembler && !checks.name(path.key("assembler"), *image.assembler)) ||
      !checks.require(isSha256Hex(image.digest), path.key("digest"),
                      "is not a SHA-256 in 64 lower-case hexadecimal digits"))
    return false;
  for (size_t i = 0; i < image.features.size(); ++i)
    if (!checks.name(path.key("features").at(i), image.features[i]) ||
        !checks.require(i == 0 || image.features[i - 1] < image.features[i], path.key("features"),
                        "is not in ascending order without repetition"))
      return false;
  return verifyOwners(checks, image, code, kernels, path);
}

static bool verifyModule(VerifierChecks &checks, const Module &module, const ModuleOutline &outline,
                         const ManifestPath &path) {
  ManifestPath images = path.key("images");
  std::set<std::pair<std::string_view, std::string_view>> targets;
  if (!verifyDigests(checks, module, path) || !verifyGlobals(checks, module, path.key("globals")) ||
      !forEach(module.sites, path.key("sites"),
               [&](const Site &site, const ManifestPath &here) { return verifySite(checks, site, here); }) ||
      !verifyKernelNames(checks, outline.kernels, path.key("kernels")))
    return false;
  for (size_t i = 0; i < module.images.size(); ++i)
    if (!verifyImage(checks, module.images[i], outline.images[i], outline.kernels, images.at(i)) ||
        !checks.require(targets.insert({module.images[i].target, module.images[i].variant}).second,
                        images.at(i).key("target"), "is that of an earlier image with the same variant"))
      return false;
  return true;
}

namespace {
/// The names of one sort that callers look up in the whole package.
class PackageNames {
public:
  PackageNames(VerifierChecks &checks, std::string_view list) : checks(checks), list(list) {}

  /// True if no module before has the name. Within one module, others see to that.
  bool add(std::string_view name, size_t module, size_t index, const ManifestPath &path) {
    auto [known, isNew] = places.try_emplace(name, module, index);
    if (isNew || known->second.first == module)
      return true;
    ManifestPath root, modules = root.key("modules"), other = modules.at(known->second.first);
    ManifestPath earlier = other.key(list), place = earlier.at(known->second.second);
    return checks.fail(path.key("name"), "is '{}', which '{}' is called too", name, place.str());
  }

private:
  VerifierChecks &checks;
  const std::string_view list;
  std::map<std::string_view, std::pair<size_t, size_t>> places;
};
} // namespace

/// Of kernels and public globals of several modules.
static bool verifyNames(VerifierChecks &checks, const std::vector<Module> &modules,
                        const std::vector<ModuleOutline> &outlines, const ManifestPath &path) {
  if (modules.size() == 1)
    return true;
  PackageNames kernels(checks, "kernels"), globals(checks, "globals");
  for (size_t m = 0; m < modules.size(); ++m) {
    ManifestPath here = path.at(m), ofKernels = here.key("kernels"), ofGlobals = here.key("globals");
    for (size_t i = 0; i < outlines[m].kernels.size(); ++i)
      if (!kernels.add(outlines[m].kernels[i].name, m, i, ofKernels.at(i)))
        return false;
    for (size_t i = 0; i < modules[m].globals.size(); ++i)
      if (modules[m].globals[i].isPublic && !globals.add(modules[m].globals[i].name, m, i, ofGlobals.at(i)))
        return false;
  }
  return true;
}

bool qdc::verifyHead(VerifierChecks &checks, const Manifest &head, const std::vector<ModuleOutline> &outlines) {
  ManifestPath root, modules = root.key("modules");
  if (!checks.text(root.key("producer"), head.producer) ||
      !forEach(head.requires_, root.key("requires"),
               [&](const std::string &feature, const ManifestPath &here) { return checks.name(here, feature); }) ||
      !checks.require(!head.modules.empty(), modules, "is empty"))
    return false;
  for (size_t m = 0; m < head.modules.size(); ++m)
    if (!verifyModule(checks, head.modules[m], outlines[m], modules.at(m)))
      return false;
  return verifyNames(checks, head.modules, outlines, modules);
}
