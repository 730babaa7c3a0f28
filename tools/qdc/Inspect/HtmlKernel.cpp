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

#include <algorithm>

using namespace qdc;

std::string qdc::kernelId(size_t kernel) { return "kernel-" + std::to_string(kernel); }
std::string qdc::taskId(size_t kernel, size_t task) { return kernelId(kernel) + "-task-" + std::to_string(task); }

static std::string shapeWords(const Argument &argument) {
  if (argument.kind == ArgumentKind::scalar)
    return "scalar";
  if (argument.shape.empty())
    return "rank 0";
  std::string text;
  for (int64_t extent : argument.shape)
    text += (text.empty() ? "" : " × ") + (extent == kDynamicDimension ? "?" : std::to_string(extent));
  return text;
}

static std::string argumentTable(const Kernel &kernel) {
  if (kernel.arguments.empty())
    return "<p>This kernel has no arguments.</p>\n";
  std::vector<std::vector<std::string>> rows;
  for (const Argument &argument : kernel.arguments) {
    std::string type(enumName(argument.type));
    type += argument.signedness == Signedness::unsignedInteger ? " unsigned" : "";
    std::string notes = argument.mayAlias ? "may alias" : "";
    if (!argument.group.empty())
      notes += (notes.empty() ? "group " : ", group ") + codeMarkup(argument.group);
    rows.push_back({codeMarkup(argument.name), codeMarkup(type), shapeWords(argument),
                    argument.kind == ArgumentKind::array ? accessLabel(argument.access) : "by value", notes});
  }
  return tableMarkup({"name", "type", "shape", "access", "notes"}, rows);
}

static std::string resultTable(const Kernel &kernel) {
  if (kernel.results.empty())
    return "";
  std::vector<std::vector<std::string>> rows;
  for (size_t index = 0; index < kernel.results.size(); ++index)
    rows.push_back({std::to_string(index), codeMarkup(enumName(kernel.results[index].type)),
                    codeMarkup("word(" + std::to_string(kernel.results[index].workspaceOffset) + ")")});
  return "<h3>Results</h3>\n" + tableMarkup({"result", "type", "in the workspace"}, rows);
}

static std::string graphFigure(const PackageSummary &package, const Kernel &kernel, size_t index) {
  GraphPicture picture = drawGraph(package.manifest, kernel, kernelId(index) + "-task-");
  std::string size = std::to_string(picture.width) + "\" height=\"" + std::to_string(picture.height);
  return "<h3 id=\"" + kernelId(index) +
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
static std::string taskSource(const PackageSummary &package, const Kernel &kernel, const Task &task) {
  if (!package.source)
    return "";
  std::string text;
  for (const LineRange &range : taskLines(*package.source, package.manifest, kernel, task))
    text += sourceLines(package.source->lines, range);
  return text.empty() ? "<p class=\"aside\">This task's place is not in the source that was given.</p>\n" : text;
}

/// The symbols that run the task; the images agree on them as a rule, and where they do not, each is listed.
static std::string entryPointNames(const Manifest &manifest, size_t kernel, size_t task) {
  std::vector<std::string> names;
  for (const Image &image : manifest.images)
    for (const EntryPoint &entry : image.entryPoints) {
      bool runsTask = entry.kernel == kernel && std::ranges::find(entry.tasks, task) != entry.tasks.end();
      std::string name = codeMarkup(entry.symbol);
      if (runsTask && std::ranges::find(names, name) == names.end())
        names.push_back(name);
    }
  return commaList(names);
}

static std::string taskArticle(const PackageSummary &package, size_t kernelIndex, size_t taskIndex) {
  const Kernel &kernel = package.manifest.kernels[kernelIndex];
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
  fact("access", escapeMarkup(accessLabel(package.manifest, kernel, task)));
  fact("place", codeMarkup(locationLabel(task.location)));
  fact("loops", escapeMarkup(fusedLoopsLabel(kernel, task)));
  fact("entry point", entryPointNames(package.manifest, kernelIndex, taskIndex));
  std::string kind(enumName(task.kind));
  return "<article class=\"" + kind + "\" id=\"" + taskId(kernelIndex, taskIndex) + "\">\n<h4>task " +
         codeMarkup(task.name) + " <span class=\"kind\">" + kind + "</span> <a class=\"back\" href=\"#" +
         kernelId(kernelIndex) + "-graph\">to the graph</a></h4>\n<div class=\"beside\">\n<dl>\n" + facts + "</dl>\n" +
         taskSource(package, kernel, task) + "</div>\n</article>\n";
}

std::string qdc::kernelSection(const PackageSummary &package, size_t index) {
  const Kernel &kernel = package.manifest.kernels[index];
  std::string location = locationLabel(kernel.location);
  std::string text = "<section id=\"" + kernelId(index) + "\">\n<h2>Kernel " + codeMarkup(kernelLabel(kernel)) +
                     "</h2>\n<p>" + (location.empty() ? "" : codeMarkup(location) + ", ") + "workspace of " +
                     codeMarkup(sizeLabel(kernel, kernel.workspace.bytes)) + " bytes, graph " +
                     std::string(enumName(kernel.graphMode)) + "</p>\n<h3>Arguments</h3>\n" + argumentTable(kernel) +
                     resultTable(kernel) + graphFigure(package, kernel, index) + "<h3>Tasks</h3>\n";
  for (size_t task = 0; task < kernel.tasks.size(); ++task)
    text += taskArticle(package, index, task);
  return text + "</section>\n";
}
