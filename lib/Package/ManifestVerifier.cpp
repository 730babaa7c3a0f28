//===- ManifestVerifier.cpp - What holds in every manifest ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestVerifier.h"

#include "VerifierChecks.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Support/CheckedArithmetic.h"
#include "qdc/Support/Sha256.h"

#include <map>
#include <set>

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

static bool verifyLocation(VerifierChecks &checks, const SourceLocation &location, const ManifestPath &path) {
  return checks.text(path.key("file"), location.file);
}

static bool verifySite(VerifierChecks &checks, const Site &site, const ManifestPath &path) {
  size_t holes = 0;
  for (size_t at = site.message.find("{}"); at != std::string::npos; at = site.message.find("{}", at + 2))
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

/// Arguments as the loader describes them; all kernels of one name share them.
static bool haveEqualSignatures(const Kernel &a, const Kernel &b) {
  auto equalDims = [](const NamedExtent &x, const NamedExtent &y) { return x.text == y.text && x.extent == y.extent; };
  auto equalArguments = [&](const Argument &x, const Argument &y) {
    return x.name == y.name && x.group == y.group && x.kind == y.kind && x.role == y.role && x.type == y.type &&
           x.signedness == y.signedness && x.shape == y.shape && x.mayAlias == y.mayAlias &&
           std::equal(x.dims.begin(), x.dims.end(), y.dims.begin(), y.dims.end(), equalDims);
  };
  auto equalResults = [](const KernelResult &x, const KernelResult &y) {
    return x.type == y.type && x.signedness == y.signedness;
  };
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(), equalArguments) &&
         std::equal(a.results.begin(), a.results.end(), b.results.begin(), b.results.end(), equalResults);
}

/// Kernels of one name follow each other and end with the general one.
/// `general` are the kernels without specialized values, by name and variant.
static bool verifyVariants(VerifierChecks &checks, const std::vector<Kernel> &kernels,
                           const std::map<std::pair<std::string_view, std::string_view>, const Kernel *> &general,
                           const ManifestPath &path) {
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Kernel &kernel = kernels[i];
    if (!kernel.checked)
      continue;
    ManifestPath here = path.at(i);
    if (!checks.name(here.key("checked").key("variant"), kernel.checked->variant))
      return false;
    auto plain = general.find({kernel.name, ""});
    if (!checks.require(plain != general.end(), here, "is a checked variant of no kernel") ||
        !checks.require(haveEqualSignatures(kernel, *plain->second), here,
                        "differs from the kernel that it is a checked variant of in its arguments or results"))
      return false;
  }
  return true;
}

static bool verifyKernelOrder(VerifierChecks &checks, const std::vector<Kernel> &kernels, const ManifestPath &path) {
  std::map<std::pair<std::string_view, std::string_view>, const Kernel *> complete;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Kernel &kernel = kernels[i];
    ManifestPath here = path.at(i);
    if (!checks.require(!complete.contains({kernel.name, variantOf(kernel)}), here.key("name"),
                        "occurs again after the kernel of that name without specialized values"))
      return false;
    if (kernel.specializedValues.empty()) {
      complete[{kernel.name, variantOf(kernel)}] = &kernel;
      continue;
    }
    if (i + 1 == kernels.size() || kernels[i + 1].name != kernel.name || variantOf(kernels[i + 1]) != variantOf(kernel))
      return checks.fail(here, "is not followed by the kernel of that name without specialized values");
    if (!checks.require(haveEqualSignatures(kernel, kernels[i + 1]), here,
                        "differs from the next kernel of that name in its arguments or results"))
      return false;
  }
  return verifyVariants(checks, kernels, complete, path);
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

static bool verifyModule(VerifierChecks &checks, const Module &module, const ManifestPath &path) {
  if (!verifyDigests(checks, module, path) || !verifyGlobals(checks, module, path.key("globals")) ||
      !forEach(module.sites, path.key("sites"),
               [&](const Site &site, const ManifestPath &here) { return verifySite(checks, site, here); }) ||
      !forEach(module.kernels, path.key("kernels"),
               [&](const Kernel &kernel, const ManifestPath &here) {
                 return verifyLocation(checks, kernel.location, here.key("location")) &&
                        verifyKernel(checks, module, kernel, here) && verifyGraph(checks, module, kernel, here) &&
                        verifyKnownWords(checks, kernel, here) && verifyDerivative(checks, module, kernel, here);
               }) ||
      !verifyKernelOrder(checks, module.kernels, path.key("kernels")))
    return false;
  std::vector<KernelView> kernels(module.kernels.begin(), module.kernels.end());
  std::set<std::pair<std::string_view, std::string_view>> images;
  return forEach(module.images, path.key("images"), [&](const Image &image, const ManifestPath &here) {
    return verifyImage(checks, module, kernels, image, here) &&
           checks.require(images.insert({image.target, image.variant}).second, here.key("target"),
                          "is that of an earlier image with the same variant");
  });
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

static bool verifyNames(VerifierChecks &checks, const std::vector<Module> &modules, const ManifestPath &path) {
  PackageNames kernels(checks, "kernels"), globals(checks, "globals");
  for (size_t m = 0; m < modules.size(); ++m) {
    ManifestPath here = path.at(m), ofKernels = here.key("kernels"), ofGlobals = here.key("globals");
    for (size_t i = 0; i < modules[m].kernels.size(); ++i)
      if (!kernels.add(modules[m].kernels[i].name, m, i, ofKernels.at(i)))
        return false;
    for (size_t i = 0; i < modules[m].globals.size(); ++i)
      if (modules[m].globals[i].isPublic && !globals.add(modules[m].globals[i].name, m, i, ofGlobals.at(i)))
        return false;
  }
  return true;
}

static bool verifyAll(VerifierChecks &checks, const Manifest &manifest) {
  ManifestPath root, modules = root.key("modules");
  return checks.text(root.key("producer"), manifest.producer) &&
         forEach(manifest.requires_, root.key("requires"),
                 [&](const std::string &feature, const ManifestPath &here) { return checks.name(here, feature); }) &&
         checks.require(!manifest.modules.empty(), modules, "is empty") &&
         forEach(manifest.modules, modules,
                 [&](const Module &module, const ManifestPath &here) { return verifyModule(checks, module, here); }) &&
         verifyNames(checks, manifest.modules, modules);
}

Status qdc::verifyManifest(const Manifest &manifest) {
  VerifierChecks checks;
  verifyAll(checks, manifest);
  return std::move(checks.status);
}
