//===- HtmlKernel.cpp - A kernel's part of the page -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/HtmlKernel.h"

#include "Inspect/GraphPicture.h"
#include "Inspect/Labels.h"
#include "Inspect/Markup.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Package/Signature.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace qdc;

std::string ModulePart::kernelId(size_t kernel) const { return "kernel-" + std::to_string(firstKernel + kernel); }
std::string ModulePart::taskId(size_t kernel, size_t task) const {
  return kernelId(kernel) + "-task-" + std::to_string(task);
}
std::string ModulePart::imageId(size_t image) const { return "image-" + std::to_string(firstImage + image); }

static std::string shapeWords(const Kernel &kernel, const Argument &argument) {
  if (argument.kind == ArgumentKind::scalar)
    return "scalar";
  if (argument.shape.empty())
    return "rank 0";
  std::string text;
  for (size_t axis = 0; axis < argument.shape.size(); ++axis)
    text += (text.empty() ? "" : " × ") + extentLabel(kernel, argument, axis);
  return escapeMarkup(text);
}

static std::string argumentTable(const Kernel &kernel) {
  if (kernel.arguments.empty())
    return "<p>This kernel has no arguments.</p>\n";
  std::vector<std::vector<std::string>> rows;
  for (const Argument &argument : kernel.arguments) {
    std::string type(enumName(argument.type));
    type += argument.signedness == Signedness::unsignedInteger ? " unsigned" : "";
    std::string notes = argument.role != ArgumentRole::primal ? std::string(enumName(argument.role)) : "";
    if (argument.mayAlias)
      notes += notes.empty() ? "may alias" : ", may alias";
    if (!argument.group.empty())
      notes += (notes.empty() ? "group " : ", group ") + codeMarkup(argument.group);
    if (!argument.doc.empty())
      notes += (notes.empty() ? "" : ", ") + escapeMarkup(argument.doc);
    rows.push_back({codeMarkup(argument.name), codeMarkup(type), shapeWords(kernel, argument),
                    argument.kind == ArgumentKind::array ? accessLabel(argument.access) : "by value", notes});
  }
  return tableMarkup({"name", "type", "shape", "access", "notes"}, rows);
}

static std::string resultTable(const Kernel &kernel) {
  if (kernel.results.empty())
    return "";
  std::vector<std::vector<std::string>> rows;
  for (size_t index = 0; index < kernel.results.size(); ++index)
    rows.push_back({kernel.results[index].name.empty() ? std::to_string(index) : codeMarkup(kernel.results[index].name),
                    codeMarkup(typeText(kernel.results[index])),
                    codeMarkup("word(" + std::to_string(kernel.results[index].workspaceOffset) + ")")});
  return "<h3>Results</h3>\n" + tableMarkup({"result", "type", "in the workspace"}, rows);
}

static std::string graphFigure(const ModulePart &part, const Kernel &kernel, size_t index) {
  GraphPicture picture = drawGraph(part.module, kernel, part.kernelId(index) + "-task-");
  std::string size = std::to_string(picture.width) + "\" height=\"" + std::to_string(picture.height);
  return "<h3 id=\"" + part.kernelId(index) +
         "-graph\">Graph</h3>\n"
         "<p>It runs from top to bottom; a task leads to its details.</p>\n"
         "<div class=\"scroll\" tabindex=\"0\"><svg width=\"" +
         size + "\" viewBox=\"0 0 " + std::to_string(picture.width) + " " + std::to_string(picture.height) +
         "\" role=\"group\" aria-label=\"graph of the kernel\">\n" + picture.elements + "</svg></div>\n";
}

/// A line with its number; a comment at its end is set apart.
static std::string sourceLine(uint32_t number, std::string_view line) {
  size_t comment = line.find("//");
  // Not within a string.
  if (comment != std::string_view::npos && line.substr(0, comment).find('"') != std::string_view::npos)
    comment = std::string_view::npos;
  comment = std::min(comment, line.size());
  std::string text =
      "<span class=\"line\">" + std::to_string(number) + "</span>" + escapeMarkup(line.substr(0, comment));
  if (comment < line.size())
    text += "<span class=\"comment\">" + escapeMarkup(line.substr(comment)) + "</span>";
  return text + "\n";
}

/// Some lines of the source, moved to the left edge.
static std::string sourceLines(std::span<const std::string> lines, const LineRange &range) {
  lines = lines.subspan(range.first - 1, range.last - range.first + 1);
  size_t indent = std::string::npos;
  for (const std::string &line : lines)
    indent = std::min(indent, line.find_first_not_of(' '));
  std::string text = "<pre tabindex=\"0\">";
  for (uint32_t number = range.first; const std::string &line : lines)
    text += sourceLine(number++, std::string_view(line).substr(std::min(indent, line.size())));
  return text + "</pre>\n";
}

/// The task's lines, those of each loop apart; empty if no source was asked for.
static std::string taskSource(const SourceText *source, const std::optional<TaskLines> &lines, const Task &task) {
  if (!lines)
    return "";
  std::string text;
  for (const LineRange &range : lines->of(task))
    text += sourceLines(source->lines, range);
  return text.empty() ? "<p class=\"aside\">This task's place is not in the source that was given.</p>\n" : text;
}

EntryPointNames::EntryPointNames(const Module &module) {
  for (const Kernel &kernel : module.kernels)
    names.emplace_back(kernel.tasks.size());
  std::set<std::tuple<uint32_t, uint32_t, std::string_view>> known;
  for (const Image &image : module.images)
    for (const EntryPoint &entry : image.entryPoints)
      for (uint32_t task : coveredTasks(module.kernels[entry.kernel], entry.covers))
        if (known.emplace(entry.kernel, task, entry.symbol).second)
          names[entry.kernel][task].push_back(entry.symbol);
}

std::string EntryPointNames::of(size_t kernel, size_t task) const {
  std::vector<std::string> markup;
  for (const std::string &name : names[kernel][task])
    markup.push_back(codeMarkup(name));
  return commaList(markup);
}

static std::string taskArticle(const ModulePart &part, const SourceText *source, const EntryPointNames &entryPoints,
                               const std::optional<TaskLines> &lines, size_t kernelIndex, size_t taskIndex) {
  const Kernel &kernel = part.module.kernels[kernelIndex];
  const Task &task = kernel.tasks[taskIndex];
  std::string facts;
  auto fact = [&](const char *name, const std::string &markup) {
    if (!markup.empty())
      facts += std::string("<dt>") + name + "</dt><dd>" + markup + "</dd>\n";
  };
  if (task.kind == TaskKind::parallel)
    fact("iterations", codeMarkup(sizeLabel(kernel, task.extent)));
  fact("block", task.blockDim ? std::to_string(task.blockDim) : "");
  std::string work = groupedNumber(task.operations) + (task.operations == 1 ? " operation" : " operations");
  fact("work", task.operations ? "about " + work + (task.kind == TaskKind::parallel ? " an iteration" : "") : "");
  fact("access", escapeMarkup(accessLabel(part.module, kernel, task)));
  fact("place", codeMarkup(locationLabel(task.location)));
  fact("loops", escapeMarkup(fusedLoopsLabel(kernel, task)));
  fact("entry point", entryPoints.of(kernelIndex, taskIndex));
  std::string kind(enumName(task.kind));
  return "<article class=\"" + kind + "\" id=\"" + part.taskId(kernelIndex, taskIndex) + "\">\n<h4>task " +
         codeMarkup(task.name) + " <span class=\"kind\">" + kind + "</span> <a class=\"back\" href=\"#" +
         part.kernelId(kernelIndex) + "-graph\">to the graph</a></h4>\n<div class=\"beside\">\n<dl>\n" + facts +
         "</dl>\n" + taskSource(source, lines, task) + "</div>\n</article>\n";
}

/// A row for each region but the words.
static std::string regionTable(const Kernel &kernel) {
  std::vector<std::vector<std::string>> rows;
  for (size_t i = 1; i < kernel.workspace.regions.size(); ++i)
    rows.push_back({codeMarkup(kernel.workspace.regions[i].name),
                    escapeMarkup(regionLabel(kernel, kernel.workspace.regions[i])),
                    escapeMarkup(temporariesLabel(kernel, static_cast<uint32_t>(i)))});
  if (!rows.empty())
    rows.push_back({"in all", escapeMarkup(GivenSizes().totalLabel(kernel)), "each filled up to whole 64"});
  return rows.empty() ? "" : "<h3>Regions of the workspace</h3>\n" + tableMarkup({"name", "size", "temporaries"}, rows);
}

/// A row for each place of a derivative that adds to a shadow.
static std::string accumulationTable(const Module &module, const Kernel &kernel) {
  std::vector<std::vector<std::string>> rows;
  for (const Accumulation &accumulation : kernel.accumulations)
    rows.push_back({codeMarkup(shadowLabel(module, kernel, accumulation)), std::string(enumName(accumulation.kind)),
                    codeMarkup(locationLabel(accumulation.location))});
  return rows.empty() ? "" : "<h3>Shadows</h3>\n" + tableMarkup({"shadow", "added to by", "place"}, rows);
}

/// A row for what iterations of each task of a derivative keep in memory of their own.
static std::string keptTable(const Kernel &kernel) {
  std::vector<std::vector<std::string>> rows;
  for (const KeptValue &kept : kernel.keptValues)
    if (kept.task)
      rows.push_back({codeMarkup(kernel.tasks[*kept.task].name), std::to_string(*kept.bytes) + " bytes",
                      escapeMarkup(reasonLabel(kept)), codeMarkup(locationLabel(kept.location))});
  return rows.empty() ? "" : "<h3>Kept by each iteration</h3>\n" + tableMarkup({"task", "size", "why", "place"}, rows);
}

std::string qdc::kernelSection(const ModulePart &part, const SourceText *source, const EntryPointNames &entryPoints,
                               size_t index) {
  const Kernel &kernel = part.module.kernels[index];
  std::string location = locationLabel(kernel.location);
  std::string text = "<section id=\"" + part.kernelId(index) + "\">\n<h2>Kernel " + codeMarkup(kernelLabel(kernel)) +
                     "</h2>\n" + (kernel.doc.empty() ? "" : "<p>" + escapeMarkup(kernel.doc) + "</p>\n") + "<p>" +
                     (location.empty() ? "" : codeMarkup(location) + ", ") + "workspace of " +
                     codeMarkup(sizeLabel(kernel, kernel.workspace.wordsBytes())) + " bytes, graph " +
                     std::string(enumName(kernel.graphMode)) + (kernel.checked ? ", " + checksLabel(kernel) : "") +
                     "</p>\n<h3>Arguments</h3>\n" + argumentTable(kernel) + resultTable(kernel) + regionTable(kernel) +
                     keptTable(kernel) + accumulationTable(part.module, kernel) + graphFigure(part, kernel, index) +
                     "<h3>Tasks</h3>\n";
  std::optional<TaskLines> lines;
  if (source)
    lines.emplace(*source, part.module, kernel);
  for (size_t task = 0; task < kernel.tasks.size(); ++task)
    text += taskArticle(part, source, entryPoints, lines, index, task);
  return text + "</section>\n";
}
