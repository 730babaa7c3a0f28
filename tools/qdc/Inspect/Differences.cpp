//===- Differences.cpp - In what two packages differ ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Differences.h"

#include "Inspect/Labels.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Package/Signature.h"
#include "qdc/Support/JsonValue.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <map>

using namespace qdc;

namespace {
/// What is said of one thing: its properties, in order, each once.
struct Thing {
  std::string name;
  std::vector<std::pair<std::string, std::string>> properties;

  const std::string *find(const std::string &property) const {
    const auto found = std::ranges::find(properties, property, &std::pair<std::string, std::string>::first);
    return found == properties.end() ? nullptr : &found->second;
  }
};

/// All that is compared of a package.
class Things {
public:
  explicit Things(const PackageSummary &package) {
    const Manifest &manifest = package.manifest;
    list.push_back({"package", {{"made by", manifest.producer}, {"requires", commaList(manifest.requires_)}}});
    for (size_t m = 0; m < manifest.modules.size(); ++m) {
      const Module &module = manifest.modules[m];
      // Modules have no names. Their first kernels are theirs alone.
      const std::string of = module.kernels.empty() ? std::string() : " of kernel '" + module.kernels[0].name + "'";
      addModule(module, of);
      for (const Kernel &kernel : module.kernels)
        addKernel(module, kernel);
      for (size_t i = 0; i < module.images.size(); ++i)
        addImage(module, i, package.modules[m], manifest.modules.size() > 1 ? of : std::string());
    }
    for (size_t index = 0; index < list.size(); ++index)
      places.emplace(list[index].name, index);
  }

  const std::vector<Thing> &all() const { return list; }
  const Thing *find(const std::string &name) const {
    const auto place = places.find(name);
    return place == places.end() ? nullptr : &list[place->second];
  }

private:
  void addModule(const Module &module, const std::string &of) {
    Thing &thing = list.emplace_back(Thing{"module" + of, {}});
    thing.properties.emplace_back("source", "sha256 " + module.sourceDigest);
    thing.properties.emplace_back("options", module.optionsDigest ? "sha256 " + *module.optionsDigest : "not told");
    thing.properties.emplace_back("data", std::to_string(module.dataBytes) + " bytes, sha256 " + module.dataDigest);
    for (const Global &global : module.globals)
      thing.properties.emplace_back("global '" + global.name + "'",
                                    typeLabel(global) + (global.isExternal ? ", external" : "") +
                                        (global.isConstant ? ", constant" : "") + (global.isPublic ? "" : ", private") +
                                        ", initially " + std::string(enumName(global.initial)));
  }

  void addKernel(const Module &module, const Kernel &kernel) {
    Thing &thing = list.emplace_back(Thing{"kernel '" + kernelLabel(kernel) + "'", {}});
    if (!kernel.doc.empty())
      thing.properties.emplace_back("doc", docLine(kernel.doc));
    for (size_t index = 0; index < kernel.arguments.size(); ++index) {
      const Argument &argument = kernel.arguments[index];
      thing.properties.emplace_back(
          "argument '" + argument.name + "'",
          "number " + std::to_string(index) + ", " + typeLabel(kernel, argument) +
              (argument.kind == ArgumentKind::array ? ", " + accessLabel(argument.access) : std::string()) +
              (argument.doc.empty() ? std::string() : ": " + docLine(argument.doc)));
    }
    for (size_t index = 0; index < kernel.results.size(); ++index) {
      const KernelResult &result = kernel.results[index];
      thing.properties.emplace_back("result " + std::to_string(index),
                                    (result.name.empty() ? "" : "'" + result.name + "', ") + typeText(result));
    }
    for (const Task &task : kernel.tasks) {
      std::string text = taskLabel(kernel, task);
      for (const std::string &more : {accessLabel(module, kernel, task), fusedLoopsLabel(kernel, task)})
        text += more.empty() ? more : ", " + more;
      thing.properties.emplace_back("task '" + task.name + "'", text);
    }
    thing.properties.emplace_back("graph", std::string(enumName(kernel.graphMode)) + ": " +
                                               outline(module, kernel, kernel.graph));
    thing.properties.emplace_back("workspace", workspaceLabel(kernel));
    if (kernel.checked)
      thing.properties.emplace_back("checks", checksLabel(kernel));
  }

  /// "update, do while *go (count, 1)".
  static std::string outline(const Module &module, const Kernel &kernel, std::span<const Node> nodes) {
    std::vector<std::string> parts;
    for (const Node &node : nodes) {
      if (node.kind == NodeKind::task) {
        parts.push_back(kernel.tasks[node.task].name);
        continue;
      }
      std::string text = controlLabel(module, kernel, node);
      for (const NodeList &inner : nodeLists(node))
        text += " (" + outline(module, kernel, inner.nodes) + ")";
      parts.push_back(text);
    }
    return commaList(parts);
  }

  void addImage(const Module &module, size_t index, const ModuleSummary &summary, const std::string &of) {
    const Image &image = module.images[index];
    Thing &thing = list.emplace_back(Thing{"image '" + imageLabel(image) + "'" + of, {}});
    auto add = [&](const std::string &property, std::string value) {
      thing.properties.emplace_back(property, std::move(value));
    };
    add("bytes", std::to_string(summary.imageBytes[index]));
    add("code", "sha256 " + image.digest);
    add("needs", commaList(image.features));
    add("kernel ABI", std::to_string(image.kernelABIVersion));
    add("math", image.mathLibrary);
    add("assembled by", image.assembler.value_or(""));
    const std::vector<CubinKernel> &code = summary.imageCode[index].kernels;
    for (size_t entry = 0; entry < image.entryPoints.size(); ++entry) {
      const std::string of = " of '" + image.entryPoints[entry].symbol + "'";
      // Several entry points may share their code.
      if (thing.find("launch" + of))
        continue;
      const LaunchShape *shape = gridOf(image.entryPoints[entry].launch);
      add("launch" + of, shape ? launchLabel(*shape) : "by a processor");
      if (code.empty())
        continue;
      add("registers" + of, std::to_string(code[entry].registers));
      add("code bytes" + of, std::to_string(code[entry].codeBytes));
      add("stack bytes" + of, std::to_string(code[entry].stackBytes));
      add("shared bytes" + of, std::to_string(code[entry].sharedBytes));
    }
  }

  std::vector<Thing> list;
  std::map<std::string, size_t> places;
};
} // namespace

static std::optional<std::string> valueOf(const std::string *value) {
  return value ? std::optional(*value) : std::nullopt;
}

static void compareProperties(const Thing &one, const Thing &other, std::vector<Difference> &differences) {
  for (const auto &[property, value] : one.properties)
    if (const std::string *second = other.find(property); !second || *second != value)
      differences.push_back({one.name, property, value, valueOf(second)});
  for (const auto &[property, value] : other.properties)
    if (!one.find(property))
      differences.push_back({one.name, property, std::nullopt, value});
}

std::vector<Difference> qdc::differencesOf(const PackageSummary &one, const PackageSummary &other) {
  const Things first(one), second(other);
  std::vector<Difference> differences;
  for (const Thing &thing : first.all())
    if (const Thing *same = second.find(thing.name))
      compareProperties(thing, *same, differences);
    else
      differences.push_back({thing.name, "", "there", std::nullopt});
  for (const Thing &thing : second.all())
    if (!first.find(thing.name))
      differences.push_back({thing.name, "", std::nullopt, "there"});
  // Places in the source, sites, estimates, the order of kernels.
  if (differences.empty() && one.manifestText != other.manifestText)
    differences.push_back({"package", "what else the manifest says", "sha256 " + sha256Hex(asBytes(one.manifestText)),
                           "sha256 " + sha256Hex(asBytes(other.manifestText))});
  return differences;
}

std::string qdc::differencesText(const std::vector<Difference> &differences, const std::string &one,
                                 const std::string &other) {
  std::string text;
  const std::string *thing = nullptr;
  for (const Difference &difference : differences) {
    const bool isMissing = !difference.one || !difference.other;
    const std::string where = " only in '" + (difference.one ? one : other) + "'";
    if (difference.property.empty()) {
      text += difference.subject + where + "\n";
      continue;
    }
    if (!thing || *thing != difference.subject)
      text += difference.subject + "\n";
    thing = &difference.subject;
    text += "  " + difference.property;
    if (isMissing)
      text += where + ": " + (difference.one ? *difference.one : *difference.other) + "\n";
    else
      text += ": " + (difference.one->empty() ? "none" : *difference.one) + " -> " +
              (difference.other->empty() ? "none" : *difference.other) + "\n";
  }
  return text;
}

std::string qdc::differencesJson(const std::vector<Difference> &differences, const std::string &one,
                                 const std::string &other) {
  auto value = [](const std::optional<std::string> &content) { return content ? Json(*content) : Json(); };
  Json all = Json::array();
  for (const Difference &difference : differences)
    all.push_back({{"subject", difference.subject},
                   {"property", difference.property.empty() ? Json() : Json(difference.property)},
                   {"one", value(difference.one)},
                   {"other", value(difference.other)}});
  return writeJson({{"one", one}, {"other", other}, {"differences", all}}) + "\n";
}
