//===- SourceText.cpp - The lines that a task was made from ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/SourceText.h"

#include "Inspect/Labels.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>

using namespace qdc;

Result<SourceText> qdc::readSource(const std::string &path, const Manifest &manifest) {
  Result<ByteVector> bytes = readFileBytes(path);
  if (!bytes)
    return bytes.error();
  std::string digest = sha256Hex(*bytes);
  if (std::ranges::find(manifest.modules, digest, &Module::sourceDigest) == manifest.modules.end()) {
    std::vector<std::string> named;
    for (const Module &module : manifest.modules)
      named.push_back(module.sourceDigest);
    return Error{ErrorCode::invalidArgument, "'" + path + "' is not what the package was made from: its SHA-256 is " +
                                                 digest + ", the package names " + commaList(named)};
  }
  std::string_view text = asText(*bytes);
  if (text.find('\0') != std::string_view::npos)
    return Error{ErrorCode::invalidArgument, "'" + path + "' is bytecode and has no lines: expected text"};
  SourceText source{path, digest, {}};
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    source.lines.emplace_back(line.substr(0, line.size() - line.ends_with('\r')));
    begin = end + 1;
  }
  return source;
}

/// How many braces a line opens or, below 0, closes, and the lowest count on the way. Comments and strings do not
/// count.
static std::pair<int, int> braces(std::string_view line) {
  int depth = 0, lowest = 0;
  for (size_t at = 0; at < line.size() && !line.substr(at).starts_with("//"); ++at) {
    if (line[at] == '"')
      for (++at; at < line.size() && line[at] != '"'; ++at)
        at += line[at] == '\\';
    else if (line[at] == '{')
      ++depth;
    else if (line[at] == '}')
      lowest = std::min(lowest, --depth);
  }
  return {depth, lowest};
}

/// The last line of the block that starts at or after the column of that line.
static uint32_t endOfBlock(const std::vector<std::string> &lines, const SourceLocation &start) {
  int depth = 0;
  for (uint32_t number = start.line; number <= lines.size(); ++number) {
    std::string_view line = lines[number - 1];
    if (number == start.line)
      line.remove_prefix(std::min<size_t>(line.size(), start.column ? start.column - 1 : 0));
    auto [change, lowest] = braces(line);
    bool isOpened = depth > 0 || change > lowest;
    depth += change;
    if (isOpened && depth <= 0)
      return number;
  }
  return start.line;
}

/// Whether there is nothing but blanks and a comment.
static bool isEmptyLine(std::string_view line) {
  size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line.substr(first).starts_with("//");
}

/// The last line before the block around `start` ends or one of the `next` lines, which ascend, is reached.
static uint32_t endOfStatements(const std::vector<std::string> &lines, const SourceLocation &start,
                                const std::vector<uint32_t> &next) {
  auto following = std::ranges::upper_bound(next, start.line);
  uint32_t end = following == next.end() ? UINT32_MAX : *following;
  int depth = 0;
  uint32_t last = start.line;
  for (uint32_t number = start.line; number <= lines.size() && number < end; ++number) {
    auto [change, lowest] = braces(lines[number - 1]);
    if (depth + lowest < 0)
      break;
    depth += change;
    if (!isEmptyLine(lines[number - 1]))
      last = number;
  }
  return last;
}

/// Adds the lines on which loops that hold tasks start. A branch has no place of its own.
static void addControlLines(const Module &module, std::span<const Node> nodes, std::vector<uint32_t> &lines) {
  for (const Node &node : nodes) {
    if (const Site *site = loopSite(module, node))
      lines.push_back(site->location.line);
    for (const NodeList &list : nodeLists(node))
      addControlLines(module, list.nodes, lines);
  }
}

static bool isIn(const SourceText &source, const SourceLocation &place) {
  bool isHere = place.file == "<stdin>" || fileName(place.file) == fileName(source.path);
  return isHere && place.line != 0 && place.line <= source.lines.size();
}

static std::vector<LineRange> loopLines(const SourceText &source, const Kernel &kernel, const Task &task) {
  std::vector<SourceLocation> starts;
  for (const FusedLoop &fused : fusedLoops(kernel, task))
    starts.push_back(fused.loop->location);
  if (starts.empty())
    starts.push_back(task.location);
  std::vector<LineRange> ranges;
  for (const SourceLocation &start : starts)
    if (isIn(source, start))
      ranges.push_back({start.line, endOfBlock(source.lines, start)});
  return ranges;
}

TaskLines::TaskLines(const SourceText &source, const Module &module, const Kernel &kernel)
    : source(source), kernel(kernel) {
  for (const Task &task : kernel.tasks)
    starts.push_back(task.location.line);
  for (const SourceLoop &loop : kernel.sourceLoops)
    starts.push_back(loop.location.line);
  addControlLines(module, kernel.graph, starts);
  std::ranges::sort(starts);
}

std::vector<LineRange> TaskLines::of(const Task &task) const {
  if (task.kind == TaskKind::parallel)
    return loopLines(source, kernel, task);
  if (!isIn(source, task.location))
    return {};
  return {{task.location.line, endOfStatements(source.lines, task.location, starts)}};
}
