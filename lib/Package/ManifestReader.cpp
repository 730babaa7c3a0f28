//===- ManifestReader.cpp - JSON to Manifest ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestReader.h"

#include "ManifestParts.h"
#include "qdc/Package/ManifestVerifier.h"

using namespace qdc;

static void readKernels(const std::vector<KernelOutline> &outlines, const ManifestPath &list, ReadState &state,
                        std::vector<Kernel> &kernels) {
  // Growing with what was read keeps a wrong file from costing many times its size in memory.
  for (size_t i = 0; i < outlines.size() && state.status; ++i)
    readPart(outlines[i], list.at(i), state, kernels.emplace_back());
}

template <typename T>
static void readCode(const std::vector<CodeOutline> &outlines, const ManifestPath &list, ReadState &state,
                     std::vector<T> &values) {
  std::vector<const CodeOutline *> byPlace(outlines.size());
  for (const CodeOutline &outline : outlines)
    byPlace[outline.place] = &outline;
  for (size_t i = 0; i < byPlace.size() && state.status; ++i)
    readPart(*byPlace[i], list, state, values.emplace_back());
}

Result<Manifest> qdc::readManifest(std::string_view text) {
  Result<ManifestOutline> outline = readOutline(std::string(text));
  return outline ? readManifest(*std::move(outline)) : outline.error();
}

Result<Manifest> qdc::readManifest(ManifestOutline outline) {
  Manifest manifest = std::move(outline.head);
  ReadState state = readStateOf(manifest);
  const ManifestPath root, modules = root.key("modules");
  for (size_t m = 0; m < manifest.modules.size(); ++m) {
    Module &module = manifest.modules[m];
    const ManifestPath place = modules.at(m), images = place.key("images");
    readKernels(outline.modules[m].kernels, place.key("kernels"), state, module.kernels);
    for (size_t i = 0; i < module.images.size(); ++i) {
      const ImageOutline &image = outline.modules[m].images[i];
      const ManifestPath here = images.at(i);
      readCode(image.regions, here.key("regions"), state, module.images[i].regions);
      readCode(image.entryPoints, here.key("entryPoints"), state, module.images[i].entryPoints);
      readCode(image.loops, here.key("loops"), state, module.images[i].loops);
    }
  }
  if (!state.status)
    return std::move(state.status);
  if (Status status = verifyManifest(manifest); !status)
    return status;
  return manifest;
}
