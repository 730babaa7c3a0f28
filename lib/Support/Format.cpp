//===- Format.cpp - Text with values in it --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Format.h"

#include <charconv>
#include <iterator>

using namespace qdc;

static void append(std::string &result, FormatKind kind, const FormatValue &value) {
  switch (kind) {
  case FormatKind::none:
    return;
  case FormatKind::signedNumber:
    result += std::to_string(static_cast<int64_t>(value.number));
    return;
  case FormatKind::unsignedNumber:
    result += std::to_string(value.number);
    return;
  case FormatKind::hexadecimal: {
    char digits[16];
    result.append("0x").append(digits, std::to_chars(digits, std::end(digits), value.number, 16).ptr);
    return;
  }
  case FormatKind::character:
    result += static_cast<char>(value.number);
    return;
  case FormatKind::zeroTerminated:
    result += value.zeroTerminated;
    return;
  case FormatKind::string:
    result += *value.string;
    return;
  case FormatKind::view:
    result += *value.view;
    return;
  }
}

std::string qdc::formatText(FormatPattern text, FormatValues values) {
  constexpr uint32_t mask = (1 << FormatPattern::kKindBits) - 1;
  std::string result;
  const FormatValue *value = values.begin();
  uint32_t kinds = text.kinds;
  for (const char *at = text.text; *at; ++at) {
    if (at[0] == '{' && at[1] == '}') {
      append(result, static_cast<FormatKind>(kinds & mask), *value++);
      kinds >>= FormatPattern::kKindBits;
      ++at;
      continue;
    }
    result += *at;
    at += *at == '{' || *at == '}'; // doubled
  }
  return result;
}
