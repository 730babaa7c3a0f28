//===- Diagnostics.cpp - Errors with their source line --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Diagnostics.h"

#include "qdc/Support/FileBytes.h"
#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"
#include "qdc/Support/Utf8.h"

#include <algorithm>
#include <filesystem>

using namespace qdc;

static constexpr const char *kBold = "\033[1m";
static constexpr const char *kGreen = "\033[1;32m";
static constexpr const char *kPlain = "\033[0m";

std::string_view qdc::severityName(Severity severity) {
  static constexpr std::string_view kNames[] = {"error", "warning", "remark", "note"};
  return kNames[static_cast<size_t>(severity)];
}

static const char *severityColour(Severity severity) {
  static constexpr const char *kColours[] = {"\033[1;31m", "\033[1;35m", "\033[1;34m", "\033[1;36m"};
  return kColours[static_cast<size_t>(severity)];
}

const std::string &DiagnosticPrinter::source(const std::string &file) {
  auto [place, isNew] = sources.try_emplace(file);
  // Locations in a kernel name any file: one that never ends is not read.
  std::error_code ignored;
  if (isNew && std::filesystem::is_regular_file(file, ignored))
    if (Result<ByteVector> bytes = readFileBytes(file); bytes)
      place->second.assign(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  return place->second;
}

/// Where the character to which a byte of the line belongs begins.
static size_t characterStart(std::string_view line, size_t byte) {
  size_t start = 0;
  while (start < byte) {
    size_t next = start + std::max<size_t>(firstCharacter(line.substr(start)).bytes, 1);
    if (next > byte)
      break;
    start = next;
  }
  return start;
}

/// What is shown of a source line.
struct ShownLine {
  std::string_view text;
  size_t before = 0, after = 0; // bytes that are left out
};

/// All of a line, or of a long one what stands around a byte.
static ShownLine shownLine(std::string_view line, size_t byte) {
  constexpr size_t kMostBytes = 200;
  if (line.size() <= kMostBytes)
    return {line};
  const size_t first = std::min(byte - std::min(byte, kMostBytes / 2), line.size() - kMostBytes);
  const size_t start = characterStart(line, first), end = characterStart(line, first + kMostBytes);
  return {line.substr(start, end - start), start, line.size() - end};
}

std::string DiagnosticPrinter::excerpt(const Diagnostic &diagnostic) {
  if (diagnostic.file.empty() || !diagnostic.line)
    return "";
  std::string_view rest = source(diagnostic.file);
  for (uint32_t line = 1; line < diagnostic.line; ++line) {
    size_t end = rest.find('\n');
    if (end == std::string_view::npos)
      return "";
    rest.remove_prefix(end + 1);
  }
  std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
  if (line.empty())
    return "";
  const bool hasCaret = diagnostic.column && diagnostic.column <= line.size() + 1;
  const size_t byte = hasCaret ? diagnostic.column - 1 : 0;
  const ShownLine shown = shownLine(line, byte);
  const std::string cut = shown.before ? "..." : "";
  std::string text = cut + printableText(shown.text) + (shown.after ? "..." : "") + "\n";
  if (!hasCaret)
    return text;
  // A tab stays a tab, so that the caret stands below its character; the second and later bytes of one take no column.
  const std::string_view ahead = shown.text.substr(0, characterStart(line, byte) - shown.before);
  for (char c : cut + printableText(ahead))
    if ((c & 0xC0) != 0x80)
      text += c == '\t' ? '\t' : ' ';
  return text + (isColoured ? kGreen : "") + "^" + (isColoured ? kPlain : "") + "\n";
}

std::string DiagnosticPrinter::text(const Diagnostic &diagnostic) {
  std::string place = diagnostic.file.empty() ? "qdc" : printableLine(diagnostic.file);
  std::string message = printableLine(diagnostic.message);
  std::string option = diagnostic.option.empty() ? "" : " [" + diagnostic.option + "]";
  if (diagnostic.line)
    place += ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column);
  std::string severity = std::string(severityName(diagnostic.severity)) + ":";
  std::string text = isColoured
                         ? kBold + place + ": " + kPlain + severityColour(diagnostic.severity) + severity + kPlain +
                               " " + kBold + message + kPlain + severityColour(diagnostic.severity) + option + kPlain
                         : place + ": " + severity + " " + message + option;
  text += "\n" + excerpt(diagnostic);
  for (const Diagnostic &note : diagnostic.notes)
    text += this->text(note);
  return text;
}

static Json jsonOf(const Diagnostic &diagnostic) {
  Json json = {{"severity", severityName(diagnostic.severity)},
               {"file", diagnostic.file},
               {"line", diagnostic.line},
               {"column", diagnostic.column},
               {"message", diagnostic.message}};
  Json &notes = json["notes"] = Json::array();
  for (const Diagnostic &note : diagnostic.notes)
    notes.push_back(jsonOf(note));
  if (!diagnostic.option.empty())
    json["option"] = diagnostic.option;
  return json;
}

void DiagnosticPrinter::fileError(std::string file, std::string message) {
  if (format == DiagnosticFormat::text)
    file.clear();
  print({Severity::error, std::move(file), 0, 0, std::move(message), {}});
}

void DiagnosticPrinter::finish() {
  const unsigned hidden = warnings - std::min(warnings, kMostWarnings);
  warnings = 0;
  if (hidden != 0)
    print({Severity::warning,
           "",
           0,
           0,
           "the first " + std::to_string(kMostWarnings) + " warnings are shown; there " +
               (hidden == 1 ? "is one" : "are " + std::to_string(hidden)) +
               " more, which '--diagnostic-format=json' shows",
           {}});
}

void DiagnosticPrinter::print(const Diagnostic &diagnostic) {
  errors += diagnostic.severity == Severity::error;
  // What an option can turn off is a warning, also one that counts as an error.
  if (format == DiagnosticFormat::text && !diagnostic.option.empty() && ++warnings > kMostWarnings)
    return;
  std::string output;
  if (format == DiagnosticFormat::json) {
    output = writeJson(jsonOf(diagnostic)) + "\n";
  } else {
    output = text(diagnostic);
  }
  if (beforePrint)
    beforePrint();
  std::fwrite(output.data(), 1, output.size(), stream);
  std::fflush(stream);
}
