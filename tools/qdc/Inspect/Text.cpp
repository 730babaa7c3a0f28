//===- Text.cpp - A package for a person ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/EntryPointGroups.h"
#include "Inspect/Labels.h"
#include "Inspect/PackageSummary.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Package/Signature.h"

#include <algorithm>
#include <set>

using namespace qdc;

/// A cell that is wider moves the rest of its own row only; an extent that is
/// wider has a line of its own.
static constexpr size_t kWidestCell = 60;
/// Where lists of words are broken.
static constexpr size_t kWidth = 100;

namespace {
/// Rows of cells, printed with aligned columns. The last cell of a row widens
/// no column.
class Table {
public:
  void add(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }

  std::string str(const std::string &indent) const {
    std::vector<size_t> widths;
    for (const std::vector<std::string> &row : rows) {
      widths.resize(std::max(widths.size(), row.size()));
      for (size_t i = 0; i + 1 < row.size(); ++i)
        if (row[i].size() <= kWidestCell)
          widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const std::vector<std::string> &row : rows) {
      std::string line = indent;
      for (size_t i = 0; i < row.size(); ++i)
        line += row[i] + std::string(std::max(widths[i], row[i].size()) - row[i].size() + 2, ' ');
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
  }

private:
  std::vector<std::vector<std::string>> rows;
};
} // namespace

static std::string argumentRows(const Kernel &kernel) {
  Table table;
  for (const Argument &argument : kernel.arguments) {
    std::string notes = argument.kind == ArgumentKind::array ? accessLabel(argument.access) : "";
    if (argument.role != ArgumentRole::primal)
      notes += (notes.empty() ? "" : ", ") + std::string(enumName(argument.role));
    if (argument.mayAlias)
      notes += ", may alias";
    if (!argument.group.empty())
      notes += (notes.empty() ? "group " : ", group ") + argument.group;
    table.add({argument.name, typeLabel(kernel, argument), notes, argument.doc});
  }
  return table.str("    ");
}

static void addTask(Table &table, const Module &module, const Kernel &kernel, const Task &task,
                    const std::string &indent) {
  std::string iterations = sizeLabel(kernel, task.extent);
  bool isLong = taskLabel(task, iterations).size() > kWidestCell;
  table.add({indent + "task " + task.name, taskLabel(task, isLong ? "N" : iterations),
             accessLabel(module, kernel, task), locationLabel(task.location)});
  if (isLong)
    table.add({indent + "  N = " + iterations});
  for (const FusedLoop &fused : fusedLoops(kernel, task))
    table.add({indent + "  fuses loop" + (fused.loop->name.empty() ? "" : " " + fused.loop->name) + timesLabel(fused),
               "", "", locationLabel(fused.loop->location)});
}

static void addNodes(Table &table, const Module &module, const Kernel &kernel, std::span<const Node> nodes,
                     const std::string &indent) {
  for (const Node &node : nodes) {
    if (node.kind == NodeKind::task) {
      addTask(table, module, kernel, kernel.tasks[node.task], indent);
      continue;
    }
    table.add({indent + controlLabel(module, kernel, node), "", "", controlLocation(module, node)});
    std::vector<NodeList> lists = nodeLists(node);
    for (const NodeList &list : lists) {
      bool isNamed = node.kind == NodeKind::whileDo || list.nodes.data() != node.body.data();
      if (isNamed)
        table.add({indent + "  " + list.name});
      addNodes(table, module, kernel, list.nodes, indent + (isNamed ? "    " : "  "));
    }
  }
}

/// How a derivative adds to shadows: a row for each shadow, kind and line of the source.
static std::string accumulationRows(const Module &module, const Kernel &kernel) {
  Table table;
  std::vector<std::string> last;
  for (const Accumulation &accumulation : kernel.accumulations) {
    std::vector<std::string> row = {shadowLabel(module, kernel, accumulation), std::string(enumName(accumulation.kind)),
                                    locationLabel(accumulation.location)};
    if (row != last)
      table.add(row);
    last = std::move(row);
  }
  return kernel.accumulations.empty() ? "" : "  adds to shadows\n" + table.str("    ");
}

/// What iterations of a derivative's tasks keep in memory of their own.
static std::string keptRows(const Kernel &kernel) {
  Table table;
  bool isAny = false;
  for (const KeptValue &kept : kernel.keptValues) {
    if (!kept.task)
      continue;
    isAny = true;
    table.add({"task " + kernel.tasks[*kept.task].name, std::to_string(*kept.bytes) + " bytes", reasonLabel(kept),
               locationLabel(kept.location)});
  }
  return isAny ? "  kept by each iteration\n" + table.str("    ") : "";
}

static std::string kernelText(const Module &module, const Kernel &kernel, const GivenSizes &sizes) {
  std::string text = "\nkernel " + kernelLabel(kernel);
  std::string location = locationLabel(kernel.location);
  text += (location.empty() ? "" : "  " + location) + "\n";
  if (!kernel.doc.empty())
    text += "  " + kernel.doc + "\n";
  if (std::string checks = checksLabel(kernel); !checks.empty())
    text += "  " + checks + "\n";
  if (!kernel.arguments.empty())
    text += "  arguments\n" + argumentRows(kernel);
  if (!kernel.results.empty()) {
    Table table;
    const bool isNamed =
        std::ranges::any_of(kernel.results, [](const KernelResult &result) { return !result.name.empty(); });
    for (const KernelResult &result : kernel.results) {
      std::vector<std::string> row = {typeText(result), "word(" + std::to_string(result.workspaceOffset) + ")"};
      if (isNamed)
        row.insert(row.begin(), result.name);
      table.add(std::move(row));
    }
    text += "  results\n" + table.str("    ");
  }
  Table graph;
  addNodes(graph, module, kernel, kernel.graph, "");
  text += "  graph (" + std::string(enumName(kernel.graphMode)) + ")\n" + graph.str("    ");
  const std::vector<WorkspaceRegion> &regions = kernel.workspace.regions;
  text += "  workspace " + regionLabel(kernel, regions.front()) + sizes.bytesLabel(kernel, regions.front().size) + "\n";
  Table others;
  for (size_t i = 1; i < regions.size(); ++i)
    others.add({"region " + regions[i].name,
                regionLabel(kernel, regions[i]) + sizes.bytesLabel(kernel, regions[i].size),
                temporariesLabel(kernel, static_cast<uint32_t>(i))});
  if (regions.size() > 1)
    others.add({"in all", sizes.totalLabel(kernel) + ", each region filled up to whole 64"});
  return text + others.str("    ") + keptRows(kernel) + accumulationRows(module, kernel);
}

static std::string globalsText(const Module &module) {
  Table table;
  for (const Global &global : module.globals) {
    std::string notes = global.isExternal ? "external" : "initially " + std::string(enumName(global.initial));
    notes += global.isConstant ? ", constant" : "";
    notes += global.isPublic ? "" : ", private";
    table.add({global.name, typeLabel(global), notes});
  }
  return module.globals.empty() ? "" : "\nglobals\n" + table.str("  ");
}

/// Rows that look the same, which places on one line are, are one.
static std::string sitesText(const Module &module) {
  Table table;
  std::set<std::vector<std::string>> known;
  for (const Site &site : module.sites) {
    std::vector<std::string> row = {std::string(enumName(site.kind)), locationLabel(site.location), site.message};
    if (known.insert(row).second)
      table.add(std::move(row));
  }
  return module.sites.empty() ? "" : "\nsites\n" + table.str("  ");
}

/// "  needs a, b, c", broken after a comma where a line gets too long.
static std::string needsText(std::span<const std::string> features) {
  const std::string start = "  needs";
  std::string text = start;
  size_t column = start.size();
  for (const std::string &feature : features) {
    std::string word = " " + feature + (&feature == &features.back() ? "" : ",");
    if (column + word.size() > kWidth) {
      text += "\n" + std::string(start.size(), ' ');
      column = start.size();
    }
    text += word;
    column += word.size();
  }
  return text + "\n";
}

/// "runs a, b", how it is launched and what its code needs.
static std::string entryPointRows(const Module &module, const Image &image, const ImageCode &imageCode) {
  const std::vector<CubinKernel> &code = imageCode.kernels;
  Table table;
  for (const EntryPointGroup &group : groupEntryPoints(module, image))
    for (const EntryPointUses &uses : group.uses) {
      const bool isFirst = &uses == &group.uses.front();
      table.add({isFirst ? group.symbol : "", "runs " + usesLabel(module, image, uses), "slots " + uses.slots});
      const size_t entry = uses.entries.front();
      if (const LaunchShape *shape = gridOf(image.entryPoints[entry].launch))
        table.add({"  " + launchLabel(*shape) + (code.empty() ? "" : "; " + codeLabel(code[entry]))});
    }
  return table.str("    ");
}

/// The regions that the image adds, and how its loops are run.
static std::string additionRows(const Module &module, const Image &image, const ImageCode &imageCode) {
  Table regions, loops;
  for (const ImageRegion &added : image.regions)
    regions.add({kernelLabel(module.kernels[added.kernel]), added.region.name,
                 regionLabel(module.kernels[added.kernel], added.region)});
  for (const LoopCode &loop : image.loops)
    loops.add({loopLabel(module, image, loop) + loopCodeLabel(imageCode, loop)});
  return (image.regions.empty() ? "" : "  regions\n" + regions.str("    ")) +
         (image.loops.empty() ? "" : "  loops\n" + loops.str("    "));
}

static std::string imagesText(const Module &module, const ModuleSummary &summary) {
  std::string text;
  for (size_t i = 0; i < module.images.size(); ++i) {
    const Image &image = module.images[i];
    text += "\nimage " + imageLabel(image) + ": " + std::to_string(summary.imageBytes[i]) + " bytes, kernel ABI " +
            std::to_string(image.kernelABIVersion) + (image.mathLibrary.empty() ? "" : ", math " + image.mathLibrary) +
            (image.assembler ? ", assembled by " + *image.assembler : "") + ptxLabel(summary.imageCode[i]) + "\n";
    if (!image.features.empty())
      text += needsText(image.features);
    text += "  sha256 " + image.digest + "\n  entry points\n" + entryPointRows(module, image, summary.imageCode[i]) +
            additionRows(module, image, summary.imageCode[i]);
  }
  return text;
}

static std::string digestsText(const Module &module) {
  return "source sha256 " + module.sourceDigest + "\n" +
         (module.optionsDigest ? "options sha256 " + *module.optionsDigest + "\n" : "");
}

std::string qdc::inspectText(const PackageSummary &package) {
  const Manifest &manifest = package.manifest;
  std::string text = package.path + ": " + std::to_string(package.bytes) + " bytes, manifest " +
                     std::to_string(manifest.major) + "." + std::to_string(manifest.minor) + ", made by " +
                     manifest.producer + "\n";
  if (!manifest.requires_.empty())
    text += "requires " + commaList(manifest.requires_) + "\n";
  for (size_t i = 0; i < manifest.modules.size(); ++i) {
    const Module &module = manifest.modules[i];
    std::string title = moduleTitle(package, i);
    text += (title.empty() ? "" : "\n" + title + "\n") + digestsText(module);
    for (const Kernel &kernel : module.kernels)
      text += kernelText(module, kernel, package.sizes);
    text += globalsText(module) + sitesText(module) + imagesText(module, package.modules[i]);
  }
  return text;
}
