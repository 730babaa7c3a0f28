//===- Kernel.cpp - A kernel of a loaded package --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Kernel.h"

#include "Runtime/Package/Package.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace qdrt::loader;

/// The globals that any of the variants touches, ascending.
static std::vector<GlobalUse> collectGlobals(std::span<const Variant> variants) {
  std::map<uint32_t, bool> isWritten;
  for (const Variant &variant : variants)
    for (const qdc::Task &task : variant.description->tasks) {
      for (uint32_t global : task.readGlobals)
        isWritten.emplace(global, false);
      for (uint32_t global : task.writtenGlobals)
        isWritten[global] = true;
    }
  std::vector<GlobalUse> uses;
  for (auto [global, written] : isWritten)
    uses.push_back({global, written});
  return uses;
}

/// Marks the scalars that an expression reads.
static void markScalars(const qdc::SizeExpr &expression, std::vector<bool> &marks) {
  switch (expression.kind()) {
  case qdc::SizeExprKind::scalar:
    marks[expression.argument()] = true;
    break;
  case qdc::SizeExprKind::constant:
  case qdc::SizeExprKind::dim:
  case qdc::SizeExprKind::word:
    break;
  default:
    markScalars(expression.lhs(), marks);
    markScalars(expression.rhs(), marks);
  }
}

static std::vector<bool> collectDeciding(std::span<const Variant> variants) {
  std::vector<bool> marks(variants.back().description->arguments.size());
  for (const Variant &variant : variants) {
    for (const qdc::SpecializedValue &value : variant.description->specializedValues)
      marks[value.argument] = true;
    for (const qdc::Task &task : variant.description->tasks)
      markScalars(task.extent, marks);
    markScalars(variant.description->workspace.bytes, marks);
  }
  return marks;
}

/// Where each loop of `variant` stands among those of the general code: the next one of the same place in the source.
/// Code made for a scalar may lack loops of the general code, never have others.
static std::vector<uint32_t> matchLoops(const qdc::Manifest &manifest, const Variant &variant, const Variant &general) {
  auto place = [&](uint32_t site) {
    const qdc::SourceLocation &location = manifest.sites[site].location;
    return std::tie(location.file, location.line, location.column);
  };
  std::map<decltype(place(0)), std::vector<uint32_t>> generalAt;
  for (uint32_t at = 0; at < general.program.loops.size(); ++at)
    generalAt[place(general.program.loops[at])].push_back(at);
  std::vector<uint32_t> positions;
  uint32_t next = 0;
  for (uint32_t site : variant.program.loops) {
    const std::vector<uint32_t> &candidates = generalAt[place(site)];
    auto found = std::lower_bound(candidates.begin(), candidates.end(), next);
    bool isFound = found != candidates.end();
    positions.push_back(isFound ? *found : static_cast<uint32_t>(general.program.loops.size()));
    if (isFound)
      next = *found + 1;
  }
  return positions;
}

Kernel::Kernel(Package &package, std::vector<Variant> list) : owner(package), variants(std::move(list)) {
  globalUses = collectGlobals(variants);
  deciding = collectDeciding(variants);
  ordinalIsRead = std::ranges::any_of(variants, [](const Variant &each) { return !each.ordinalSlots.empty(); });
  for (const Variant &variant : variants)
    generalLoops.push_back(matchLoops(package.manifest(), variant, general()));
  iterations.resize(general().program.loops.size());
}

/// Notes the words that control reads and writes. Offsets are far from 2^64: the manifest's reader says so.
static void useWords(const Program &program, Variant &variant) {
  auto use = [&](uint64_t offset) { variant.wordsEnd = std::max(variant.wordsEnd, offset + QDC_WORD_BYTES); };
  for (const Step &step : program.steps) {
    if (!step.node)
      continue;
    if (step.node->kind == qdc::NodeKind::whileDo || step.node->kind == qdc::NodeKind::branch)
      use(step.node->conditionWord);
    if (step.node->iterationWord)
      use(*step.node->iterationWord);
    if (step.node->inductionWord)
      use(*step.node->inductionWord);
  }
}

/// Sorts the slots of a variant by what makes them change.
static void indexSlots(Variant &variant) {
  variant.slotsOfArgument.resize(variant.description->arguments.size());
  for (uint32_t slot = 0; slot < variant.slots.size(); ++slot) {
    const qdc::SlotSource &source = variant.slots[slot];
    switch (source.kind) {
    case qdc::SlotKind::array:
    case qdc::SlotKind::dim:
    case qdc::SlotKind::scalar:
      variant.slotsOfArgument[source.index].push_back(slot);
      break;
    case qdc::SlotKind::global:
      variant.globalSlots.push_back(slot);
      break;
    case qdc::SlotKind::workspace:
      variant.workspaceSlots.push_back(slot);
      variant.wordsEnd = std::max(variant.wordsEnd, source.offset);
      break;
    case qdc::SlotKind::errorRecord:
      variant.errorSlots.push_back(slot);
      break;
    case qdc::SlotKind::printBuffer:
      variant.printSlots.push_back(slot);
      break;
    case qdc::SlotKind::seed:
      variant.seedSlots.push_back(slot);
      break;
    case qdc::SlotKind::launchOrdinal:
      variant.ordinalSlots.push_back(slot);
      break;
    }
  }
}

qdc::Result<Variant> qdrt::loader::planVariant(const qdc::Kernel &description,
                                               std::span<const qdc::EntryPoint *const> entryPoints,
                                               BackendImage &code) {
  Variant variant;
  variant.description = &description;
  variant.tasks.resize(description.tasks.size());
  for (const qdc::EntryPoint *each : entryPoints) {
    const qdc::EntryPoint &entry = *each;
    if (entry.tasks.size() != 1)
      return qdc::Error{qdc::ErrorCode::unsupported, "entry point '" + entry.symbol + "' runs " +
                                                         std::to_string(entry.tasks.size()) +
                                                         " tasks; this loader takes entry points for one task"};
    qdc::Result<std::unique_ptr<BackendEntry>> prepared = code.prepare(entry);
    if (!prepared)
      return prepared.error();
    variant.tasks[entry.tasks[0]] = {std::move(*prepared), static_cast<uint32_t>(variant.slots.size()),
                                     static_cast<uint32_t>(entry.slots.size())};
    variant.slots.insert(variant.slots.end(), entry.slots.begin(), entry.slots.end());
  }
  indexSlots(variant);
  const qdc::Workspace &workspace = variant.description->workspace;
  variant.wordsEnd = std::max(variant.wordsEnd, workspace.readbackOffset + workspace.readbackBytes);
  std::vector<std::span<const qdc::SlotSource>> slots;
  for (const TaskCode &task : variant.tasks)
    slots.push_back(std::span(variant.slots).subspan(task.firstSlot, task.slotCount));
  variant.program = planProgram(description, slots);
  useWords(variant.program, variant);
  return variant;
}
