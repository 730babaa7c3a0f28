//===- ManifestVerifier.cpp - What holds in every manifest ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestVerifier.h"

#include "VerifierChecks.h"

#include <algorithm>

using namespace qdc;

/// Arguments as the loader describes them; all kernels of one name share them.
static bool haveEqualSignatures(const Kernel &a, const Kernel &b) {
  auto equalDims = [](const NamedExtent &x, const NamedExtent &y) { return x.text == y.text && x.extent == y.extent; };
  auto equalArguments = [&](const Argument &x, const Argument &y) {
    return x.name == y.name && x.group == y.group && x.doc == y.doc && x.kind == y.kind && x.role == y.role &&
           x.type == y.type && x.signedness == y.signedness && x.shape == y.shape && x.mayAlias == y.mayAlias &&
           std::equal(x.dims.begin(), x.dims.end(), y.dims.begin(), y.dims.end(), equalDims);
  };
  auto equalResults = [](const KernelResult &x, const KernelResult &y) {
    return x.name == y.name && x.type == y.type && x.signedness == y.signedness;
  };
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(), equalArguments) &&
         std::equal(a.results.begin(), a.results.end(), b.results.begin(), b.results.end(), equalResults);
}

bool qdc::verifySpecialized(VerifierChecks &checks, const Kernel &kernel, const Kernel &next,
                            const ManifestPath &path) {
  return checks.require(haveEqualSignatures(kernel, next), path,
                        "differs from the next kernel of that name in its arguments or results");
}

bool qdc::verifyChecked(VerifierChecks &checks, const Kernel &kernel, const Kernel &plain, const ManifestPath &path) {
  return checks.require(haveEqualSignatures(kernel, plain), path,
                        "differs from the kernel that it is a checked variant of in its arguments or results");
}

bool qdc::verifyWholeKernel(VerifierChecks &checks, const Module &module, const Kernel &kernel,
                            const ManifestPath &path) {
  return verifyLocation(checks, kernel.location, path.key("location")) &&
         (!kernel.checked || checks.name(path.key("checked").key("variant"), kernel.checked->variant)) &&
         verifyKernel(checks, module, kernel, path) && verifyGraph(checks, module, kernel, path) &&
         verifyFirstUses(checks, kernel, path) && verifyKnownWords(checks, kernel, path) &&
         verifyDerivative(checks, module, kernel, path);
}

template <typename T>
static std::vector<CodeOutline> outlineOf(const std::vector<T> &list) {
  std::vector<CodeOutline> outline;
  for (const T &code : list)
    outline.push_back({code.kernel, static_cast<uint32_t>(outline.size()), {}});
  return outline;
}

/// As readOutline has it, without the text, and lists in the order of their places.
static ModuleOutline outlineOf(const Module &module) {
  ModuleOutline outline;
  for (const Kernel &kernel : module.kernels)
    outline.kernels.push_back({kernel.name, std::string(variantOf(kernel)), !kernel.specializedValues.empty(), {}});
  for (const Image &image : module.images)
    outline.images.push_back({outlineOf(image.regions), outlineOf(image.entryPoints), outlineOf(image.loops)});
  return outline;
}

/// What is said in the module of kernels of one name.
static bool verifySignatures(VerifierChecks &checks, const std::vector<Kernel> &kernels, const ManifestPath &path) {
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Kernel &kernel = kernels[i];
    if (!kernel.specializedValues.empty() && !verifySpecialized(checks, kernel, kernels[i + 1], path.at(i)))
      return false;
    const auto isPlain = [&](const Kernel &other) {
      return other.name == kernel.name && !other.checked && other.specializedValues.empty();
    };
    if (kernel.checked && !verifyChecked(checks, kernel, *std::ranges::find_if(kernels, isPlain), path.at(i)))
      return false;
  }
  return true;
}

/// What an image has for each kernel. The image's head has passed.
static bool verifyCode(VerifierChecks &checks, const Module &module, const Image &image, const ManifestPath &path) {
  std::vector<KernelCodeView> code(module.kernels.size());
  for (size_t i = 0; i < image.regions.size(); ++i)
    code[image.regions[i].kernel].regions.push_back({i, &image.regions[i]});
  for (size_t i = 0; i < image.entryPoints.size(); ++i)
    code[image.entryPoints[i].kernel].entryPoints.push_back({i, &image.entryPoints[i]});
  for (size_t i = 0; i < image.loops.size(); ++i)
    code[image.loops[i].kernel].loops.push_back({i, &image.loops[i]});
  for (size_t k = 0; k < code.size(); ++k) {
    code[k].entryPointsOfImage = image.entryPoints.size();
    if (!verifyKernelCode(checks, module, module.kernels[k], image, code[k], path))
      return false;
  }
  return true;
}

static bool verifyModule(VerifierChecks &checks, const Module &module, const ManifestPath &path) {
  return forEach(module.kernels, path.key("kernels"),
                 [&](const Kernel &kernel, const ManifestPath &here) {
                   return verifyWholeKernel(checks, module, kernel, here);
                 }) &&
         verifySignatures(checks, module.kernels, path.key("kernels")) &&
         forEach(module.images, path.key("images"),
                 [&](const Image &image, const ManifestPath &here) { return verifyCode(checks, module, image, here); });
}

Status qdc::verifyManifest(const Manifest &manifest) {
  VerifierChecks checks;
  std::vector<ModuleOutline> outlines;
  for (const Module &module : manifest.modules)
    outlines.push_back(outlineOf(module));
  const ManifestPath root;
  if (verifyHead(checks, manifest, outlines))
    forEach(manifest.modules, root.key("modules"),
            [&](const Module &module, const ManifestPath &here) { return verifyModule(checks, module, here); });
  return std::move(checks.status);
}
