//===- ManifestOutline.cpp - The outline of a manifest --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestOutline.h"

#include "ManifestParts.h"
#include "VerifierChecks.h"
#include "qdc/Package/ManifestIndex.h"

#include <algorithm>

using namespace qdc;

/// Whether nothing but the comma between two elements stands there.
static bool isComma(std::string_view between) {
  const size_t comma = between.find(',');
  return comma != std::string_view::npos && between.find_first_not_of(" \t\r\n") == comma &&
         between.find_last_not_of(" \t\r\n") == comma;
}

/// Adds the bytes that the elements of a list take, from the first to the last. False if something else stands there.
template <typename Outline>
static bool addList(const std::vector<Outline> &list, std::vector<std::string_view> &lists) {
  if (list.empty())
    return true;
  for (size_t i = 1; i < list.size(); ++i) {
    const char *end = list[i - 1].text.data() + list[i - 1].text.size();
    if (list[i].text.data() < end || !isComma({end, list[i].text.data()}))
      return false;
  }
  const std::string_view first = list.front().text, last = list.back().text;
  lists.push_back({first.data(), last.data() + last.size()});
  return true;
}

/// The text without what the index names, in which the lists of kernels and of their code are empty; nothing if parts
/// are not where elements of lists could be.
static std::optional<std::string> headOf(std::string_view text, const std::vector<ModuleOutline> &modules) {
  std::vector<std::string_view> lists;
  bool areLists = true;
  for (const ModuleOutline &module : modules) {
    areLists = areLists && addList(module.kernels, lists);
    for (const ImageOutline &image : module.images)
      areLists =
          areLists && addList(image.regions, lists) && addList(image.entryPoints, lists) && addList(image.loops, lists);
  }
  if (!areLists)
    return std::nullopt;
  std::ranges::sort(lists, {}, [](std::string_view list) { return list.data(); });
  std::string head;
  const char *next = text.data();
  for (std::string_view list : lists) {
    if (list.data() < next)
      return std::nullopt;
    head.append(next, list.data());
    next = list.data() + list.size();
  }
  return head.append(next, text.data() + text.size());
}

/// Whether an index tells of all that a head leaves out.
static bool areComplete(const std::vector<ModuleOutline> &outlines, const Manifest &head) {
  const auto isEmpty = [](const Image &image) {
    return image.regions.empty() && image.entryPoints.empty() && image.loops.empty();
  };
  return std::ranges::equal(outlines, head.modules, [&](const ModuleOutline &outline, const Module &module) {
    return module.kernels.empty() && outline.images.size() == module.images.size() &&
           std::ranges::all_of(module.images, isEmpty);
  });
}

/// What is wrong with a text that cannot be read by its index: what is wrong with the text itself, or the index's
/// fault.
static Status outlineError(std::string_view text, Status ofIndex) {
  Result<Json> root = parseJson(text, kMaximumJsonDepth);
  if (!root)
    return ManifestPath().error("{}", root.error().message);
  Manifest whole;
  Status status = readWhole(*root, whole);
  return status ? ofIndex : status;
}

static Status notOfIndex() { return ManifestPath().error("its index is of another one"); }

static void sortByKernels(std::vector<ModuleOutline> &modules) {
  for (ModuleOutline &module : modules)
    for (ImageOutline &image : module.images)
      for (std::vector<CodeOutline> *list : {&image.regions, &image.entryPoints, &image.loops})
        std::ranges::sort(*list, {}, [](const CodeOutline &code) { return std::pair(code.kernel, code.place); });
}

Result<ManifestOutline> qdc::readOutline(std::string json, ByteSpan index) {
  ManifestOutline outline;
  outline.text = std::make_unique<const std::string>(std::move(json));
  const std::string_view text = *outline.text;
  Result<std::vector<ModuleOutline>> modules = readIndex(index, text);
  if (!modules)
    return outlineError(text, modules.error());
  outline.modules = *std::move(modules);
  const std::optional<std::string> head = headOf(text, outline.modules);
  Result<Json> root = parseJson(head ? *head : "", kMaximumJsonDepth);
  if (!root)
    return outlineError(text, notOfIndex());
  if (Status status = readWhole(*root, outline.head); !status)
    return status;
  if (!areComplete(outline.modules, outline.head))
    return outlineError(text, notOfIndex());
  sortByKernels(outline.modules);
  VerifierChecks checks;
  if (!verifyHead(checks, outline.head, outline.modules))
    return std::move(checks.status);
  return outline;
}
