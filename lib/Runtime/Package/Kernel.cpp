//===- Kernel.cpp - A kernel of a loaded package --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/Kernel.h"

#include "Runtime/Package/Module.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace qdrt::loader;

/// The globals that any of the variants touches, ascending.
static std::vector<GlobalUse> collectGlobals(std::span<const Variant> variants) {
  std::map<uint32_t, bool> isWritten;
  for (const Variant &variant : variants) {
    for (const qdc::Task &task : variant.description->tasks) {
      for (uint32_t global : task.readGlobals)
        isWritten.emplace(global, false);
      for (uint32_t global : task.writtenGlobals)
        isWritten[global] = true;
    }
    for (const ProgramLoop &loop : variant.program.loops)
      if (loop.node->kind == qdc::NodeKind::doWhile && loop.node->flag.kind == qdc::FlagKind::global)
        isWritten.emplace(loop.node->flag.index, false);
  }
  std::vector<GlobalUse> uses;
  for (auto [global, written] : isWritten)
    uses.push_back({global, written});
  return uses;
}

/// Marks the scalars that an expression reads.
static void markScalars(const qdc::SizeExpr &expression, std::vector<bool> &marks) {
  qdc::forEachLeaf(expression, [&](const qdc::SizeExpr &leaf) {
    if (leaf.kind() == qdc::SizeExprKind::scalar)
      marks[leaf.argument()] = true;
  });
}

static std::vector<bool> collectDeciding(std::span<const Variant> variants) {
  std::vector<bool> marks(variants.back().description->arguments.size());
  for (const Variant &variant : variants) {
    for (const qdc::SpecializedValue &value : variant.description->specializedValues)
      marks[value.argument] = true;
    for (const qdc::Task &task : variant.description->tasks)
      markScalars(task.extent, marks);
    for (const RegionUse &region : variant.regions)
      markScalars(region.description->size.bytes, marks);
    for (const qdc::Temporary &temporary : variant.description->temporaries)
      for (const qdc::SizeExpr &extent : temporary.extents)
        markScalars(extent, marks);
  }
  return marks;
}

/// Where each loop of `variant` stands among those of the general code: the next one of the same place in the source.
/// Code made for a scalar may lack loops of the general code, never have others.
static std::vector<uint32_t> matchLoops(const qdc::Module &module, const Variant &variant, const Variant &general) {
  auto place = [&](uint32_t site) {
    const qdc::SourceLocation &location = module.sites[site].location;
    return std::tie(location.file, location.line, location.column);
  };
  std::map<decltype(place(0)), std::vector<uint32_t>> generalAt;
  for (uint32_t at = 0; at < general.program.loops.size(); ++at)
    generalAt[place(general.program.loops[at].node->site)].push_back(at);
  std::vector<uint32_t> positions;
  uint32_t next = 0;
  for (const ProgramLoop &loop : variant.program.loops) {
    const std::vector<uint32_t> &candidates = generalAt[place(loop.node->site)];
    auto found = std::lower_bound(candidates.begin(), candidates.end(), next);
    bool isFound = found != candidates.end();
    positions.push_back(isFound ? *found : static_cast<uint32_t>(general.program.loops.size()));
    if (isFound)
      next = *found + 1;
  }
  return positions;
}

Kernel::Kernel(Module &module, std::vector<Variant> list) : owner(module), variants(std::move(list)) {
  globalUses = collectGlobals(variants);
  deciding = collectDeciding(variants);
  ordinalIsRead = std::ranges::any_of(
      variants, [](const Variant &each) { return !each.slotsOf(qdc::SlotKind::launchOrdinal).empty(); });
  for (const Variant &variant : variants)
    generalLoops.push_back(matchLoops(module.description(), variant, general()));
  iterations.resize(general().program.loops.size());
  loopRuns = std::vector<LoopRun>(iterations.size());
}

/// Notes the words that control reads and writes, those of sizes too. Offsets are far from 2^64: the manifest's reader
/// says so.
static void useWords(const Program &program, Variant &variant) {
  uint64_t &end = variant.regions.front().end;
  auto use = [&](uint64_t offset) { end = std::max(end, offset + QDC_WORD_BYTES); };
  for (const Step &step : program.steps) {
    if (step.kind == StepKind::sizeRegions && step.bytes != 0)
      use(step.offset + step.bytes - QDC_WORD_BYTES);
    if (!step.node)
      continue;
    if (hasOperand(step.node->kind, qdc::NodeOperand::conditionWord))
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
    const qdc::SlotOperand operand = rowOf(source.kind).operands[0];
    if (operand == qdc::SlotOperand::array || operand == qdc::SlotOperand::scalar)
      variant.slotsOfArgument[source.index].push_back(slot);
    else
      variant.slotsOfKind[static_cast<size_t>(source.kind)].push_back(slot);
    if (operand == qdc::SlotOperand::region)
      variant.regions[source.index].end = std::max(variant.regions[source.index].end, source.offset);
  }
}

template <typename... Args>
static qdc::Status unsupported(qdc::FormatString<Args...> text, const Args &...args) {
  return qdc::makeError(qdc::ErrorCode::unsupported, text, {args...});
}

static qdc::Status checkEntryPoint(const qdc::EntryPoint &entry) {
  if (entry.covers.tasks.size() > 1)
    return unsupported("entry point '{}' runs {} tasks; this loader takes entry points for one task or one loop",
                       entry.symbol, entry.covers.tasks.size());
  return {};
}

static qdc::Status checkRegion(const qdc::Kernel &kernel, const qdc::WorkspaceRegion &region) {
  if (region.lifetime == qdc::RegionLifetime::instance)
    return {};
  return unsupported("region '{}' of kernel '{}' has the lifetime '{}'; this loader takes 'instance'", region.name,
                     kernel.name, enumName(region.lifetime));
}

/// The regions by their numbers.
static qdc::Status planRegions(Variant &variant) {
  const qdc::Workspace &workspace = variant.description->workspace;
  for (const qdc::WorkspaceRegion &region : workspace.regions)
    variant.regions.push_back({&region});
  for (const qdc::ImageRegion &added : variant.manifest->regions)
    variant.regions.push_back({&added.region});
  variant.regions.front().end = workspace.readbackOffset + workspace.readbackBytes;
  for (const RegionUse &region : variant.regions)
    if (qdc::Status checked = checkRegion(*variant.description, *region.description); !checked)
      return checked;
  return {};
}

/// Tells which code a task gets.
static qdc::Status planEntryPoint(Variant &variant, TaskCode &task, const qdc::EntryPoint &entry) {
  if (qdc::Status checked = checkEntryPoint(entry); !checked)
    return checked;
  task.entryPoint = &entry;
  task.firstSlot = static_cast<uint32_t>(variant.slots.size());
  task.slotCount = static_cast<uint32_t>(entry.slots.size());
  variant.slots.insert(variant.slots.end(), entry.slots.begin(), entry.slots.end());
  return {};
}

/// The entry points that loops name.
static std::vector<bool> areOfLoops(const qdc::KernelWithCode &kernel) {
  std::vector<bool> marks(kernel.entryPoints.size());
  for (const qdc::LoopCode &loop : kernel.loops)
    if (loop.entryPoint)
      marks[*loop.entryPoint] = true;
  return marks;
}

static qdc::Status planTasks(Variant &variant) {
  const qdc::Kernel &kernel = *variant.description;
  for (const qdc::Task &task : kernel.tasks)
    variant.tasks.emplace_back().description = &task;
  const std::vector<bool> isOfLoop = areOfLoops(*variant.manifest);
  for (size_t index = 0; index < isOfLoop.size(); ++index) {
    const qdc::EntryPoint &entry = variant.manifest->entryPoints[index];
    if (entry.covers.kind == qdc::CoverageKind::tasks) {
      if (qdc::Status planned = planEntryPoint(variant, variant.tasks[entry.covers.tasks[0]], entry); !planned)
        return planned;
    } else if (!isOfLoop[index]) {
      return unsupported("entry point '{}' is for node {}, of which 'loops' of the image does not tell", entry.symbol,
                         entry.covers.node);
    }
  }
  for (const TaskCode &task : variant.tasks)
    if (!task.entryPoint)
      return unsupported("task '{}' of kernel '{}' has no entry point of its own, which this loader needs for each",
                         task.description->name, kernel.name);
  return {};
}

/// Of each task's own entry point.
static std::vector<uint32_t> threadsPerIteration(const Variant &variant) {
  std::vector<uint32_t> threads(variant.description->tasks.size(), 1);
  for (const qdc::EntryPoint &entry : variant.manifest->entryPoints)
    if (const qdc::LaunchShape *shape = gridOf(entry.launch); shape && entry.covers.kind == qdc::CoverageKind::tasks)
      threads[entry.covers.tasks[0]] = shape->threadsPerIteration;
  return threads;
}

static qdc::Status planLoops(Variant &variant) {
  const std::vector<uint32_t> threads = threadsPerIteration(variant);
  for (const qdc::LoopCode &described : variant.manifest->loops) {
    const bool isEnd = described.strategy == qdc::LoopStrategy::graph;
    if (!described.entryPoint || !(isEnd || isTaken(described.strategy)))
      continue;
    const LoopEntryPoint loop = {described.strategy, &variant.manifest->entryPoints[*described.entryPoint]};
    if (qdc::Status checked = checkLoopEntryPoint(loop); !checked)
      return checked;
    const qdc::EntryPoint &entry = *loop.entryPoint;
    const auto number = static_cast<uint32_t>(variant.tasks.size());
    if (isEnd)
      variant.loopEnds.push_back({entry.covers.node, entry.covers.lastTasks, number});
    else
      variant.loopCodes.push_back({entry.covers.node, loop.strategy, number});
    TaskCode &task = variant.tasks.emplace_back();
    task.loop = std::make_unique<const qdc::Task>(
        isEnd ? taskOfEnd(*variant.description, entry)
              : taskOfLoop(*variant.description, entry.covers.node, entry.symbol, threads));
    task.description = task.loop.get();
    if (qdc::Status planned = planEntryPoint(variant, task, entry); !planned)
      return planned;
  }
  return {};
}

/// As programs are planned with them.
static std::vector<ProgramTask> tasksOf(const Variant &variant) {
  std::vector<ProgramTask> list;
  for (const TaskCode &task : variant.tasks)
    list.push_back({task.description, std::span(variant.slots).subspan(task.firstSlot, task.slotCount)});
  return list;
}

Program Variant::planWith(std::span<const uint32_t> tasksOfLoops, SizeSteps sizes) const {
  return planProgram(*description, tasksOf(*this), tasksMayFail, tasksOfLoops, loopEnds, sizes);
}

/// All but the code of its tasks.
static qdc::Result<Variant> planVariant(const qdc::Module &module, qdc::KernelWithCode kernel) {
  Variant variant;
  variant.manifest = std::make_unique<const qdc::KernelWithCode>(std::move(kernel));
  variant.description = &variant.manifest->kernel;
  variant.tasksMayFail = std::ranges::any_of(module.sites, [](const qdc::Site &site) {
    return site.kind == qdc::SiteKind::assertion || site.kind == qdc::SiteKind::check ||
           site.kind == qdc::SiteKind::adstack;
  });
  qdc::Status planned = planRegions(variant);
  if (planned)
    planned = planTasks(variant);
  if (planned)
    planned = planLoops(variant);
  if (!planned)
    return planned;
  indexSlots(variant);
  variant.program = variant.planWith({});
  variant.checksSizes = variant.program.sizesRegions && canCheckSizes(*variant.description, tasksOf(variant));
  useWords(variant.program, variant);
  return variant;
}

/// Gives all tasks their code at once, for backends that take long for each.
static qdc::Status prepareTasks(std::span<Variant> variants, BackendImage &code) {
  std::vector<TaskCode *> tasks;
  std::vector<const qdc::EntryPoint *> entryPoints;
  for (Variant &variant : variants)
    for (TaskCode &task : variant.tasks) {
      tasks.push_back(&task);
      entryPoints.push_back(task.entryPoint);
    }
  qdc::Result<std::vector<std::unique_ptr<BackendEntry>>> prepared = code.prepareAll(entryPoints);
  if (!prepared)
    return prepared.error();
  for (size_t index = 0; index < tasks.size(); ++index)
    tasks[index]->entry = std::move((*prepared)[index]);
  return {};
}

qdc::Result<std::vector<Variant>>
qdrt::loader::planVariants(const qdc::Module &module, std::vector<qdc::KernelWithCode> parts, BackendImage &code) {
  std::vector<Variant> variants;
  for (qdc::KernelWithCode &part : parts) {
    qdc::Result<Variant> variant = planVariant(module, std::move(part));
    if (!variant)
      return variant.error();
    variants.push_back(std::move(*variant));
  }
  if (qdc::Status prepared = prepareTasks(variants, code); !prepared)
    return prepared;
  return variants;
}
