//===- JsonScanner.cpp - To parts of JSON without the rest ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/JsonScanner.h"

#include "JsonCharacters.h"
#include "qdc/Support/Json.h"

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

using namespace qdc;

static bool isSpace(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

void JsonScanner::fail() {
  failed = true;
  at = text.size();
}

char JsonScanner::peek() {
  while (at < text.size() && isSpace(text[at]))
    ++at;
  return at < text.size() ? text[at] : '\0';
}

void JsonScanner::enter() {
  const char bracket = peek();
  if ((bracket != '{' && bracket != '[') || open == 64)
    return fail();
  ++at;
  ++open;
  areObjects = areObjects << 1 | (bracket == '{');
  isFirst = true;
}

bool JsonScanner::next() {
  const char character = peek();
  if (failed || open == 0)
    return false;
  if (character == (areObjects & 1 ? '}' : ']')) {
    ++at;
    --open;
    areObjects >>= 1;
    isFirst = false;
    return false;
  }
  if (!isFirst && character != ',') {
    fail();
    return false;
  }
  at += !isFirst;
  isFirst = false;
  return true;
}

std::string_view JsonScanner::key() {
  const char quote = peek();
  const size_t begin = at;
  if (quote != '"')
    fail();
  size_t end = begin + 1;
  while (end < text.size() && isPlainInString(text[end]))
    ++end;
  const bool isDecoded = end < text.size() && text[end] == '"';
  std::optional<std::string_view> name;
  if (isDecoded) {
    at = end + 1;
    name = text.substr(begin + 1, end - begin - 1);
  } else {
    passString();
    name = decodeString(text.substr(begin, at - begin), decoded);
  }
  if (failed || !name || peek() != ':') {
    fail();
    return {};
  }
  ++at;
  return *name;
}

std::string_view JsonScanner::value() {
  const char first = peek();
  const size_t begin = at;
  if (first == '"')
    passString();
  else if (first == '{' || first == '[')
    passNested();
  else
    passWord();
  if (at == begin)
    fail();
  return failed ? std::string_view() : text.substr(begin, at - begin);
}

/// Up to what ends a number, true, false or null.
void JsonScanner::passWord() {
  auto endsWord = [](char character) {
    return character == ',' || character == ']' || character == '}' || isSpace(character);
  };
  while (at < text.size() && !endsWord(text[at]))
    ++at;
}

/// A quote is next, or it failed.
void JsonScanner::passString() {
  size_t next = at + 1;
  while (next < text.size() && text[next] != '"')
    next += text[next] == '\\' ? 2 : 1;
  if (next >= text.size())
    return fail();
  at = next + 1;
}

namespace {

/// The next 64 characters. In a mask, the lowest bit stands for the first one.
constexpr size_t kBlock = 64;
struct BlockMasks {
  uint64_t quotes = 0, opening = 0, closing = 0;
  bool hasEscapes = false;
};

// '[' and '{', as ']' and '}', differ by this bit, and no other character is the same but for it.
constexpr char kBracketBit = 0x20;

#if defined(__SSE2__)
BlockMasks masksOf(const char *block) {
  constexpr size_t kWidth = sizeof(__m128i);
  BlockMasks masks;
  __m128i escapes = _mm_setzero_si128();
  for (size_t at = 0; at < kBlock; at += kWidth) {
    const __m128i characters = _mm_loadu_si128(reinterpret_cast<const __m128i *>(block + at));
    const __m128i brackets = _mm_or_si128(characters, _mm_set1_epi8(kBracketBit));
    auto where = [at](__m128i list, char character) {
      return uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(list, _mm_set1_epi8(character))))} << at;
    };
    masks.quotes |= where(characters, '"');
    masks.opening |= where(brackets, '{');
    masks.closing |= where(brackets, '}');
    escapes = _mm_or_si128(escapes, _mm_cmpeq_epi8(characters, _mm_set1_epi8('\\')));
  }
  masks.hasEscapes = _mm_movemask_epi8(escapes) != 0;
  return masks;
}
#else
BlockMasks masksOf(const char *block) {
  BlockMasks masks;
  for (size_t i = 0; i < kBlock; ++i) {
    masks.quotes |= uint64_t{block[i] == '"'} << i;
    masks.opening |= uint64_t{(block[i] | kBracketBit) == '{'} << i;
    masks.closing |= uint64_t{(block[i] | kBracketBit) == '}'} << i;
    masks.hasEscapes |= block[i] == '\\';
  }
  return masks;
}
#endif

/// The bits at and after which an odd number of the mask's has come, up to the bit itself.
uint64_t areAfterOdd(uint64_t mask) {
  for (unsigned distance = 1; distance < kBlock; distance *= 2)
    mask ^= mask << distance;
  return mask;
}

/// Follows brackets, but for those in strings.
class Nesting {
public:
  /// Passes a character; true if it closes what was open first.
  bool closes(char character) {
    if (isEscaped)
      isEscaped = false;
    else if (character == '\\')
      isEscaped = true;
    else if (character == '"')
      inString = !inString;
    else if (!inString && (character == '{' || character == '['))
      ++depth;
    else if (!inString && (character == '}' || character == ']'))
      --depth;
    return depth == 0;
  }

  /// Whether closesIn() can pass a block.
  bool isPlain(const BlockMasks &block) const { return !isEscaped && !block.hasEscapes; }
  /// Passes a block up to what closes what was open first, and tells how far it came: kBlock, if nothing does.
  size_t closesIn(const BlockMasks &block) {
    const uint64_t strings = areAfterOdd(block.quotes) ^ (inString ? ~uint64_t{0} : 0);
    const uint64_t opening = block.opening & ~strings, closing = block.closing & ~strings;
    inString = strings >> (kBlock - 1) & 1;
    const int closed = std::popcount(closing);
    if (closed < depth) {
      depth += std::popcount(opening) - closed;
      return kBlock;
    }
    for (uint64_t brackets = opening | closing; brackets != 0; brackets &= brackets - 1) {
      const int place = std::countr_zero(brackets);
      depth += closing >> place & 1 ? -1 : 1;
      if (depth == 0)
        return static_cast<size_t>(place);
    }
    return kBlock;
  }

private:
  int64_t depth = 0;
  bool inString = false, isEscaped = false;
};

} // namespace

/// A bracket is next.
void JsonScanner::passNested() {
  Nesting nesting;
  nesting.closes(text[at]);
  for (size_t next = at + 1; next < text.size();) {
    const size_t size = std::min(kBlock, text.size() - next);
    const BlockMasks block = size == kBlock ? masksOf(text.data() + next) : BlockMasks();
    size_t passed = 0;
    if (size == kBlock && nesting.isPlain(block))
      passed = nesting.closesIn(block);
    else
      while (passed < size && !nesting.closes(text[next + passed]))
        ++passed;
    next += passed;
    if (passed < size) {
      at = next + 1;
      return;
    }
  }
  fail();
}

std::optional<std::string_view> qdc::decodeString(std::string_view json, std::string &decoded) {
  if (json.size() < 2 || json.front() != '"' || json.back() != '"')
    return std::nullopt;
  const std::string_view inner = json.substr(1, json.size() - 2);
  if (std::ranges::all_of(inner, isPlainInString))
    return inner;
  const Result<JsonValue> parsed = parseJson(json);
  const std::string *string = parsed ? parsed->asString() : nullptr;
  if (!string)
    return std::nullopt;
  decoded = *string;
  return decoded;
}
