//===- KernelMutator.cpp - Changes that a kernel may survive --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelMutator.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <random>
#include <vector>

using namespace qdc;

static constexpr std::string_view kNumbers[] = {"0",
                                                "1",
                                                "-1",
                                                "7",
                                                "64",
                                                "255",
                                                "2147483647",
                                                "-2147483648",
                                                "9223372036854775807",
                                                "-9223372036854775808",
                                                "18446744073709551616",
                                                "1.0e+400",
                                                "0x7FC00000"};
static constexpr std::string_view kTypes[] = {
    "i1",      "i8",   "i16",         "i32",           "i64",  "index", "f16", "bf16",          "f32",
    "f64",     "i7",   "memref<i32>", "memref<?xf32>", "f128", "none",  "?",   "vector<4xf32>", "memref<4x?xi64>",
    "tuple<>", "!qd.x"};

static bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' || c == '%' || c == '@' ||
         c == '#' || c == '!' || c == '^';
}

/// Words, and every other character by itself.
static std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (isWordCharacter(text[at]) && end < text.size() && isWordCharacter(text[end]))
      ++end;
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

static std::vector<std::string> splitLines(std::string_view text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

static std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += part;
  return text;
}

namespace {
class Mutation {
public:
  explicit Mutation(unsigned seed) : random(seed) {}

  std::string run(std::string_view source) {
    bool isOfLines = random() % 4 == 0;
    std::vector<std::string> parts = isOfLines ? splitLines(source) : splitWords(source);
    for (unsigned left = 1 + random() % 3; left > 0 && !parts.empty(); --left)
      isOfLines ? changeLine(parts) : changeWord(parts);
    return join(parts);
  }

private:
  size_t position(const std::vector<std::string> &parts) { return random() % parts.size(); }

  void changeLine(std::vector<std::string> &lines) {
    size_t at = position(lines), other = position(lines);
    switch (random() % 3) {
    case 0:
      std::swap(lines[at], lines[other]);
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), std::string(lines[other]));
      break;
    case 2:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    }
  }

  /// A word of the same kind stays where it makes sense: most words are replaced by one with the same first character.
  void changeWord(std::vector<std::string> &words) {
    size_t at = position(words);
    for (int tries = 0; tries < 100 && !isWordCharacter(words[at][0]); ++tries)
      at = position(words);
    switch (random() % 8) {
    case 0:
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      words[at] = kNumbers[random() % std::size(kNumbers)];
      break;
    case 2:
      words[at] = kTypes[random() % std::size(kTypes)];
      break;
    case 3:
      words[at] = words[position(words)];
      break;
    default:
      replaceByLike(words, at);
      break;
    }
  }

  void replaceByLike(std::vector<std::string> &words, size_t at) {
    for (int tries = 0; tries < 100; ++tries) {
      const std::string &other = words[position(words)];
      if (other[0] == words[at][0] && other != words[at]) {
        words[at] = std::string(other);
        return;
      }
    }
  }

  std::mt19937 random;
};
} // namespace

std::string qdc::mutateKernel(std::string_view source, unsigned seed) { return Mutation(seed).run(source); }
