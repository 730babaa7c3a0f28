//===- FormatLine.cpp - What kernels report, as text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/FormatLine.h"

#include "Runtime/Core/Types.h"
#include "qdc/Support/CheckText.h"

#include <bit>
#include <charconv>
#include <cmath>

using namespace qdrt::loader;

/// An IEEE half as a float, which holds it exactly.
static float halfToFloat(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  float fraction = static_cast<float>(bits & 1023);
  float magnitude = 0;
  if (exponent == 31)
    magnitude = fraction == 0 ? INFINITY : NAN;
  else
    magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

template <typename Number>
static std::string shortest(Number value) {
  char text[64];
  std::to_chars_result end = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, end.ptr);
}

static std::string valueText(qdc::ElementType type, uint64_t bits) {
  switch (type) {
  case qdc::ElementType::f64:
    return shortest(std::bit_cast<double>(bits));
  case qdc::ElementType::f32:
    return shortest(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  case qdc::ElementType::bf16:
    return shortest(std::bit_cast<float>(static_cast<uint32_t>(bits << 16)));
  case qdc::ElementType::f16:
    return shortest(halfToFloat(static_cast<uint16_t>(bits)));
  default:
    return std::to_string(signedValue(typeOf(type), bits));
  }
}

std::string qdrt::loader::formatLine(std::string_view format, std::span<const qdc::ElementType> types,
                                     std::span<const uint64_t> values) {
  std::string line;
  size_t next = 0;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format.substr(at, 2) == "{}" && next < types.size()) {
      line += valueText(types[next], values[next]);
      ++next;
      ++at;
    } else {
      line += format[at];
    }
  }
  return line;
}

std::string qdrt::loader::formatCheck(std::string_view text, std::span<const qdc::ElementType> types,
                                      std::span<const uint64_t> values) {
  std::string line;
  size_t next = 0;
  for (const qdc::CheckTextPiece &piece : qdc::splitCheckText(text)) {
    const bool hasValue = piece.isValue && next < types.size();
    line += hasValue ? valueText(types[next], values[next]) : std::string(piece.text);
    next += hasValue;
  }
  return line;
}
