//===- ManifestIndexWriter.cpp - The index of a manifest ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestIndex.h"
#include "qdc/Package/Variants.h"
#include "qdc/Support/ByteWriter.h"
#include "qdc/Support/JsonValue.h"

#include <array>
#include <cassert>

using namespace qdc;

namespace {

/// Characters for the library's parser, which tell how many of them it took.
class CountedCharacters {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountedCharacters(const char *next, size_t &taken) : next(next), taken(&taken) {}
  reference operator*() const { return *next; }
  CountedCharacters &operator++() {
    ++next;
    ++*taken;
    return *this;
  }
  bool operator==(const CountedCharacters &other) const { return next == other.next; }
  bool operator!=(const CountedCharacters &other) const { return next != other.next; }

private:
  const char *next;
  size_t *taken;
};

/// The bytes of the objects of one list.
struct Part {
  size_t begin = 0, end = 0;
};
using Parts = std::vector<Part>;
struct ImageParts {
  Parts regions, entryPoints, loops;
};
struct ModuleParts {
  Parts kernels;
  std::vector<ImageParts> images;
};

/// Follows the library's parser through a valid manifest.
class PartFinder {
public:
  explicit PartFinder(std::string_view json) : json(json) {}

  std::vector<ModuleParts> find();

private:
  void enterObject(size_t depth);
  Parts *listAt(size_t depth);

  const std::string_view json;
  size_t taken = 0;
  std::array<std::string, 8> keys; // by how many arrays and objects are open: the last one there
  std::array<size_t, 8> begins = {};
  std::vector<ModuleParts> modules;
};

} // namespace

std::vector<ModuleParts> PartFinder::find() {
  const auto follow = [this](int depth, Json::parse_event_t event, Json &parsed) {
    const auto open = static_cast<size_t>(depth);
    if (open >= keys.size())
      return true;
    if (event == Json::parse_event_t::key)
      keys[open] = *asString(parsed);
    else if (event == Json::parse_event_t::object_start)
      enterObject(open);
    else if (event == Json::parse_event_t::object_end)
      if (Parts *list = listAt(open))
        list->push_back({begins[open], taken});
    // What was seen is dropped.
    return event != Json::parse_event_t::object_end;
  };
  size_t none = 0;
  const Json unused =
      Json::parse(CountedCharacters(json.data(), taken), CountedCharacters(json.data() + json.size(), none), follow,
                  /*allow_exceptions=*/false);
  return std::move(modules);
}

/// The parser has just taken the bracket.
void PartFinder::enterObject(size_t depth) {
  begins[depth] = taken - 1;
  if (depth == 2 && keys[1] == "modules")
    modules.emplace_back();
  else if (depth == 4 && keys[1] == "modules" && keys[3] == "images")
    modules.back().images.emplace_back();
}

/// The list that an object at that depth is in, if it is one of the index.
Parts *PartFinder::listAt(size_t depth) {
  if (keys[1] != "modules")
    return nullptr;
  if (depth == 4)
    return keys[3] == "kernels" ? &modules.back().kernels : nullptr;
  if (depth != 6 || keys[3] != "images")
    return nullptr;
  ImageParts &image = modules.back().images.back();
  return keys[5] == "regions"       ? &image.regions
         : keys[5] == "entryPoints" ? &image.entryPoints
         : keys[5] == "loops"       ? &image.loops
                                    : nullptr;
}

static void writePart(ByteWriter &out, const Part &part) {
  out.u64(part.begin);
  out.u64(part.end);
}

template <typename T>
static void writeCode(ByteWriter &out, const std::vector<T> &list, const Parts &parts) {
  assert(list.size() == parts.size());
  out.u32(static_cast<uint32_t>(list.size()));
  for (size_t i = 0; i < list.size(); ++i) {
    writePart(out, parts[i]);
    out.u32(list[i].kernel);
  }
}

ByteVector qdc::writeIndex(const Manifest &manifest, std::string_view json) {
  const std::vector<ModuleParts> parts = PartFinder(json).find();
  assert(parts.size() == manifest.modules.size());
  ByteWriter out;
  for (size_t m = 0; m < parts.size(); ++m) {
    const Module &module = manifest.modules[m];
    assert(parts[m].kernels.size() == module.kernels.size() && parts[m].images.size() == module.images.size());
    out.u32(static_cast<uint32_t>(module.kernels.size()));
    out.u32(static_cast<uint32_t>(module.images.size()));
    for (size_t k = 0; k < module.kernels.size(); ++k) {
      writePart(out, parts[m].kernels[k]);
      out.u32(module.kernels[k].specializedValues.empty() ? 0 : 1);
      out.zeroTerminated(module.kernels[k].name);
      out.zeroTerminated(variantOf(module.kernels[k]));
    }
    for (size_t i = 0; i < module.images.size(); ++i) {
      writeCode(out, module.images[i].regions, parts[m].images[i].regions);
      writeCode(out, module.images[i].entryPoints, parts[m].images[i].entryPoints);
      writeCode(out, module.images[i].loops, parts[m].images[i].loops);
    }
  }
  return out.take();
}
