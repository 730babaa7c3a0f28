//===- Element.cpp - Numbers of every element type as text ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/Element.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

using namespace qdc;

static constexpr qdrt_type kTypes[] = {QDRT_I1,    QDRT_I8,  QDRT_I16,  QDRT_I32, QDRT_I64,
                                       QDRT_INDEX, QDRT_F16, QDRT_BF16, QDRT_F32, QDRT_F64};

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

template <typename T>
static bool readWhole(std::string_view text, T &number, int base = 10) {
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return failure == std::errc() && end == text.data() + text.size();
}

template <typename T>
static bool readFloat(std::string_view text, T &number) {
  if (text.starts_with("+") && !text.starts_with("+-"))
    text.remove_prefix(1);
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failure == std::errc() && end == text.data() + text.size();
}

static Result<qdrt_scalar> parseInteger(std::string_view text, qdrt_type type, bool isUnsigned) {
  qdrt_scalar value;
  value.bits = 0;
  if (type == QDRT_I1) {
    if (text != "0" && text != "1" && text != "true" && text != "false")
      return Error{ErrorCode::invalidArgument, "'" + std::string(text) + "' is not 0, 1, 'true' or 'false'"};
    value.i1 = text == "1" || text == "true";
    return value;
  }
  unsigned width = qdrt_type_bytes(type) * 8;
  uint64_t mask = width == 64 ? UINT64_MAX : (uint64_t(1) << width) - 1;
  int64_t least = isUnsigned ? 0 : -static_cast<int64_t>(mask / 2) - 1;
  uint64_t most = isUnsigned ? mask : mask / 2;
  if ((text.starts_with("0x") || text.starts_with("0X")) && readWhole(text.substr(2), value.bits, 16) &&
      value.bits <= mask)
    return value;
  int64_t negative = 0;
  if (readWhole(text, value.bits) && value.bits <= most)
    return value;
  if (readWhole(text, negative) && negative < 0 && negative >= least) {
    value.bits = static_cast<uint64_t>(negative) & mask;
    return value;
  }
  if (text.starts_with("-0x") || text.starts_with("-0X"))
    return Error{ErrorCode::invalidArgument, "'" + std::string(text) +
                                                 "' has a sign, which hexadecimal does not take: expected bits, as in "
                                                 "'0xff', or a decimal number"};
  return Error{ErrorCode::invalidArgument, "'" + std::string(text) + "' is not a whole number from " +
                                               std::to_string(least) + " to " + std::to_string(most)};
}

Result<qdrt_scalar> qdc::parseElement(std::string_view text, qdrt_type type, bool isUnsigned) {
  if (!isFloat(type))
    return parseInteger(text, type, isUnsigned);
  qdrt_scalar value;
  value.bits = 0;
  double wide = 0;
  // f32 is read directly: through a double it would round twice.
  bool isNumber = type == QDRT_F32 ? readFloat(text, value.f32) : readFloat(text, wide);
  // Like readFloat for the wider types: what would become infinite or zero is refused.
  if (type == QDRT_F16 || type == QDRT_BF16) {
    double held = type == QDRT_F16 ? doubleFromHalf(halfFromDouble(wide)) : floatFromBfloat(bfloatFromDouble(wide));
    isNumber = isNumber && std::isinf(held) == std::isinf(wide) && (held == 0) == (wide == 0);
  }
  if (!isNumber)
    return Error{ErrorCode::invalidArgument,
                 "'" + std::string(text) + "' is not a number that " + qdrt_type_name(type) + " holds"};
  if (type == QDRT_F64)
    value.f64 = wide;
  else if (type == QDRT_F16)
    value.f16 = halfFromDouble(wide);
  else if (type == QDRT_BF16)
    value.bf16 = bfloatFromDouble(wide);
  return value;
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

void qdc::writeElement(JsonWriter &json, const void *bytes, qdrt_type type, bool isUnsigned) {
  visitElement(bytes, type, isUnsigned, [&](auto value) { json.value(value); });
}
