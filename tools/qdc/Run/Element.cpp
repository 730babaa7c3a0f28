//===- Element.cpp - Numbers of every element type as text ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/Element.h"

#include "qdc/Support/JsonValue.h"
#include "qdc/Support/Philox.h"

#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstring>

using namespace qdc;

static constexpr qdrt_type kTypes[] = {QDRT_I1,    QDRT_I8,  QDRT_I16,  QDRT_I32, QDRT_I64,
                                       QDRT_INDEX, QDRT_F16, QDRT_BF16, QDRT_F32, QDRT_F64};
static constexpr std::string_view kHexadecimalDigits = "0123456789abcdefABCDEF";

std::optional<qdrt_type> qdc::parseElementType(std::string_view name) {
  for (qdrt_type type : kTypes)
    if (name == qdrt_type_name(type))
      return type;
  return std::nullopt;
}

std::string qdc::elementTypeList() {
  std::string text;
  for (qdrt_type type : kTypes)
    text += std::string(text.empty() ? "'" : ", '") + qdrt_type_name(type) + "'";
  return text;
}

//===----------------------------------------------------------------------===//
// 16-bit floats
//===----------------------------------------------------------------------===//

/// The nearest float with `mantissaBits` stored bits, exponents from `least` to
/// `most`, as its bits without the sign; ties to even.
static uint16_t roundToSmallFloat(double magnitude, int mantissaBits, int least, int most) {
  const int bias = 1 - least;
  const uint16_t infinity = static_cast<uint16_t>((most + bias + 1) << mantissaBits);
  if (std::isnan(magnitude))
    return static_cast<uint16_t>(infinity | 1 << (mantissaBits - 1));
  if (std::isinf(magnitude))
    return infinity;
  if (magnitude == 0)
    return 0;
  int exponent = std::max(std::ilogb(magnitude), least);
  // In units of the last place; a carry into the next exponent comes out right because the fields are adjacent.
  double units = std::nearbyint(std::ldexp(magnitude, mantissaBits - exponent));
  double bits = units + std::ldexp(static_cast<double>(exponent - least), mantissaBits);
  return bits >= infinity ? infinity : static_cast<uint16_t>(bits);
}

uint16_t qdc::halfFromDouble(double value) {
  return static_cast<uint16_t>((std::signbit(value) ? 0x8000 : 0) | roundToSmallFloat(std::fabs(value), 10, -14, 15));
}

uint16_t qdc::bfloatFromDouble(double value) {
  return static_cast<uint16_t>((std::signbit(value) ? 0x8000 : 0) | roundToSmallFloat(std::fabs(value), 7, -126, 127));
}

double qdc::doubleFromHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  int mantissa = bits & 1023;
  double magnitude = exponent == 31  ? (mantissa ? std::nan("") : INFINITY)
                     : exponent == 0 ? std::ldexp(mantissa, -24)
                                     : std::ldexp(mantissa + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

float qdc::floatFromBfloat(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

//===----------------------------------------------------------------------===//
// Text to element
//===----------------------------------------------------------------------===//

bool qdc::isFloat(qdrt_type type) {
  return type == QDRT_F16 || type == QDRT_BF16 || type == QDRT_F32 || type == QDRT_F64;
}

static Error invalid(std::string_view text, const std::string &what) {
  return Error{ErrorCode::invalidArgument, "'" + std::string(text) + "' " + what};
}

template <typename T>
static bool readWhole(std::string_view text, T &number, int base = 10) {
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return failure == std::errc() && end == text.data() + text.size();
}

static std::string_view withoutPlus(std::string_view text) {
  return text.starts_with("+") && !text.starts_with("+-") ? text.substr(1) : text;
}

namespace {
/// What follows the 0x of a hexadecimal number, and the sign ahead of it.
struct HexadecimalText {
  std::string_view sign, digits;
};
} // namespace

static std::optional<HexadecimalText> readPrefix(std::string_view text) {
  size_t signs = text.starts_with("+") || text.starts_with("-") ? 1 : 0;
  std::string_view prefix = text.substr(signs, 2);
  if (prefix != "0x" && prefix != "0X")
    return std::nullopt;
  return HexadecimalText{text.substr(0, signs), text.substr(signs + 2)};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Result<qdrt_scalar> parseBits(std::string_view text, const HexadecimalText &parts, qdrt_type type) {
  const unsigned width = qdrt_type_bytes(type) * 8;
  qdrt_scalar value;
  value.bits = 0;
  if (parts.digits.empty() || parts.digits.find_first_not_of(kHexadecimalDigits) != std::string_view::npos)
    return invalid(text, "is no whole number: expected bits, as in '0xff', or a decimal number");
  if (!parts.sign.empty())
    return invalid(text, "has a sign, which hexadecimal does not take: expected bits, as in '0xff', or a decimal "
                         "number");
  if (!readWhole(parts.digits, value.bits, 16) || static_cast<unsigned>(std::bit_width(value.bits)) > width)
    return invalid(text, "has more than the " + std::to_string(width) + " bits of " + qdrt_type_name(type));
  return value;
}

static Result<qdrt_scalar> parseInteger(std::string_view text, qdrt_type type, bool isUnsigned) {
  qdrt_scalar value;
  value.bits = 0;
  if (type == QDRT_I1) {
    if (text != "0" && text != "1" && text != "true" && text != "false")
      return invalid(text, "is not 0, 1, 'true' or 'false'");
    value.i1 = text == "1" || text == "true";
    return value;
  }
  if (std::optional<HexadecimalText> parts = readPrefix(text))
    return parseBits(text, *parts, type);
  unsigned width = qdrt_type_bytes(type) * 8;
  uint64_t mask = width == 64 ? UINT64_MAX : (uint64_t(1) << width) - 1;
  int64_t least = isUnsigned ? 0 : -static_cast<int64_t>(mask / 2) - 1;
  uint64_t most = isUnsigned ? mask : mask / 2;
  if (readWhole(withoutPlus(text), value.bits) && value.bits <= most)
    return value;
  int64_t negative = 0;
  if (readWhole(text, negative) && negative <= 0 && negative >= least) {
    value.bits = static_cast<uint64_t>(negative) & mask;
    return value;
  }
  return invalid(text, "is not a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static qdrt_scalar floatElement(double value, qdrt_type type) {
  qdrt_scalar element;
  element.bits = 0;
  if (type == QDRT_F64)
    element.f64 = value;
  else if (type == QDRT_F32)
    element.f32 = static_cast<float>(value);
  else if (type == QDRT_F16)
    element.f16 = halfFromDouble(value);
  else
    element.bf16 = bfloatFromDouble(value);
  return element;
}

static double doubleFromElement(const qdrt_scalar &element, qdrt_type type) {
  switch (type) {
  case QDRT_F64:
    return element.f64;
  case QDRT_F32:
    return element.f32;
  case QDRT_F16:
    return doubleFromHalf(element.f16);
  default:
    return floatFromBfloat(element.bf16);
  }
}

/// The digits of a type, in bits, with the first one.
static int digitsOf(qdrt_type type) {
  switch (type) {
  case QDRT_F64:
    return DBL_MANT_DIG;
  case QDRT_F32:
    return FLT_MANT_DIG;
  case QDRT_F16:
    return 11;
  default:
    return 8;
  }
}

/// What is said of a finite number that a type would hold as infinity, or as zero.
static Error outOfRange(std::string_view text, qdrt_type type) {
  const int digits = digitsOf(type), most = type == QDRT_F64 ? 1023 : type == QDRT_F16 ? 15 : 127;
  qdrt_scalar smallest = floatElement(std::ldexp(1.0, 2 - most - digits), type);
  qdrt_scalar largest = floatElement(std::ldexp(2.0 - std::ldexp(1.0, 1 - digits), most), type);
  return invalid(text, std::string("is not a number that ") + qdrt_type_name(type) + " holds: expected 0, or from " +
                           elementText(&smallest, type, false) + " to " + elementText(&largest, type, false) +
                           " with either sign, 'inf' or 'nan'");
}

/// How many bits a number has from the first to the last that is 1.
static int bitsBetween(double value) {
  int exponent = 0;
  auto whole = static_cast<uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), DBL_MANT_DIG));
  return std::bit_width(whole) - (whole ? std::countr_zero(whole) : 0);
}

/// The same of hexadecimal digits with a point among them.
static int64_t bitsBetween(std::string_view digits) {
  int64_t first = 0, last = 0, position = 0; // of bits, from 1
  for (char c : digits) {
    unsigned digit = 0;
    if (!readWhole({&c, 1}, digit, 16))
      continue;
    if (digit && !first)
      first = position + 5 - std::bit_width(digit);
    if (digit)
      last = position + 4 - std::countr_zero(digit);
    position += 4;
  }
  return first ? last - first + 1 : 0;
}

static Result<qdrt_scalar> parseHexadecimalFloat(std::string_view text, const HexadecimalText &parts, qdrt_type type) {
  Error malformed = invalid(text, "is no number: expected one such as '0x10' or '0x1.8p-3'");
  std::string_view digits = parts.digits.substr(0, parts.digits.find_first_of("pP"));
  if (digits.find_first_not_of(std::string(kHexadecimalDigits) + ".") != std::string_view::npos)
    return malformed;
  double wide = 0;
  const char *end = parts.digits.data() + parts.digits.size();
  auto [stop, failure] = std::from_chars(parts.digits.data(), end, wide, std::chars_format::hex);
  // from_chars of libstdc++ takes two signs of an exponent.
  if (stop != end || failure == std::errc::invalid_argument || parts.digits.find("+-") != std::string_view::npos)
    return malformed;
  const qdrt_scalar value = floatElement(parts.sign == "-" ? -wide : wide, type);
  const double held = doubleFromElement(value, type);
  const int64_t bits = bitsBetween(digits);
  if (failure != std::errc() || std::isinf(held) || (held == 0 && bits > 0))
    return outOfRange(text, type);
  if (bitsBetween(held) != bits)
    return invalid(text, std::string("has more digits than ") + qdrt_type_name(type) +
                             " holds, and hexadecimal numbers are not rounded: expected fewer, or a decimal number");
  return value;
}

static Result<qdrt_scalar> parseFloat(std::string_view text, qdrt_type type) {
  if (std::optional<HexadecimalText> parts = readPrefix(text))
    return parseHexadecimalFloat(text, *parts, type);
  const std::string_view number = withoutPlus(text);
  const char *end = number.data() + number.size();
  double wide = 0;
  float narrow = 0;
  // f32 is read directly: through a double it would round twice.
  auto [stop, failure] =
      type == QDRT_F32 ? std::from_chars(number.data(), end, narrow) : std::from_chars(number.data(), end, wide);
  if (stop != end || failure == std::errc::invalid_argument)
    return invalid(text, "is no number: expected one such as '2.5', '-1e-4', '0x10', 'inf' or 'nan'");
  const qdrt_scalar value = floatElement(type == QDRT_F32 ? narrow : wide, type);
  const double held = doubleFromElement(value, type), given = type == QDRT_F32 ? narrow : wide;
  if (failure != std::errc() || std::isinf(held) != std::isinf(given) || (held == 0) != (given == 0))
    return outOfRange(text, type);
  return value;
}

Result<qdrt_scalar> qdc::parseElement(std::string_view text, qdrt_type type, bool isUnsigned) {
  return isFloat(type) ? parseFloat(text, type) : parseInteger(text, type, isUnsigned);
}

//===----------------------------------------------------------------------===//
// Counted and random elements
//===----------------------------------------------------------------------===//

uint64_t qdc::largestCount(qdrt_type type, bool isUnsigned) {
  if (type == QDRT_I1)
    return 1;
  if (isFloat(type))
    return uint64_t(1) << digitsOf(type);
  const unsigned width = qdrt_type_bytes(type) * 8;
  return UINT64_MAX >> (64 - width + (isUnsigned ? 0 : 1));
}

qdrt_scalar qdc::countElement(uint64_t number, qdrt_type type) {
  if (isFloat(type))
    return floatElement(static_cast<double>(number), type);
  qdrt_scalar element;
  element.bits = number;
  return element;
}

qdrt_scalar qdc::randomElement(uint64_t seed, uint64_t index, qdrt_type type) {
  const std::array<uint32_t, 4> words = randomWords(seed, index);
  const uint64_t both = words[0] | uint64_t{words[1]} << 32;
  if (isFloat(type)) {
    const int digits = digitsOf(type);
    const uint64_t highest = type == QDRT_F64 ? both >> (64 - digits) : words[0] >> (32 - digits);
    return floatElement(std::ldexp(static_cast<double>(highest), -digits), type);
  }
  const unsigned width = type == QDRT_I1 ? 1 : qdrt_type_bytes(type) * 8;
  return countElement(both & UINT64_MAX >> (64 - width), type);
}

//===----------------------------------------------------------------------===//
// Element to text
//===----------------------------------------------------------------------===//

template <typename T>
static T load(const void *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename Function>
static void visitElement(const void *bytes, qdrt_type type, bool isUnsigned, Function use) {
  switch (type) {
  case QDRT_I1:
    return use(load<uint8_t>(bytes) != 0);
  case QDRT_I8:
    return isUnsigned ? use(load<uint8_t>(bytes)) : use(load<int8_t>(bytes));
  case QDRT_I16:
    return isUnsigned ? use(load<uint16_t>(bytes)) : use(load<int16_t>(bytes));
  case QDRT_I32:
    return isUnsigned ? use(load<uint32_t>(bytes)) : use(load<int32_t>(bytes));
  case QDRT_I64:
  case QDRT_INDEX:
    return isUnsigned ? use(load<uint64_t>(bytes)) : use(load<int64_t>(bytes));
  case QDRT_F16:
    return use(static_cast<float>(doubleFromHalf(load<uint16_t>(bytes))));
  case QDRT_BF16:
    return use(floatFromBfloat(load<uint16_t>(bytes)));
  case QDRT_F32:
    return use(load<float>(bytes));
  case QDRT_F64:
    return use(load<double>(bytes));
  }
}

std::string qdc::elementText(const void *bytes, qdrt_type type, bool isUnsigned) {
  std::string text;
  visitElement(bytes, type, isUnsigned, [&](auto value) {
    if constexpr (std::is_same_v<decltype(value), bool>) {
      text = value ? "true" : "false";
    } else if constexpr (std::is_integral_v<decltype(value)>) {
      text = std::to_string(value);
    } else {
      // The sign of a nan says nothing, and differs between processors.
      char digits[64];
      text = std::isnan(value) ? "nan" : std::string(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
    }
  });
  return text;
}

Json qdc::elementJson(const void *bytes, qdrt_type type, bool isUnsigned) {
  Json json;
  visitElement(bytes, type, isUnsigned, [&](auto value) {
    if constexpr (std::is_floating_point_v<decltype(value)>)
      json = floatJson(value);
    else
      json = value;
  });
  return json;
}
