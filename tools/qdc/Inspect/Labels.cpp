//===- Labels.cpp - Parts of a manifest in words --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/ExtentNames.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>

using namespace qdc;

std::string qdc::commaList(std::span<const std::string> words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

static std::string shapeLabel(ElementType type, std::span<const std::string> extents, const char *separator) {
  std::string text(enumName(type));
  text += '[';
  for (size_t axis = 0; axis < extents.size(); ++axis)
    text += (axis ? separator : "") + extents[axis];
  return text + "]";
}

std::string_view qdc::extentName(const Argument &argument, size_t axis) {
  const bool isNamed = axis < argument.dims.size() && argument.dims[axis].text != kFreeExtent;
  return isNamed ? std::string_view(argument.dims[axis].text) : std::string_view();
}

/// An extent that is not static, by its name or by the one that it is the same as.
static std::string dynamicExtent(const Kernel &kernel, const Argument &argument, size_t axis) {
  const std::string_view name = extentName(argument, axis);
  if (!isMadeExtentName(name))
    return std::string(name.empty() ? kFreeExtent : name);
  const auto self = static_cast<uint32_t>(&argument - kernel.arguments.data());
  const std::optional<SizeExpr> &extent = argument.dims[axis].extent;
  const bool isOther = extent && !(*extent == SizeExpr::dim(self, static_cast<uint32_t>(axis)));
  return isOther ? sizeLabel(kernel, *extent) : std::string(kFreeExtent);
}

std::string qdc::extentLabel(const Kernel &kernel, const Argument &argument, size_t axis) {
  if (argument.shape[axis] == kDynamicDimension)
    return dynamicExtent(kernel, argument, axis);
  const std::string number = std::to_string(argument.shape[axis]), name(extentName(argument, axis));
  return name.empty() || name == number ? number : name + " = " + number;
}

std::string qdc::typeLabel(const Kernel &kernel, const Argument &argument) {
  std::string text(enumName(argument.type));
  if (argument.kind == ArgumentKind::array) {
    std::vector<std::string> extents;
    bool isLong = false;
    for (size_t axis = 0; axis < argument.shape.size(); ++axis) {
      extents.push_back(extentLabel(kernel, argument, axis));
      isLong |= extents.back().find_first_not_of("0123456789?") != std::string::npos;
    }
    text = shapeLabel(argument.type, extents, isLong ? " x " : "x");
  }
  return argument.signedness == Signedness::unsignedInteger ? text + " unsigned" : text;
}

std::string qdc::typeLabel(const Global &global) {
  std::vector<std::string> extents;
  for (int64_t extent : global.shape)
    extents.push_back(std::to_string(extent));
  return shapeLabel(global.type, extents, "x");
}

std::string_view qdc::fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string qdc::imageLabel(const Image &image) {
  return image.variant.empty() ? image.target : image.target + " " + image.variant;
}

std::string qdc::launchLabel(const LaunchShape &shape) {
  std::string text =
      shape.blockThreads == 1 ? "one thread a block" : "blocks of " + std::to_string(shape.blockThreads) + " threads";
  if (shape.subgroupWidth > 0)
    text +=
        (shape.blockThreads == 1 ? ", for subgroups of " : " in subgroups of ") + std::to_string(shape.subgroupWidth);
  if (shape.threadsPerIteration > 1)
    text += ", " + std::to_string(shape.threadsPerIteration) + " for each iteration";
  if (shape.iterationsPerThread > 1)
    text += ", " + std::to_string(shape.iterationsPerThread) + " iterations each";
  if (shape.grid == GridSize::resident)
    text += ", no more than run at once";
  if (shape.grid == GridSize::single)
    text += ", one block";
  if (shape.grid == GridSize::cooperative)
    text += ", as many as run at once, which wait for each other";
  if (shape.waitsForDependencies)
    text += ", may start before what it waits for ends";
  return text + (shape.slotPassing == SlotPassing::memory ? ", slots in memory" : "");
}

std::string qdc::locationLabel(const SourceLocation &location) {
  return location.line ? location.file + ":" + std::to_string(location.line) : "";
}

namespace {
/// Prints one SizeExpr the way a person would write it: "x - 1" for "x + -1",
/// "ceil(x / 8)" for "floordiv(x - 1, 8) + 1" and "floordiv(x + 7, 8)".
class SizePrinter {
public:
  explicit SizePrinter(const Kernel &kernel) : kernel(kernel) {}

  std::string print(const SizeExpr &size) const {
    switch (size.kind()) {
    case SizeExprKind::constant:
      return std::to_string(size.value());
    case SizeExprKind::scalar:
      return kernel.arguments[size.argument()].name;
    case SizeExprKind::dim:
      return dim(kernel.arguments[size.argument()], size.axis());
    case SizeExprKind::word:
      return "word(" + std::to_string(size.offset()) + ")";
    case SizeExprKind::add:
    case SizeExprKind::sub:
      return sum(terms(size));
    case SizeExprKind::mul:
      return operand(size.lhs()) + " * " + operand(size.rhs());
    case SizeExprKind::min:
      return "min(" + print(size.lhs()) + ", " + print(size.rhs()) + ")";
    case SizeExprKind::max:
      return "max(" + print(size.lhs()) + ", " + print(size.rhs()) + ")";
    case SizeExprKind::floorDiv:
      return quotient(size);
    }
    return "";
  }

private:
  static std::string dim(const Argument &argument, uint32_t axis) {
    std::string_view name = extentName(argument, axis);
    return name.empty() || isMadeExtentName(name) ? "dim(" + argument.name + ", " + std::to_string(axis) + ")"
                                                  : std::string(name);
  }

  struct Term {
    SizeExpr size;
    bool isSubtracted = false;
  };

  static void addTerms(const SizeExpr &size, bool isSubtracted, std::vector<Term> &list) {
    if (size.kind() == SizeExprKind::add || size.kind() == SizeExprKind::sub) {
      addTerms(size.lhs(), isSubtracted, list);
      addTerms(size.rhs(), isSubtracted != (size.kind() == SizeExprKind::sub), list);
    } else if (size.isConstant() && size.value() < 0 && size.value() != INT64_MIN) {
      list.push_back({SizeExpr::constant(-size.value()), !isSubtracted});
    } else {
      list.push_back({size, isSubtracted});
    }
  }

  static std::vector<Term> terms(const SizeExpr &size) {
    std::vector<Term> list;
    addTerms(size, /*isSubtracted=*/false, list);
    return list;
  }

  /// What is subtracted comes last, so that no sum of sizes starts with a minus sign.
  std::string sum(std::vector<Term> list) const {
    std::string added = takeRoundedUp(list), subtracted;
    for (const Term &term : list) {
      if (term.isSubtracted)
        subtracted += " - " + operand(term.size);
      else
        added += (added.empty() ? "" : " + ") + print(term.size);
    }
    return (added.empty() ? "0" : added) + subtracted;
  }

  /// In parentheses where it is a sum, or a name of several words.
  std::string operand(const SizeExpr &size) const {
    bool isSum = size.kind() == SizeExprKind::add || size.kind() == SizeExprKind::sub;
    std::string text = print(size);
    bool isLongName = size.kind() == SizeExprKind::dim && !text.starts_with("dim(") && text.find(' ') != text.npos;
    return isSum || isLongName ? "(" + text + ")" : text;
  }

  std::string quotient(const SizeExpr &size) const {
    std::vector<Term> above = terms(size.lhs());
    if (roundsUp(above, size.rhs()))
      return ceiling(above, size.rhs());
    return "floor(" + operand(size.lhs()) + " / " + below(size.rhs()) + ")";
  }

  std::string below(const SizeExpr &divisor) const {
    return divisor.kind() == SizeExprKind::mul ? "(" + print(divisor) + ")" : operand(divisor);
  }

  std::string ceiling(const std::vector<Term> &above, const SizeExpr &divisor) const {
    return "ceil(" + (above.size() == 1 ? operand(above[0].size) : "(" + sum(above) + ")") + " / " + below(divisor) +
           ")";
  }

  static std::vector<Term>::iterator findOne(std::vector<Term> &list, bool isSubtracted) {
    return std::ranges::find_if(list, [&](const Term &term) {
      return term.isSubtracted == isSubtracted && term.size == SizeExpr::constant(1);
    });
  }

  /// Takes floor((x - 1) / divisor) and 1 out of the terms, and gives what they are together; "" where they are not
  /// there.
  std::string takeRoundedUp(std::vector<Term> &list) const {
    for (auto term = list.begin(); term != list.end(); ++term) {
      if (term->isSubtracted || term->size.kind() != SizeExprKind::floorDiv)
        continue;
      std::vector<Term> above = terms(term->size.lhs());
      const auto oneBelow = findOne(above, /*isSubtracted=*/true);
      if (oneBelow == above.end() || findOne(list, /*isSubtracted=*/false) == list.end())
        continue;
      above.erase(oneBelow);
      if (std::ranges::all_of(above, &Term::isSubtracted))
        continue;
      const SizeExpr divisor = term->size.rhs();
      list.erase(term);
      list.erase(findOne(list, /*isSubtracted=*/false));
      return ceiling(above, divisor);
    }
    return "";
  }

  /// Whether the terms are what rounds up, x + divisor - 1, and x then.
  static bool roundsUp(std::vector<Term> &list, const SizeExpr &divisor) {
    std::vector<Term> rest = list;
    auto remove = [&](const SizeExpr &size, bool isSubtracted) {
      auto term = std::ranges::find_if(rest, [&](const Term &candidate) {
        return candidate.isSubtracted == isSubtracted && candidate.size == size;
      });
      if (term == rest.end())
        return false;
      rest.erase(term);
      return true;
    };
    bool isRemoved = divisor.isConstant()
                         ? divisor.value() > 1 && remove(SizeExpr::constant(divisor.value() - 1), false)
                         : remove(divisor, false) && remove(SizeExpr::constant(1), true);
    if (!isRemoved || std::ranges::all_of(rest, &Term::isSubtracted))
      return false;
    list = std::move(rest);
    return true;
  }

  const Kernel &kernel;
};
} // namespace

std::string qdc::sizeLabel(const Kernel &kernel, const SizeExpr &size) { return SizePrinter(kernel).print(size); }

std::string qdc::taskLabel(const Task &task, const std::string &iterations) {
  if (task.kind == TaskKind::serial)
    return "serial";
  std::string text = "parallel, " + iterations + " iterations";
  return task.blockDim ? text + ", block " + std::to_string(task.blockDim) : text;
}

std::string qdc::taskLabel(const Kernel &kernel, const Task &task) {
  return taskLabel(task, sizeLabel(kernel, task.extent));
}

static bool isSameLoop(const SourceLoop &a, const SourceLoop &b) {
  return a.name == b.name && a.location.file == b.location.file && a.location.line == b.location.line &&
         a.location.column == b.location.column;
}

std::string qdc::timesLabel(const FusedLoop &fused) {
  return fused.times == 1 ? "" : " (" + std::to_string(fused.times) + " times)";
}

std::vector<FusedLoop> qdc::fusedLoops(const Kernel &kernel, const Task &task) {
  std::vector<FusedLoop> loops;
  if (task.sourceLoops.size() < 2)
    return loops;
  for (uint32_t index : task.sourceLoops) {
    const SourceLoop &loop = kernel.sourceLoops[index];
    auto known = std::ranges::find_if(loops, [&](const FusedLoop &fused) { return isSameLoop(*fused.loop, loop); });
    if (known != loops.end())
      ++known->times;
    else
      loops.push_back({&loop});
  }
  return loops;
}

std::string qdc::fusedLoopsLabel(const Kernel &kernel, const Task &task) {
  std::vector<std::string> words;
  for (const FusedLoop &fused : fusedLoops(kernel, task)) {
    std::string location = locationLabel(fused.loop->location);
    std::string name = fused.loop->name.empty() ? "" : "'" + fused.loop->name + "'";
    words.push_back(name + (name.empty() || location.empty() ? "" : " ") + location + timesLabel(fused));
  }
  return words.empty() ? "" : "fuses " + commaList(words);
}

std::string qdc::accessLabel(Access access) {
  return access == Access::readWrite ? "read and write" : std::string(enumName(access));
}

std::string qdc::accessLabel(const Module &module, const Kernel &kernel, const Task &task) {
  auto names = [&](const std::vector<uint32_t> &arrays, const std::vector<uint32_t> &globals,
                   const std::vector<uint32_t> &regions) {
    std::vector<std::string> words;
    for (uint32_t index : arrays)
      words.push_back(kernel.arguments[index].name);
    for (uint32_t index : globals)
      words.push_back("@" + module.globals[index].name);
    for (uint32_t index : regions)
      words.push_back(kernel.workspace.regions[index].name);
    return commaList(words);
  };
  std::string reads = names(task.readArrays, task.readGlobals, task.readRegions);
  std::string writes = names(task.writtenArrays, task.writtenGlobals, task.writtenRegions);
  std::string text = reads.empty() ? "" : "reads " + reads;
  if (!writes.empty())
    text += (text.empty() ? "writes " : "; writes ") + writes;
  return text;
}

static std::string flagLabel(const Module &module, const Kernel &kernel, const FlagSource &flag) {
  switch (flag.kind) {
  case FlagKind::argument:
    return kernel.arguments[flag.index].name;
  case FlagKind::global:
    return "@" + module.globals[flag.index].name;
  case FlagKind::temporary:
    return kernel.workspace.regions[kernel.temporaries[flag.index].region].name;
  }
  return {};
}

const Site *qdc::loopSite(const Module &module, const Node &node) {
  return isLoop(node.kind) && node.site < module.sites.size() ? &module.sites[node.site] : nullptr;
}

/// What a condition is: where it lies, or what it follows from.
static std::string conditionLabel(const Kernel &kernel, uint64_t word) {
  for (const KnownWord &known : kernel.knownWords)
    if (known.word == word)
      return sizeLabel(kernel, known.value);
  return "word(" + std::to_string(word) + ")";
}

std::string qdc::controlLabel(const Module &module, const Kernel &kernel, const Node &node) {
  const Site *site = loopSite(module, node);
  std::string name = site && !site->message.empty() ? " '" + site->message + "'" : "";
  std::string strategy = node.strategy ? ", by strategy " + std::string(enumName(*node.strategy)) : "";
  switch (node.kind) {
  case NodeKind::task:
    return kernel.tasks[node.task].name;
  case NodeKind::doWhile: {
    std::string text = "do while *" + flagLabel(module, kernel, node.flag) + name;
    if (node.maximum)
      text += ", at most " + sizeLabel(kernel, *node.maximum) + (node.maximumIsError ? " (else an error)" : "");
    return text + strategy;
  }
  case NodeKind::whileDo:
    return "while word(" + std::to_string(node.conditionWord) + ")" + name + strategy;
  case NodeKind::repeat: {
    std::string text = "repeat from " + sizeLabel(kernel, node.lower.value_or(SizeExpr())) + " to " +
                       sizeLabel(kernel, node.upper.value_or(SizeExpr()));
    SizeExpr step = node.step.value_or(SizeExpr::constant(1));
    return (step == SizeExpr::constant(1) ? text : text + " by " + sizeLabel(kernel, step)) + name + strategy;
  }
  case NodeKind::branch:
    return "if " + conditionLabel(kernel, node.conditionWord);
  }
  return "";
}

std::string qdc::controlLocation(const Module &module, const Node &node) {
  const Site *site = loopSite(module, node);
  return site ? locationLabel(site->location) : "";
}

/// The names of the regions that an entry point of the image may use, by their numbers.
static std::string regionName(const Kernel &kernel, const Image &image, uint32_t kernelNumber, uint32_t number) {
  if (number < kernel.workspace.regions.size())
    return kernel.workspace.regions[number].name;
  number -= static_cast<uint32_t>(kernel.workspace.regions.size());
  for (const ImageRegion &added : image.regions)
    if (added.kernel == kernelNumber && number-- == 0)
      return added.region.name;
  return "";
}

std::string qdc::slotLabel(const Module &module, const Image &image, const EntryPoint &entry, const SlotSource &slot) {
  const Kernel &kernel = module.kernels[entry.kernel];
  std::string text(enumName(slot.kind));
  for (SlotOperand operand : rowOf(slot.kind).operands) {
    switch (operand) {
    case SlotOperand::none:
      break;
    case SlotOperand::array:
    case SlotOperand::scalar:
      text += " " + kernel.arguments[slot.index].name;
      break;
    case SlotOperand::axis:
      text += " " + std::to_string(slot.axis);
      break;
    case SlotOperand::global:
      text += " " + module.globals[slot.index].name;
      break;
    case SlotOperand::region:
      // Most kernels have no other.
      text += slot.index == 0 ? "" : " " + regionName(kernel, image, entry.kernel, slot.index);
      break;
    case SlotOperand::offset:
      text += " " + std::to_string(slot.offset);
      break;
    case SlotOperand::loop:
      text += " of node " + std::to_string(slot.index);
      break;
    }
  }
  return text;
}

std::vector<uint32_t> qdc::coveredTasks(const Kernel &kernel, const Coverage &covers) {
  if (covers.kind == CoverageKind::tasks)
    return covers.tasks;
  std::vector<uint32_t> tasks;
  NumberedGraph graph(kernel.graph);
  if (covers.kind == CoverageKind::end)
    return lastTasks(*graph.nodes[covers.node].node, covers.lastTasks);
  for (uint32_t number = covers.node; number < graph.nodes[covers.node].end; ++number)
    if (const Node &node = *graph.nodes[number].node; node.kind == NodeKind::task)
      tasks.push_back(node.task);
  return tasks;
}

std::string qdc::coverageLabel(const Kernel &kernel, const Coverage &covers) {
  if (covers.kind == CoverageKind::node)
    return "all of node " + std::to_string(covers.node);
  std::vector<std::string> names;
  for (uint32_t task : coveredTasks(kernel, covers))
    names.push_back(kernel.tasks[task].name);
  return commaList(names) +
         (covers.kind == CoverageKind::end ? " and the end of node " + std::to_string(covers.node) : "");
}

std::string qdc::workspaceLabel(const Kernel &kernel) {
  SizeExpr sum;
  for (const WorkspaceRegion &region : kernel.workspace.regions)
    sum = SizeExpr::binary(SizeExprKind::add, sum, region.size.bytes);
  return sizeLabel(kernel, sum) + " bytes";
}

std::string qdc::regionLabel(const Kernel &kernel, const WorkspaceRegion &region) {
  const RegionSize &size = region.size;
  std::string text = sizeLabel(kernel, size.bytes) + " bytes";
  if (size.source == SizeSource::word)
    text += ", known after node " + std::to_string(size.node);
  if (region.alignment != QDC_ALLOCATION_ALIGNMENT)
    text += ", aligned to " + std::to_string(region.alignment);
  return region.lifetime == RegionLifetime::instance ? text : text + ", of a " + std::string(enumName(region.lifetime));
}

std::string qdc::temporariesLabel(const Kernel &kernel, uint32_t region) {
  std::vector<std::string> words;
  for (uint32_t number = 0; number < kernel.temporaries.size(); ++number) {
    const Temporary &temporary = kernel.temporaries[number];
    if (temporary.region != region)
      continue;
    std::string extents;
    for (const SizeExpr &extent : temporary.extents)
      extents += (extents.empty() ? "" : " x ") + sizeLabel(kernel, extent);
    std::string location = locationLabel(temporary.location);
    words.push_back(std::string(enumName(temporary.type)) + "[" + extents + "]" + (location.empty() ? "" : " ") +
                    location);
    for (const KeptValue &kept : kernel.keptValues)
      if (kept.temporary == number)
        words.push_back(reasonLabel(kept));
  }
  return commaList(words);
}

std::string qdc::reasonLabel(const KeptValue &kept) {
  switch (kept.reason) {
  case KeptReason::overwritten:
    return "overwritten at " + locationLabel(*kept.write);
  case KeptReason::local:
    return "from a local array";
  case KeptReason::unrepeatable:
    return "another one if computed again";
  case KeptReason::carried:
    return "carried by a loop";
  case KeptReason::extreme:
    return "for atomic maxima or minima";
  }
  return "";
}

std::string qdc::shadowLabel(const Module &module, const Kernel &kernel, const Accumulation &accumulation) {
  if (accumulation.argument)
    return kernel.arguments[*accumulation.argument].name;
  return accumulation.global ? "@" + module.globals[*accumulation.global].name : "a temporary";
}

std::string qdc::loopLabel(const Module &module, const Image &image, const LoopCode &loop) {
  return kernelLabel(module.kernels[loop.kernel]) + " node " + std::to_string(loop.node) + ": " +
         std::string(enumName(loop.strategy)) +
         (loop.entryPoint ? " by " + image.entryPoints[*loop.entryPoint].symbol : "");
}

std::vector<NodeList> qdc::nodeLists(const Node &node) {
  std::vector<NodeList> lists;
  const char *body = node.kind == NodeKind::branch ? "then" : "body";
  for (NodeList list : {NodeList{"before", node.before}, NodeList{body, node.body}, NodeList{"else", node.elseBody}})
    if (!list.nodes.empty())
      lists.push_back(list);
  return lists;
}

std::string qdc::kernelLabel(const Kernel &kernel) {
  std::vector<std::string> values;
  for (const SpecializedValue &value : kernel.specializedValues)
    values.push_back(kernel.arguments[value.argument].name + "=" + std::to_string(value.bits));
  std::string name = values.empty() ? kernel.name : kernel.name + "[" + commaList(values) + "]";
  return kernel.checked ? name + " with " + kernel.checked->variant : name;
}

std::string qdc::checksLabel(const Kernel &kernel) {
  if (!kernel.checked)
    return "";
  return std::to_string(kernel.checked->checks) + " places checked, " + std::to_string(kernel.checked->proven) +
         " proven to need none";
}
