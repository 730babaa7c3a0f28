//===- WarningOptions.cpp - Which warnings are shown, and how -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/WarningOptions.h"

using namespace qdc;

std::vector<std::string> WarningOptions::values() {
  std::vector<std::string> values;
  for (const char *prefix : {"", "no-"})
    for (const qd::WarningDescription &warning : qd::warningDescriptions)
      values.push_back(std::string(prefix) + warning.name);
  for (const char *prefix : {"error", "no-error"}) {
    values.emplace_back(prefix);
    for (const qd::WarningDescription &warning : qd::warningDescriptions)
      values.push_back(std::string(prefix) + "=" + warning.name);
  }
  return values;
}

/// Takes a prefix off a text that has it.
static bool consume(std::string_view &text, std::string_view prefix) {
  bool has = text.starts_with(prefix);
  text.remove_prefix(has ? prefix.size() : 0);
  return has;
}

void WarningOptions::take(std::string_view value) {
  bool isNo = consume(value, "no-");
  if (value == "error") {
    areErrors = !isNo;
    return;
  }
  bool isAboutErrors = consume(value, "error=");
  for (size_t index = 0; index < states.size(); ++index) {
    State &state = states[index];
    if (value != qd::warningDescriptions[index].name)
      continue;
    if (isAboutErrors)
      state.isError = !isNo;
    if (!isAboutErrors || !isNo)
      state.isOn = !isNo;
  }
}

std::string WarningOptions::text() const {
  std::string text;
  for (size_t index = 0; index < states.size(); ++index)
    for (Severity found : {Severity::warning, Severity::error}) {
      std::optional<Severity> shown = severity(static_cast<qd::Warning>(index), found);
      text += text.empty() ? "" : " ";
      text += shown ? severityName(*shown) : "off";
    }
  return text;
}

std::optional<Severity> WarningOptions::severity(qd::Warning warning, Severity found) const {
  const State &state = states[static_cast<size_t>(warning)];
  if (!state.isOn)
    return std::nullopt;
  return state.isError.value_or(areErrors || found == Severity::error) ? Severity::error : Severity::warning;
}
