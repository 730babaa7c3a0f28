//===- KernelReader.cpp - One kernel of a manifest ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ManifestParts.h"
#include "VerifierChecks.h"

#include <algorithm>

using namespace qdc;

namespace {

/// Reads and verifies kernels of one module with the code of one image.
class KernelReader {
public:
  KernelReader(const ManifestOutline &outline, size_t module, size_t image)
      : module(outline.head.modules[module]), outline(outline.modules[module]), image(image),
        state(readStateOf(outline.head)), modules(root.key("modules")), place(modules.at(module)),
        kernels(place.key("kernels")), images(place.key("images")), placeOfImage(images.at(image)) {}

  /// False if it failed, with the reason in status().
  bool read(size_t kernel, KernelWithCode &part);
  /// That kernels of one name have equal arguments. `parts` are those that end with kernel `general`.
  bool compare(size_t general, const std::vector<KernelWithCode> &parts);
  Status status() { return std::move(state.status ? checks.status : state.status); }

private:
  template <typename T>
  std::vector<Placed<T>> readCode(const std::vector<CodeOutline> &list, size_t kernel, std::string_view key,
                                  std::vector<T> &values);
  bool readPlain(const KernelOutline &checked, Kernel &plain);

  const Module &module;
  const ModuleOutline &outline;
  const size_t image;
  ReadState state;
  VerifierChecks checks;
  const ManifestPath root, modules, place, kernels, images, placeOfImage;
};

} // namespace

/// What is in a list for one kernel.
static std::span<const CodeOutline> codeFor(const std::vector<CodeOutline> &list, size_t kernel) {
  auto [begin, end] = std::ranges::equal_range(list, kernel, {}, &CodeOutline::kernel);
  return {begin, end};
}

template <typename T>
std::vector<Placed<T>> KernelReader::readCode(const std::vector<CodeOutline> &list, size_t kernel, std::string_view key,
                                              std::vector<T> &values) {
  const std::span<const CodeOutline> texts = codeFor(list, kernel);
  const ManifestPath path = placeOfImage.key(key);
  // As in readManifest: growing with what was read.
  for (size_t i = 0; i < texts.size() && state.status; ++i)
    readPart(texts[i], path, state, values.emplace_back());
  std::vector<Placed<T>> placed;
  for (size_t i = 0; i < values.size(); ++i)
    placed.push_back({texts[i].place, &values[i]});
  return placed;
}

bool KernelReader::read(size_t kernel, KernelWithCode &part) {
  const ManifestPath here = kernels.at(kernel);
  readPart(outline.kernels[kernel], here, state, part.kernel);
  const ImageOutline &code = outline.images[image];
  const KernelCodeView view = {readCode(code.regions, kernel, "regions", part.regions),
                               readCode(code.entryPoints, kernel, "entryPoints", part.entryPoints),
                               readCode(code.loops, kernel, "loops", part.loops), code.entryPoints.size()};
  if (!state.status || !verifyWholeKernel(checks, module, part.kernel, here))
    return false;
  if (!verifyKernelCode(checks, module, part.kernel, module.images[image], view, placeOfImage))
    return false;
  for (LoopCode &loop : part.loops)
    if (loop.entryPoint)
      loop.entryPoint = static_cast<uint32_t>(
          std::ranges::find(view.entryPoints, *loop.entryPoint, &Placed<EntryPoint>::place) - view.entryPoints.begin());
  return true;
}

bool KernelReader::readPlain(const KernelOutline &checked, Kernel &plain) {
  const auto found = std::ranges::find_if(outline.kernels, [&](const KernelOutline &each) {
    return each.name == checked.name && each.variant.empty() && !each.isSpecialized;
  });
  readPart(*found, kernels.at(static_cast<size_t>(found - outline.kernels.begin())), state, plain);
  return state.status.ok();
}

bool KernelReader::compare(size_t general, const std::vector<KernelWithCode> &parts) {
  for (size_t i = 0; i + 1 < parts.size(); ++i)
    if (!verifySpecialized(checks, parts[i].kernel, parts[i + 1].kernel, kernels.at(general + 1 - parts.size() + i)))
      return false;
  const KernelOutline &last = outline.kernels[general];
  Kernel plain;
  return last.variant.empty() ||
         (readPlain(last, plain) && verifyChecked(checks, parts.back().kernel, plain, kernels.at(general)));
}

Result<std::vector<KernelWithCode>> qdc::readKernel(const ManifestOutline &outline, size_t module, size_t general,
                                                    size_t image) {
  const std::vector<KernelOutline> &kernels = outline.modules[module].kernels;
  size_t first = general;
  while (first > 0 && kernels[first - 1].isSpecialized)
    --first;
  KernelReader reader(outline, module, image);
  std::vector<KernelWithCode> parts(general + 1 - first);
  for (size_t i = 0; i < parts.size(); ++i)
    if (!reader.read(first + i, parts[i]))
      return reader.status();
  if (!reader.compare(general, parts))
    return reader.status();
  return parts;
}
