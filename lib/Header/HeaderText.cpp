//===- HeaderText.cpp - Lines of a header ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeaderText.h"

#include "qdc/Support/PrintableText.h"

#include <algorithm>

using namespace qdc;

std::string qdc::stringLiteral(std::string_view text) {
  std::string literal = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // '?' begins trigraphs.
    if (c == '"' || c == '\\' || c == '?')
      literal += '\\';
    if (byte >= 0x20 && byte < 0x7f)
      literal += c;
    else
      for (unsigned shift : {6u, 3u, 0u})
        literal += (shift == 6 ? "\\" : "") + std::to_string(byte >> shift & 7u);
  }
  return literal + '"';
}

std::string qdc::count(size_t number) { return std::to_string(number); }

std::string qdc::quotedName(std::string_view name) { return "'" + printableLine(name) + "'"; }

/// Words with escapes for a backslash that could end a line, which would go on in the next one, and for what would be a
/// trigraph.
static std::string commentWords(std::string_view words) {
  std::string text;
  for (size_t at = 0; at < words.size(); ++at) {
    const bool isLast = at + 1 == words.size();
    if (words[at] == '\\' && (isLast || words[at + 1] == ' '))
      text += "\\x5c";
    else if (words[at] == '?' && at > 0 && words[at - 1] == '?')
      text += "\\x3f";
    else
      text += words[at];
  }
  return text;
}

void HeaderText::opening(std::string_view loader, std::initializer_list<std::string_view> others) {
  comment("// ", "Kernels of a package with the types of their arguments. Made by qdc header: make it anew where the "
                 "kernels change.");
  line("#pragma once");
  blankLine();
  line("#include <" + std::string(loader) + ">");
  blankLine();
  for (std::string_view other : others)
    line("#include <" + std::string(other) + ">");
}

void HeaderText::comment(std::string_view mark, std::string_view given) {
  const std::string whole = commentWords(given);
  const std::string_view words = whole;
  std::string text(mark);
  size_t filled = 0;
  for (size_t start = 0; start < words.size();) {
    const size_t end = std::min(words.find(' ', start), words.size());
    const std::string_view word = words.substr(start, end - start);
    start = end + 1;
    if (word.empty())
      continue;
    if (filled > 0 && text.size() + 1 + word.size() > kHeaderColumns) {
      line(text);
      text = mark;
      filled = 0;
    }
    text += (filled++ > 0 ? " " : "") + std::string(word);
  }
  line(text);
}

void HeaderText::function(std::string_view head, std::string_view statement) {
  const std::string whole = std::string(head) + " { " + std::string(statement) + " }";
  if (whole.size() <= kHeaderColumns)
    return line(whole);
  const std::string indentation(head.find_first_not_of(' '), ' ');
  line(std::string(head) + " {");
  line(indentation + "  " + std::string(statement));
  line(indentation + "}");
}

void HeaderText::head(std::string_view start, const std::vector<std::string> &parts, std::string_view end) {
  std::string text(start);
  for (size_t index = 0; index < parts.size(); ++index) {
    const std::string part = parts[index] + (index + 1 < parts.size() ? "," : std::string(end));
    if (index > 0 && text.size() + 1 + part.size() > kHeaderColumns) {
      line(text);
      text.assign(start.size(), ' ');
    } else if (index > 0) {
      text += ' ';
    }
    text += part;
  }
  line(text);
}

std::string HeaderText::take() {
  bool isLong = false;
  size_t head = std::string::npos;
  for (size_t start = 0; start < lines.size();) {
    const size_t end = lines.find('\n', start);
    isLong |= end - start > kHeaderColumns;
    if (head == std::string::npos && !std::string_view(lines).substr(start).starts_with("//"))
      head = start;
    start = end + 1;
  }
  if (isLong)
    lines.insert(head, "// clang-format off: some names are long.\n");
  return std::move(lines);
}
