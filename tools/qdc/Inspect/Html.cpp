//===- Html.cpp - A package as one page -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page is whole: no script, no other file, and a policy that would keep a
// browser from loading any.
//
//===----------------------------------------------------------------------===//
#include "Inspect/EntryPointGroups.h"
#include "Inspect/HtmlKernel.h"
#include "Inspect/HtmlStyle.h"
#include "Inspect/Labels.h"
#include "Inspect/Markup.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <cstdio>
#include <set>

using namespace qdc;

using Rows = std::vector<std::vector<std::string>>;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
struct Part {
  std::string name;
  uint64_t bytes = 0;
};
} // namespace

/// What the file is made of; the parts' sum is its size.
static std::vector<Part> parts(const PackageSummary &package) {
  std::vector<Part> list = {{"manifest", package.manifestText.size()}};
  for (size_t m = 0; m < package.modules.size(); ++m) {
    const Module &module = package.manifest.modules[m];
    std::string title = moduleTitle(package, m);
    std::string of = title.empty() ? "" : " of " + title;
    if (module.dataBytes)
      list.push_back({"initial values of globals" + of, module.dataBytes});
    for (size_t i = 0; i < module.images.size(); ++i)
      list.push_back({"image " + imageLabel(module.images[i]) + of, package.modules[m].imageBytes[i]});
  }
  uint64_t rest = package.bytes;
  for (const Part &part : list)
    rest -= part.bytes;
  list.push_back({"headers, padding and index", rest});
  return list;
}

static std::string percentage(uint64_t bytes, uint64_t all) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", all ? 100.0 * static_cast<double>(bytes) / static_cast<double>(all) : 0.0);
  return text;
}

static std::string sizesSection(const PackageSummary &package) {
  std::string bar;
  Rows rows;
  unsigned number = 0;
  for (const Part &part : parts(package)) {
    std::string colour = "part-" + std::to_string(number++ % kPartColours);
    std::string share = percentage(part.bytes, package.bytes);
    bar += "<span class=\"" + colour + "\" style=\"flex:" + std::to_string(part.bytes) + "\" title=\"" +
           escapeMarkup(part.name) + ", " + share + " %\"></span>";
    rows.push_back({"<span class=\"swatch " + colour + "\"></span>" + escapeMarkup(part.name),
                    groupedNumber(part.bytes), share + " %"});
  }
  rows.push_back({"the file", groupedNumber(package.bytes), "100 %"});
  return "<section id=\"sizes\">\n<h2>Sizes</h2>\n<div class=\"bar\" aria-hidden=\"true\">" + bar + "</div>\n" +
         tableMarkup({"part", "bytes", "share"}, rows, 1) + "</section>\n";
}

//===----------------------------------------------------------------------===//
// Globals, places, images
//===----------------------------------------------------------------------===//

static std::string globalsSection(const Module &module, const std::string &id) {
  if (module.globals.empty())
    return "";
  Rows rows;
  for (const Global &global : module.globals) {
    std::string notes = global.isConstant ? "constant" : "";
    if (!global.isPublic)
      notes += notes.empty() ? "private" : ", private";
    rows.push_back({codeMarkup(global.name), codeMarkup(typeLabel(global)),
                    global.isExternal ? "bound from outside" : std::string(enumName(global.initial)), notes});
  }
  return "<section id=\"" + id + "\">\n<h2>Globals</h2>\n" +
         tableMarkup({"name", "type and shape", "initial value", "notes"}, rows) + "</section>\n";
}

static std::string sitesSection(const Module &module, const std::string &id) {
  if (module.sites.empty())
    return "";
  Rows rows;
  std::set<std::vector<std::string>> known; // places on one line look the same
  for (const Site &site : module.sites) {
    std::vector<std::string> row = {std::string(enumName(site.kind)), codeMarkup(locationLabel(site.location)),
                                    codeMarkup(site.message)};
    if (known.insert(row).second)
      rows.push_back(std::move(row));
  }
  return "<section id=\"" + id + "\">\n<h2>Places that report</h2>\n" +
         tableMarkup({"kind", "place", "text or name"}, rows) + "</section>\n";
}

/// The tasks that an entry point runs, with links to them.
static std::string coverageMarkup(const ModulePart &part, const EntryPoint &entry) {
  const Kernel &kernel = part.module.kernels[entry.kernel];
  std::vector<std::string> tasks;
  for (uint32_t task : coveredTasks(kernel, entry.covers))
    tasks.push_back("<a href=\"#" + part.taskId(entry.kernel, task) + "\">" + codeMarkup(kernel.tasks[task].name) +
                    "</a>");
  bool isNode = entry.covers.kind == CoverageKind::node;
  return (isNode ? escapeMarkup(coverageLabel(kernel, entry.covers)) + ": " : "") + commaList(tasks);
}

/// The same for all uses.
static std::string coverageMarkup(const ModulePart &part, const Image &image, const EntryPointUses &uses) {
  std::vector<std::string> words;
  for (size_t entry : uses.entries)
    words.push_back(coverageMarkup(part, image.entryPoints[entry]));
  return commaList(words);
}

/// The kernels of the uses, each once.
static std::string kernelsMarkup(const Module &module, const Image &image, const EntryPointUses &uses) {
  std::vector<std::string> words;
  for (size_t entry : uses.entries)
    if (std::string word = codeMarkup(kernelLabel(module.kernels[image.entryPoints[entry].kernel]));
        std::ranges::find(words, word) == words.end())
      words.push_back(std::move(word));
  return commaList(words);
}

static std::string entryPointTable(const ModulePart &part, size_t number) {
  const Module &module = part.module;
  const Image &image = module.images[number];
  const std::vector<CubinKernel> &code = part.summary.imageCode[number].kernels;
  bool isOfGPU = std::ranges::any_of(image.entryPoints, [](const EntryPoint &entry) { return gridOf(entry.launch); });
  Rows rows;
  for (const EntryPointGroup &group : groupEntryPoints(module, image))
    for (const EntryPointUses &uses : group.uses) {
      rows.push_back({&uses == &group.uses.front() ? codeMarkup(group.symbol) : "", kernelsMarkup(module, image, uses),
                      coverageMarkup(part, image, uses), escapeMarkup(uses.slots)});
      const size_t entry = uses.entries.front();
      const LaunchShape *shape = gridOf(image.entryPoints[entry].launch);
      if (isOfGPU)
        rows.back().push_back(
            escapeMarkup((shape ? launchLabel(*shape) : "") + (code.empty() ? "" : "; " + codeLabel(code[entry]))));
    }
  std::vector<std::string> titles = {"entry point", "kernel", "tasks", "slots"};
  if (isOfGPU)
    titles.push_back("launch and code");
  return tableMarkup(titles, rows);
}

/// The regions that the image adds, and how its loops are run.
static std::string additionTables(const Module &module, const Image &image, const ImageCode &code) {
  Rows regions, loops;
  for (const ImageRegion &added : image.regions) {
    const Kernel &kernel = module.kernels[added.kernel];
    regions.push_back({codeMarkup(added.region.name), codeMarkup(kernelLabel(kernel)),
                       escapeMarkup(regionLabel(kernel, added.region))});
  }
  for (const LoopCode &loop : image.loops)
    loops.push_back({escapeMarkup(loopLabel(module, image, loop) + loopCodeLabel(code, loop))});
  return (regions.empty() ? "" : tableMarkup({"region", "kernel", "size"}, regions)) +
         (loops.empty() ? "" : tableMarkup({"a way to run a loop"}, loops));
}

static std::string imagesSection(const ModulePart &part, const std::string &id) {
  std::string text = "<section id=\"" + id + "\">\n<h2>Images</h2>\n";
  for (size_t i = 0; i < part.module.images.size(); ++i) {
    const Image &image = part.module.images[i];
    text += "<h3 id=\"" + part.imageId(i) + "\">" + codeMarkup(imageLabel(image)) + "</h3>\n<dl>\n<dt>size</dt><dd>" +
            groupedNumber(part.summary.imageBytes[i]) + " bytes</dd>\n";
    if (!image.features.empty())
      text += "<dt>needs</dt><dd>" + escapeMarkup(commaList(image.features)) + "</dd>\n";
    if (!image.mathLibrary.empty())
      text += "<dt>math</dt><dd>" + escapeMarkup(image.mathLibrary) + "</dd>\n";
    if (image.assembler)
      text += "<dt>assembled by</dt><dd>" + escapeMarkup(*image.assembler) + "</dd>\n";
    if (const ImageCode &code = part.summary.imageCode[i]; !code.ptxVersion.empty())
      text += "<dt>PTX</dt><dd>" + escapeMarkup(code.ptxVersion + " for " + code.ptxTarget) + "</dd>\n";
    text += "<dt>kernel ABI</dt><dd>" + std::to_string(image.kernelABIVersion) + "</dd>\n<dt>SHA-256</dt><dd>" +
            codeMarkup(image.digest) + "</dd>\n</dl>\n" + entryPointTable(part, i) +
            additionTables(part.module, image, part.summary.imageCode[i]);
  }
  return text + "</section>\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static std::string item(const std::string &id, const std::string &markup, const std::string &inner = "") {
  return "<li><a href=\"#" + id + "\">" + markup + "</a>" + (inner.empty() ? "" : "\n<ul>\n" + inner + "</ul>\n") +
         "</li>\n";
}

/// The items of a module.
static std::string navigation(const ModulePart &part, const std::string &suffix) {
  const Module &module = part.module;
  std::string text;
  for (size_t i = 0; i < module.kernels.size(); ++i) {
    const Kernel &kernel = module.kernels[i];
    std::string tasks;
    for (size_t task = 0; task < kernel.tasks.size(); ++task)
      tasks += item(part.taskId(i, task), "task " + codeMarkup(kernel.tasks[task].name));
    text += item(part.kernelId(i), "Kernel " + codeMarkup(kernelLabel(kernel)), tasks);
  }
  text += module.globals.empty() ? "" : item("globals" + suffix, "Globals");
  text += module.sites.empty() ? "" : item("sites" + suffix, "Places that report");
  std::string images;
  for (size_t i = 0; i < module.images.size(); ++i)
    images += item(part.imageId(i), codeMarkup(imageLabel(module.images[i])));
  return text + item("images" + suffix, "Images", images);
}

static std::string head(const PackageSummary &package) {
  const Manifest &manifest = package.manifest;
  std::string text = "<header>\n<h1>" + escapeMarkup(fileName(package.path)) + "</h1>\n<p>A package of " +
                     groupedNumber(package.bytes) + " bytes, made by " + escapeMarkup(manifest.producer) +
                     ", manifest " + std::to_string(manifest.major) + "." + std::to_string(manifest.minor) + ".</p>\n";
  if (!manifest.requires_.empty())
    text += "<p>A reader must know " + escapeMarkup(commaList(manifest.requires_)) + ".</p>\n";
  if (package.source)
    text += "<p class=\"aside\">Tasks stand beside their lines of " + codeMarkup(fileName(package.source->path)) +
            ", which has the SHA-256 below.</p>\n";
  else
    text += "<p class=\"aside\">The package does not hold its source; the option <code class=\"short\">--source=FILE"
            "</code> of <code class=\"short\">qdc inspect --html</code> puts it beside the tasks.</p>\n";
  return text + "</header>\n";
}

static std::string digests(const Module &module) {
  return "<p class=\"aside\">SHA-256 of the source: " + codeMarkup(module.sourceDigest) + "</p>\n" +
         (module.optionsDigest
              ? "<p class=\"aside\">SHA-256 of the options: " + codeMarkup(*module.optionsDigest) + "</p>\n"
              : "");
}

/// All that the page says about a module. Its sections' ids end with `suffix`.
static std::string moduleMarkup(const PackageSummary &package, const ModulePart &part, const std::string &title,
                                const std::string &suffix) {
  const SourceText *source = package.source && package.source->isOf(part.module) ? &*package.source : nullptr;
  std::string text = title.empty() ? "" : "<h2>" + title + "</h2>\n";
  text += digests(part.module);
  EntryPointNames entryPoints(part.module);
  for (size_t kernel = 0; kernel < part.module.kernels.size(); ++kernel)
    text += kernelSection(part, source, entryPoints, kernel);
  return text + globalsSection(part.module, "globals" + suffix) + sitesSection(part.module, "sites" + suffix) +
         imagesSection(part, "images" + suffix);
}

std::string qdc::inspectHtml(const PackageSummary &package) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                     "'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                     escapeMarkup(fileName(package.path)) + " - qdc package</title>\n<style>";
  text += pageStyle();
  std::string items = item("sizes", "Sizes"), modules;
  size_t kernels = 0, images = 0;
  for (size_t m = 0; m < package.modules.size(); ++m) {
    const Module &module = package.manifest.modules[m];
    ModulePart part{module, package.modules[m], kernels, images};
    std::string title = moduleTitle(package, m), suffix = title.empty() ? "" : "-" + std::to_string(m);
    items += navigation(part, suffix);
    modules += moduleMarkup(package, part, title, suffix);
    kernels += module.kernels.size();
    images += module.images.size();
  }
  return text +
         "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">to the content</a>\n<div class=\"page\">\n"
         "<nav aria-label=\"contents\">\n<ul>\n" +
         items + "</ul>\n</nav>\n<main id=\"content\">\n" + head(package) + sizesSection(package) + modules +
         "</main>\n</div>\n</body>\n</html>\n";
}
