//===- Diagnostics.h - Errors with their source line ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_DIAGNOSTICS_H
#define QDC_DRIVER_DIAGNOSTICS_H

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

enum class Severity : uint8_t { error, warning, remark, note };

/// A message about a place in the source.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;    // empty: about no place
  uint32_t line = 0;   // from 1; 0: unknown
  uint32_t column = 0; // in bytes from 1; 0: unknown
  std::string message;
  std::vector<Diagnostic> notes;
  std::string option = {}; // what turns it off or on: "-Wrace"; empty: nothing does
};

enum class DiagnosticFormat : uint8_t {
  text, // file:line:column: error: message [option], the source line, a caret
  json, // one object in a line: {"severity", "file", "line", "column", "message", "notes"}, and "option" if it has one
};

/// Renders diagnostics and counts errors. Whatever names, messages and source lines hold, a message is one line, and
/// none of it steers a terminal (PrintableText.h). One thread at a time uses it.
class DiagnosticPrinter {
public:
  /// Writes to `stream`, which must outlive it; with colours if asked.
  DiagnosticPrinter(std::FILE *stream, DiagnosticFormat format, bool isColoured)
      : stream(stream), format(format), isColoured(isColoured) {}

  /// Tells the text of a source, so that its lines can be shown. Lines of other
  /// files are read from the file, and left out where there is none.
  void addSource(std::string name, std::string text) { sources[std::move(name)] = std::move(text); }

  /// Called before each diagnostic is written, so that a line of progress on the same terminal can make room.
  void setBeforePrint(std::function<void()> call) { beforePrint = std::move(call); }

  /// As text, no more warnings than kMostWarnings are written; errors and JSON are written all.
  void print(const Diagnostic &diagnostic);
  /// Says how many warnings were not written, if any were, and counts from 0 again.
  void finish();
  /// An error about no place.
  void error(std::string message) { print({Severity::error, "", 0, 0, std::move(message), {}}); }
  /// An error about a whole file, which the message names; JSON has the name as "file" too.
  void fileError(std::string file, std::string message);

  unsigned errorCount() const { return errors; }

  static constexpr unsigned kMostWarnings = 100;

private:
  std::string text(const Diagnostic &diagnostic);
  std::string excerpt(const Diagnostic &diagnostic);
  const std::string &source(const std::string &file);

  std::FILE *stream;
  DiagnosticFormat format;
  bool isColoured;
  unsigned errors = 0;
  unsigned warnings = 0; // by which an option goes, written or not
  std::function<void()> beforePrint;
  std::map<std::string, std::string> sources;
};

/// "error", "warning", "remark", "note".
std::string_view severityName(Severity severity);

} // namespace qdc

#endif // QDC_DRIVER_DIAGNOSTICS_H
