//===- SourceMessages.cpp - What is wrong with a source, in our words -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SourceMessages.h"

#include "SourceMessages/NextSteps.h"
#include "SourceMessages/Numbers.h"
#include "SourceMessages/ValueNames.h"
#include "SourceMessages/Wording.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

/// More would hide the first; and looking for a name reads the whole source, which may have thousands that are wrong.
static constexpr unsigned kMaximumReports = 20;

namespace {

/// Reports diagnostics that were held back.
class Reporter {
public:
  Reporter(MLIRContext &context, StringRef text, StringRef name)
      : context(context), text(text), name(name), wording(context) {
    for (size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1)
      lines.push_back(at);
  }

  /// `further`: how many are left out after this one; empty if none are.
  void report(const Diagnostic &diagnostic, const std::string &further) {
    if (std::optional<NameProblem> problem = findNameProblem(diagnostic)) {
      InFlightDiagnostic error = emit(locationAt(problem->place), diagnostic.getSeverity(), problem->message);
      if (problem->definition)
        error.attachNote(locationAt(*problem->definition)) << "it is defined here";
      return attachFurther(error, further);
    }
    InFlightDiagnostic error = emit(locationOf(diagnostic), diagnostic.getSeverity(), messageOf(diagnostic));
    for (const Diagnostic &note : diagnostic.getNotes())
      if (!isNoise(note.str()))
        error.attachNote(note.getLocation()) << wording.ours(note.str());
    attachFurther(error, further);
  }

private:
  static void attachFurther(InFlightDiagnostic &error, const std::string &further) {
    if (!further.empty())
      error.attachNote() << "further errors that are not shown: " << further;
  }

  InFlightDiagnostic emit(Location location, DiagnosticSeverity severity, const std::string &message) {
    InFlightDiagnostic error = context.getDiagEngine().emit(location, severity);
    error << message;
    return error;
  }

  /// Where the thing is that the diagnostic is about.
  Location locationOf(const Diagnostic &diagnostic) const {
    std::optional<size_t> place = placeOf(diagnostic.getLocation());
    if (place && diagnostic.str() == "floating point value not valid for specified type")
      if (std::optional<size_t> number = findFloatAhead(text, *place))
        return locationAt(*number);
    return diagnostic.getLocation();
  }

  /// What the diagnostic is in our words, and what to do about it.
  std::string messageOf(const Diagnostic &diagnostic) const {
    const std::string theirs = diagnostic.str();
    std::optional<size_t> place = placeOf(diagnostic.getLocation()), earlier;
    if (!place)
      return wording.ours(theirs);
    for (const Diagnostic &note : diagnostic.getNotes())
      earlier = placeOf(note.getLocation());
    if (std::optional<std::string> message = explainFromText(theirs, text, *place))
      return *message;
    return wording.ours(theirs) + nextStep(theirs, text, *place, earlier);
  }

  std::optional<NameProblem> findNameProblem(const Diagnostic &diagnostic) {
    std::string message = diagnostic.str();
    bool isUndefined = message == "use of undeclared SSA value name";
    bool isForeign = StringRef(message).ends_with("using value defined outside the region");
    bool isUsedBefore = StringRef(message).starts_with("region entry argument '");
    std::optional<size_t> place = placeOf(diagnostic.getLocation());
    if (!place || !(isUndefined || isForeign || isUsedBefore))
      return std::nullopt;
    if (isUndefined)
      return explainUndefined(text, *place);
    if (isForeign)
      return explainForeignValue(text, *place);
    for (const Diagnostic &note : diagnostic.getNotes())
      if (std::optional<size_t> use = placeOf(note.getLocation()))
        return explainEarlierUse(text, *use, *place);
    return std::nullopt;
  }

  /// Where in the text a location is.
  std::optional<size_t> placeOf(Location location) const {
    auto place = dyn_cast<FileLineColLoc>(location);
    if (!place || place.getFilename() != name || place.getLine() == 0 || place.getColumn() == 0)
      return std::nullopt;
    if (place.getLine() > lines.size())
      return std::nullopt;
    size_t offset = lines[place.getLine() - 1] + place.getColumn() - 1;
    return offset < text.size() ? std::optional(offset) : std::nullopt;
  }

  Location locationAt(size_t offset) const {
    size_t line = std::upper_bound(lines.begin(), lines.end(), offset) - lines.begin();
    return FileLineColLoc::get(&context, name, line, offset - lines[line - 1] + 1);
  }

  MLIRContext &context;
  StringRef text;
  StringRef name;
  Wording wording;
  std::vector<size_t> lines; // where each begins
};

} // namespace

SourceMessages::SourceMessages(MLIRContext &context, StringRef text, StringRef name)
    : context(context), text(text), name(name) {
  handler.emplace(&context, [this](Diagnostic &diagnostic) { held.push_back(std::move(diagnostic)); });
}

SourceMessages::~SourceMessages() {
  handler.reset();
  if (held.empty())
    return;
  std::erase_if(held, [](const Diagnostic &diagnostic) { return isNoise(diagnostic.str()); });
  Reporter reporter(context, text, name);
  size_t shown = std::min<size_t>(held.size(), kMaximumReports), further = held.size() - shown;
  for (size_t number = 0; number < shown; ++number)
    reporter.report(held[number], number + 1 == shown && further ? std::to_string(further) : "");
}

} // namespace qdc
