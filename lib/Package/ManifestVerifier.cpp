//===- ManifestVerifier.cpp - What holds in every manifest ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestVerifier.h"

#include "VerifierChecks.h"
#include "qdc/Support/CheckedArithmetic.h"
#include "qdc/Support/Sha256.h"

#include <set>

using namespace qdc;

static bool verifyGlobal(VerifierChecks &checks, const Manifest &manifest, const Global &global,
                         const ManifestPath &path) {
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
  return checks.require(end && *end <= manifest.dataBytes, path.key("dataOffset"),
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
         checks.require(site.kind != SiteKind::print || holes == site.valueTypes.size(), path.key("valueTypes"),
                        "has another length than the message has {}");
}

/// Arguments as the loader describes them; all kernels of one name share them.
static bool haveEqualSignatures(const Kernel &a, const Kernel &b) {
  auto equalArguments = [](const Argument &x, const Argument &y) {
    return x.name == y.name && x.group == y.group && x.kind == y.kind && x.type == y.type &&
           x.signedness == y.signedness && x.shape == y.shape && x.mayAlias == y.mayAlias;
  };
  auto equalResults = [](const KernelResult &x, const KernelResult &y) {
    return x.type == y.type && x.signedness == y.signedness;
  };
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(), equalArguments) &&
         std::equal(a.results.begin(), a.results.end(), b.results.begin(), b.results.end(), equalResults);
}

/// Kernels of one name follow each other and end with the general one.
static bool verifyKernelOrder(VerifierChecks &checks, const std::vector<Kernel> &kernels, const ManifestPath &path) {
  std::set<std::string_view> complete;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Kernel &kernel = kernels[i];
    ManifestPath here = path.at(i);
    if (!checks.require(!complete.contains(kernel.name), here.key("name"),
                        "occurs again after the kernel of that name without specialized values"))
      return false;
    if (kernel.specializedValues.empty()) {
      complete.insert(kernel.name);
      continue;
    }
    if (i + 1 == kernels.size() || kernels[i + 1].name != kernel.name)
      return checks.fail(here, "is not followed by the kernel of that name without specialized values");
    if (!checks.require(haveEqualSignatures(kernel, kernels[i + 1]), here,
                        "differs from the next kernel of that name in its arguments or results"))
      return false;
  }
  return true;
}

template <typename T, typename Verify>
static bool forEach(const std::vector<T> &values, const ManifestPath &path, Verify verify) {
  for (size_t i = 0; i < values.size(); ++i)
    if (!verify(values[i], path.at(i)))
      return false;
  return true;
}

static bool verifyAll(VerifierChecks &checks, const Manifest &manifest) {
  ManifestPath root;
  if (!checks.text(root.key("producer"), manifest.producer) ||
      !checks.text(root.key("sourceDigest"), manifest.sourceDigest) ||
      !checks.require(!manifest.optionsDigest || isSha256Hex(*manifest.optionsDigest), root.key("optionsDigest"),
                      "is not a SHA-256 in 64 lower-case hexadecimal digits"))
    return false;
  for (size_t i = 0; i < manifest.requires_.size(); ++i)
    if (!checks.name(root.key("requires").at(i), manifest.requires_[i]))
      return false;
  if (!checks.require(manifest.dataBytes == 0 ? manifest.dataDigest.empty() : isSha256Hex(manifest.dataDigest),
                      root.key("dataDigest"),
                      "is not the SHA-256 of the data in 64 lower-case hexadecimal digits, or empty without data"))
    return false;

  std::set<std::string_view> globalNames;
  std::set<std::pair<std::string_view, std::string_view>> images;
  return forEach(manifest.globals, root.key("globals"),
                 [&](const Global &global, const ManifestPath &path) {
                   return verifyGlobal(checks, manifest, global, path) &&
                          checks.require(globalNames.insert(global.name).second, path.key("name"),
                                         "is the name of an earlier global too");
                 }) &&
         forEach(manifest.sites, root.key("sites"),
                 [&](const Site &site, const ManifestPath &path) { return verifySite(checks, site, path); }) &&
         forEach(manifest.kernels, root.key("kernels"),
                 [&](const Kernel &kernel, const ManifestPath &path) {
                   return verifyLocation(checks, kernel.location, path.key("location")) &&
                          verifyKernel(checks, manifest, kernel, path) && verifyGraph(checks, manifest, kernel, path);
                 }) &&
         verifyKernelOrder(checks, manifest.kernels, root.key("kernels")) &&
         forEach(manifest.images, root.key("images"), [&](const Image &image, const ManifestPath &path) {
           return verifyImage(checks, manifest, image, path) &&
                  checks.require(images.insert({image.target, image.variant}).second, path.key("target"),
                                 "is that of an earlier image with the same variant");
         });
}

Status qdc::verifyManifest(const Manifest &manifest) {
  VerifierChecks checks;
  if (verifyAll(checks, manifest))
    return {};
  return *checks.failure;
}
