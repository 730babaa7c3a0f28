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
#include "Inspect/HtmlKernel.h"
#include "Inspect/HtmlStyle.h"
#include "Inspect/Labels.h"
#include "Inspect/Markup.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <cstdio>

using namespace qdc;

using Rows = std::vector<std::vector<std::string>>;

static std::string imageId(size_t image) { return "image-" + std::to_string(image); }

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
  if (package.dataBytes)
    list.push_back({"initial values of globals", package.dataBytes});
  for (size_t i = 0; i < package.imageBytes.size(); ++i)
    list.push_back({"image " + imageLabel(package.manifest.images[i]), package.imageBytes[i]});
  uint64_t rest = package.bytes;
  for (const Part &part : list)
    rest -= part.bytes;
  list.push_back({"headers and padding", rest});
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

static std::string globalsSection(const Manifest &manifest) {
  if (manifest.globals.empty())
    return "";
  Rows rows;
  for (const Global &global : manifest.globals) {
    std::string notes = global.isConstant ? "constant" : "";
    if (!global.isPublic)
      notes += notes.empty() ? "private" : ", private";
    rows.push_back({codeMarkup(global.name), codeMarkup(typeLabel(global)),
                    global.isExternal ? "bound from outside" : std::string(enumName(global.initial)), notes});
  }
  return "<section id=\"globals\">\n<h2>Globals</h2>\n" +
         tableMarkup({"name", "type and shape", "initial value", "notes"}, rows) + "</section>\n";
}

static std::string sitesSection(const Manifest &manifest) {
  if (manifest.sites.empty())
    return "";
  Rows rows;
  for (const Site &site : manifest.sites)
    rows.push_back(
        {std::string(enumName(site.kind)), codeMarkup(locationLabel(site.location)), codeMarkup(site.message)});
  return "<section id=\"sites\">\n<h2>Places that report</h2>\n" +
         tableMarkup({"kind", "place", "text or name"}, rows) + "</section>\n";
}

static std::string entryPointTable(const PackageSummary &package, size_t number) {
  const Manifest &manifest = package.manifest;
  const Image &image = manifest.images[number];
  const std::vector<CubinKernel> &code = package.imageCode[number].kernels;
  bool isOfGPU =
      std::ranges::any_of(image.entryPoints, [](const EntryPoint &entry) { return entry.launch.has_value(); });
  Rows rows;
  for (size_t i = 0; i < image.entryPoints.size(); ++i) {
    const EntryPoint &entry = image.entryPoints[i];
    const Kernel &kernel = manifest.kernels[entry.kernel];
    std::vector<std::string> tasks, slots;
    for (uint32_t task : entry.tasks)
      tasks.push_back("<a href=\"#" + taskId(entry.kernel, task) + "\">" + codeMarkup(kernel.tasks[task].name) +
                      "</a>");
    for (const SlotSource &slot : entry.slots)
      slots.push_back(escapeMarkup(slotLabel(manifest, kernel, slot)));
    rows.push_back({codeMarkup(entry.symbol), codeMarkup(kernelLabel(kernel)), commaList(tasks),
                    slots.empty() ? "none" : commaList(slots)});
    if (isOfGPU)
      rows.back().push_back(escapeMarkup((entry.launch ? launchLabel(*entry.launch) : "") +
                                         (code.empty() ? "" : "; " + codeLabel(code[i]))));
  }
  std::vector<std::string> titles = {"entry point", "kernel", "tasks", "slots"};
  if (isOfGPU)
    titles.push_back("launch and code");
  return tableMarkup(titles, rows);
}

static std::string imagesSection(const PackageSummary &package) {
  std::string text = "<section id=\"images\">\n<h2>Images</h2>\n";
  for (size_t i = 0; i < package.manifest.images.size(); ++i) {
    const Image &image = package.manifest.images[i];
    text += "<h3 id=\"" + imageId(i) + "\">" + codeMarkup(imageLabel(image)) + "</h3>\n<dl>\n<dt>size</dt><dd>" +
            groupedNumber(package.imageBytes[i]) + " bytes</dd>\n";
    if (!image.features.empty())
      text += "<dt>needs</dt><dd>" + escapeMarkup(commaList(image.features)) + "</dd>\n";
    if (!image.mathLibrary.empty())
      text += "<dt>math</dt><dd>" + escapeMarkup(image.mathLibrary) + "</dd>\n";
    if (image.assembler)
      text += "<dt>assembled by</dt><dd>" + escapeMarkup(*image.assembler) + "</dd>\n";
    if (const ImageCode &code = package.imageCode[i]; !code.ptxVersion.empty())
      text += "<dt>PTX</dt><dd>" + escapeMarkup(code.ptxVersion + " for " + code.ptxTarget) + "</dd>\n";
    text += "<dt>kernel ABI</dt><dd>" + std::to_string(image.kernelABIVersion) + "</dd>\n<dt>SHA-256</dt><dd>" +
            codeMarkup(image.digest) + "</dd>\n</dl>\n" + entryPointTable(package, i);
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

static std::string navigation(const Manifest &manifest) {
  std::string text = "<nav aria-label=\"contents\">\n<ul>\n" + item("sizes", "Sizes");
  for (size_t i = 0; i < manifest.kernels.size(); ++i) {
    const Kernel &kernel = manifest.kernels[i];
    std::string tasks;
    for (size_t task = 0; task < kernel.tasks.size(); ++task)
      tasks += item(taskId(i, task), "task " + codeMarkup(kernel.tasks[task].name));
    text += item(kernelId(i), "Kernel " + codeMarkup(kernelLabel(kernel)), tasks);
  }
  text += manifest.globals.empty() ? "" : item("globals", "Globals");
  text += manifest.sites.empty() ? "" : item("sites", "Places that report");
  std::string images;
  for (size_t i = 0; i < manifest.images.size(); ++i)
    images += item(imageId(i), codeMarkup(imageLabel(manifest.images[i])));
  return text + item("images", "Images", images) + "</ul>\n</nav>\n";
}

static std::string head(const PackageSummary &package) {
  const Manifest &manifest = package.manifest;
  std::string text = "<header>\n<h1>" + escapeMarkup(fileName(package.path)) + "</h1>\n<p>A package of " +
                     groupedNumber(package.bytes) + " bytes, made by " + escapeMarkup(manifest.producer) +
                     ", manifest " + std::to_string(manifest.major) + "." + std::to_string(manifest.minor) + ".</p>\n" +
                     "<p class=\"aside\">SHA-256 of the source: " + codeMarkup(manifest.sourceDigest) + "</p>\n";
  if (manifest.optionsDigest)
    text += "<p class=\"aside\">SHA-256 of the options: " + codeMarkup(*manifest.optionsDigest) + "</p>\n";
  if (!manifest.requires_.empty())
    text += "<p>A reader must know " + escapeMarkup(commaList(manifest.requires_)) + ".</p>\n";
  if (package.source)
    text += "<p class=\"aside\">Tasks stand beside their lines of " + codeMarkup(fileName(package.source->path)) +
            ", which has that SHA-256.</p>\n";
  else
    text += "<p class=\"aside\">The package does not hold its source; the option <code class=\"short\">--source=FILE"
            "</code> of <code class=\"short\">qdc inspect --html</code> puts it beside the tasks.</p>\n";
  return text + "</header>\n";
}

std::string qdc::inspectHtml(const PackageSummary &package) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                     "'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                     escapeMarkup(fileName(package.path)) + " - qdc package</title>\n<style>";
  text += pageStyle();
  text += "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">to the content</a>\n<div class=\"page\">\n" +
          navigation(package.manifest) + "<main id=\"content\">\n" + head(package) + sizesSection(package);
  EntryPointNames entryPoints(package.manifest);
  for (size_t kernel = 0; kernel < package.manifest.kernels.size(); ++kernel)
    text += kernelSection(package, entryPoints, kernel);
  return text + globalsSection(package.manifest) + sitesSection(package.manifest) + imagesSection(package) +
         "</main>\n</div>\n</body>\n</html>\n";
}
