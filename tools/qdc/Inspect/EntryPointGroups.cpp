//===- EntryPointGroups.cpp - The entry points of an image, once ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/EntryPointGroups.h"

#include "Inspect/Labels.h"

#include <map>

using namespace qdc;

static std::string slotsLabel(const Module &module, const Image &image, const EntryPoint &entry) {
  std::vector<std::string> slots;
  for (const SlotSource &slot : entry.slots)
    slots.push_back(slotLabel(module, image, entry, slot));
  return slots.empty() ? "none" : commaList(slots);
}

std::vector<EntryPointGroup> qdc::groupEntryPoints(const Module &module, const Image &image) {
  std::vector<EntryPointGroup> groups;
  std::map<std::string, size_t> groupOf;                                // by symbol
  std::map<std::pair<size_t, std::pair<std::string, std::string>>, size_t> usesOf; // by group, slots and launch
  for (size_t index = 0; index < image.entryPoints.size(); ++index) {
    const EntryPoint &entry = image.entryPoints[index];
    size_t group = groupOf.try_emplace(entry.symbol, groups.size()).first->second;
    if (group == groups.size())
      groups.push_back({entry.symbol, {}});
    std::vector<EntryPointUses> &uses = groups[group].uses;
    std::string slots = slotsLabel(module, image, entry);
    const LaunchShape *shape = gridOf(entry.launch);
    size_t use = usesOf.try_emplace({group, {slots, shape ? launchLabel(*shape) : ""}}, uses.size()).first->second;
    if (use == uses.size())
      uses.push_back({{}, std::move(slots)});
    uses[use].entries.push_back(index);
  }
  return groups;
}

std::string qdc::usesLabel(const Module &module, const Image &image, const EntryPointUses &uses) {
  const uint32_t first = image.entryPoints[uses.entries.front()].kernel;
  std::vector<std::string> words;
  for (size_t index : uses.entries) {
    const EntryPoint &entry = image.entryPoints[index];
    const Kernel &kernel = module.kernels[entry.kernel];
    words.push_back(coverageLabel(kernel, entry.covers) + (entry.kernel == first ? "" : " of " + kernelLabel(kernel)));
  }
  return commaList(words);
}
