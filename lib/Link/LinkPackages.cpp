//===- LinkPackages.cpp - Several packages as one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Link/LinkPackages.h"

#include "JoinModules.h"
#include "qdc/Link/OpenPackage.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

using namespace qdc;

static void addOnce(std::vector<std::string> &list, const std::string &text) {
  if (std::ranges::find(list, text) == list.end())
    list.push_back(text);
}

/// The producers that a manifest names; several stand with ", " between them.
static std::vector<std::string> producersOf(std::string_view text) {
  std::vector<std::string> producers;
  for (size_t start = 0, comma = 0; start <= text.size(); start = comma + 2) {
    comma = std::min(text.find(", ", start), text.size());
    producers.emplace_back(text.substr(start, comma - start));
  }
  return producers;
}

static Status addModule(std::vector<LinkedModule> &modules, LinkedModule added) {
  for (LinkedModule &module : modules)
    if (isSameModule(module.module, added.module))
      return joinModules(module, std::move(added));
  modules.push_back(std::move(added));
  return {};
}

/// Callers find public globals by name in the whole package.
static Status checkGlobals(const std::vector<LinkedModule> &modules) {
  std::map<std::string_view, const LinkedModule *> owners;
  for (const LinkedModule &each : modules)
    for (const Global &global : each.module.globals)
      if (global.isPublic)
        if (auto [known, isNew] = owners.try_emplace(global.name, &each); !isNew && known->second != &each)
          return makeError(ErrorCode::invalidArgument,
                           "global '{}' is public in '{}' and in '{}'; a package has one of that name, so make one of "
                           "them private or rename it",
                           global.name, known->second->input, each.input);
  return {};
}

/// "cuda" of "cuda:sm_90".
static std::set<std::string> backendsOf(const Module &module) {
  std::set<std::string> backends;
  for (const Image &image : module.images)
    backends.insert(image.target.substr(0, image.target.find(':')));
  return backends;
}

static std::string quoted(const std::set<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += formatText("{}'{}'", text.empty() ? "" : ", ", name);
  return text;
}

/// A device loads an image of each module.
static Status checkDevices(const std::vector<LinkedModule> &modules) {
  std::optional<std::set<std::string>> common;
  for (const LinkedModule &each : modules) {
    std::set<std::string> backends = backendsOf(each.module);
    if (backends.empty())
      continue;
    std::set<std::string> both;
    if (common)
      std::ranges::set_intersection(*common, backends, std::inserter(both, both.end()));
    if (common && both.empty())
      return makeError(ErrorCode::invalidArgument,
                       "no device could load all kernels: those of '{}' have images for {} alone, and what stands "
                       "before has images in common for {} alone; link packages that have a kind of device in common",
                       each.input, quoted(backends), quoted(*common));
    common = common ? std::move(both) : std::move(backends);
  }
  return {};
}

Result<ByteVector> qdc::linkPackages(std::span<const LinkInput> inputs) {
  assert(!inputs.empty());
  std::vector<LinkedModule> modules;
  std::vector<std::string> producers;
  OpenPackage linked;
  for (const LinkInput &input : inputs) {
    Result<OpenPackage> package = openPackage(input.name, input.bytes);
    if (!package)
      return package.error();
    for (const std::string &producer : producersOf(package->manifest.producer))
      addOnce(producers, producer);
    for (const std::string &feature : package->manifest.requires_)
      addOnce(linked.manifest.requires_, feature);
    for (size_t index = 0; index < package->contents.size(); ++index) {
      LinkedModule module{
          std::move(package->manifest.modules[index]), std::move(package->contents[index]), input.name, {}};
      module.imageInputs.assign(module.module.images.size(), input.name);
      if (Status status = addModule(modules, std::move(module)); !status)
        return status;
    }
  }
  if (Status status = checkGlobals(modules); !status)
    return status;
  if (Status status = checkDevices(modules); !status)
    return status;
  for (const std::string &producer : producers)
    linked.manifest.producer += (linked.manifest.producer.empty() ? "" : ", ") + producer;
  for (LinkedModule &module : modules) {
    linked.manifest.modules.push_back(std::move(module.module));
    linked.contents.push_back(std::move(module.contents));
  }
  return closePackage(linked);
}
