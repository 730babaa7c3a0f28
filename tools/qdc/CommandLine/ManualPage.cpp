//===- ManualPage.cpp - qdc(1) --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Help.h"

#include <cctype>

using namespace qdc;

/// The text so that troff prints it as it is: also dashes, quotes and a dot at the start of a line.
static std::string escape(std::string_view text) {
  std::string result;
  bool isLineStart = true;
  for (char c : text) {
    if (isLineStart && (c == '.' || c == '\''))
      result += "\\&";
    isLineStart = c == '\n';
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '\'')
      result += "\\(aq";
    else if (c == '"')
      result += "\\(dq";
    else if (c == '`')
      result += "\\(ga";
    else if (c == '^')
      result += "\\(ha";
    else if (c == '~')
      result += "\\(ti";
    else
      result += c;
  }
  return result;
}

/// Lines that are not filled.
static std::string asWritten(std::string_view text) { return ".PP\n.nf\n" + escape(text) + "\n.fi\n"; }

static std::string bold(std::string_view text) { return "\\fB" + escape(text) + "\\fP"; }

static std::string item(std::string_view name, std::string_view help) {
  return ".TP\n" + bold(name) + "\n" + escape(help) + "\n";
}

static std::string verbSection(const Verb &verb) {
  std::string name = "qdc " + verb.get_name(), summary = verb.get_description();
  summary.front() = static_cast<char>(std::toupper(summary.front()));
  std::string text = ".SS " + escape(name) + "\n" + escape(summary) + ".\n" + asWritten(name + " " + verb.usage);
  for (const std::string &paragraph : verb.details)
    text += asWritten(paragraph);
  for (const CLI::Option *option : verb.get_options())
    text += item(optionUsage(*option), optionHelp(*option));
  std::string examples;
  for (const Example &example : verb.examples)
    examples += (examples.empty() ? "# " : "\n# ") + example.purpose + "\n" + example.command;
  return text + ".PP\nExamples:\n" + asWritten(examples);
}

std::string qdc::manualPage(const CLI::App &tool, std::string_view version) {
  std::string text =
      ".TH QDC 1 \"\" \"qdc " + std::string(version) + "\" \"User Commands\"\n.ad l\n.nh\n.SH NAME\nqdc \\- " +
      escape(kToolSummary) + "\n.SH SYNOPSIS\n.nf\n" + bold("qdc") + " \\fIVERB\\fP ...\n" + bold("qdc") +
      " \\fIFILE.qir\\fP [" + bold("-o") + " \\fIFILE.fatbin\\fP]\n" + bold("qdc") + " [\\fIVERB\\fP] " +
      bold("--help") + "\n" + bold("qdc --version") + "\n.fi\n.SH DESCRIPTION\n" + escape(kToolNotes) + "\n.SH VERBS\n";
  for (const Verb *verb : verbsOf(tool))
    text += verbSection(*verb);
  text += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning &row : exitCodeMeanings())
    text += item(std::to_string(static_cast<int>(row.code)), row.meaning);
  text += ".SH ENVIRONMENT\nAn option wins over a variable of the same meaning.\n";
  for (const Variable &variable : toolVariables())
    text += item(variable.name, variable.help);
  for (const Verb *verb : verbsOf(tool))
    for (const Variable &variable : verb->variables)
      text += item(variable.name, variable.help + " (qdc " + verb->get_name() + ")");
  return text;
}
