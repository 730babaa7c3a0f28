//===- ManifestOutline.cpp - The outline of a manifest --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestOutline.h"

#include "ManifestParts.h"
#include "VerifierChecks.h"
#include "qdc/Package/ManifestIndex.h"
#include "qdc/Support/JsonValue.h"

#include <algorithm>
#include <numeric>

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

/// The text without what the index names: in each list of kernels and of their code that has any, the number of the
/// list, in the index's order, stands for all of it. Nothing if parts are not where elements of lists could be.
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
  std::vector<size_t> order(lists.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t number) { return lists[number].data(); });
  std::string head;
  const char *next = text.data();
  for (size_t number : order) {
    const std::string_view list = lists[number];
    if (list.data() < next)
      return std::nullopt;
    head.append(next, list.data()).append(" ").append(std::to_string(number)).append(" ");
    next = list.data() + list.size();
  }
  return head.append(next, text.data() + text.size());
}

namespace {
/// Goes through a head's lists in the order of the index, and empties each. False where a list is not the one that the
/// index has there: kernels and code of one module must not pass for those of another.
class ListEmptier {
public:
  bool emptyAll(Json &root, const std::vector<ModuleOutline> &modules);

private:
  bool emptyModule(Json &module, const ModuleOutline &outline);
  bool empty(Json &parent, std::string_view key, bool hasElements);

  uint64_t next = 0; // the number of the next list that has elements
};
} // namespace

/// The array of that name, or NULL.
static Json::array_t *arrayIn(Json &parent, std::string_view key) {
  const auto member = parent.find(key);
  return member == parent.end() ? nullptr : member->get_ptr<Json::array_t *>();
}

bool ListEmptier::empty(Json &parent, std::string_view key, bool hasElements) {
  Json::array_t *list = arrayIn(parent, key);
  if (!hasElements)
    return !list || list->empty();
  const uint64_t *number = list && list->size() == 1 ? asUint64(list->front()) : nullptr;
  if (!number || *number != next++)
    return false;
  list->clear();
  return true;
}

bool ListEmptier::emptyModule(Json &module, const ModuleOutline &outline) {
  if (!empty(module, "kernels", !outline.kernels.empty()))
    return false;
  Json::array_t *images = arrayIn(module, "images");
  if ((images ? images->size() : 0) != outline.images.size())
    return false;
  for (size_t i = 0; i < outline.images.size(); ++i) {
    const ImageOutline &image = outline.images[i];
    if (!empty((*images)[i], "regions", !image.regions.empty()) ||
        !empty((*images)[i], "entryPoints", !image.entryPoints.empty()) ||
        !empty((*images)[i], "loops", !image.loops.empty()))
      return false;
  }
  return true;
}

bool ListEmptier::emptyAll(Json &root, const std::vector<ModuleOutline> &outlines) {
  Json::array_t *modules = arrayIn(root, "modules");
  if ((modules ? modules->size() : 0) != outlines.size())
    return false;
  for (size_t m = 0; m < outlines.size(); ++m)
    if (!emptyModule((*modules)[m], outlines[m]))
      return false;
  return true;
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
  if (!root || !ListEmptier().emptyAll(*root, outline.modules))
    return outlineError(text, notOfIndex());
  if (Status status = readWhole(*root, outline.head); !status)
    return status;
  sortByKernels(outline.modules);
  VerifierChecks checks;
  if (!verifyHead(checks, outline.head, outline.modules))
    return std::move(checks.status);
  return outline;
}
