//===- ResponseFile.cpp - @file on a command line -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ResponseFile.h"

#include "qdc/Support/FileBytes.h"

using namespace qdc;

static constexpr unsigned kMaximumDepth = 16;

static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Result<std::vector<std::string>> qdc::splitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote)
        quote = 0;
      else if (c == '\\' && quote == '"' && i + 1 < text.size())
        word += text[++i];
      else
        word += c;
    } else if (c == '#' && !inWord) {
      while (i + 1 < text.size() && text[i + 1] != '\n')
        ++i;
    } else if (isSpace(c)) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      inWord = true;
      if (c == '\'' || c == '"')
        quote = c;
      else
        word += c == '\\' && i + 1 < text.size() ? text[++i] : c;
    }
  }
  if (text.find('\0') != std::string_view::npos)
    return Error{ErrorCode::invalidArgument, "it holds a zero byte: expected text"};
  if (quote)
    return Error{ErrorCode::invalidArgument, std::string("the quote ") + quote + " is not closed"};
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

static Status expand(std::span<const std::string> words, unsigned depth, std::vector<std::string> &expanded) {
  for (const std::string &word : words) {
    if (!word.starts_with("@") || word.size() == 1) {
      expanded.push_back(word);
      continue;
    }
    std::string path = word.substr(1);
    if (depth == kMaximumDepth)
      return Error{ErrorCode::invalidArgument, "response files nest deeper than 16 at '" + word + "'"};
    Result<ByteVector> bytes = readFileBytes(path, "the response file '" + path + "'");
    if (!bytes)
      return bytes.error();
    Result<std::vector<std::string>> inner = splitWords(asText(*bytes));
    if (!inner)
      return Error{ErrorCode::invalidArgument, "in the response file '" + path + "': " + inner.error().message};
    if (Status status = expand(*inner, depth + 1, expanded); !status)
      return status;
  }
  return {};
}

Result<std::vector<std::string>> qdc::expandResponseFiles(std::span<const std::string> words) {
  std::vector<std::string> expanded;
  if (Status status = expand(words, 0, expanded); !status)
    return status.error();
  return expanded;
}
