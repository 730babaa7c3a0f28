//===- Print.cpp - What kernels printed -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/Print.h"

#include "Runtime/Core/Types.h"
#include "Runtime/Device/Device.h"

#include <algorithm>
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

qdc::Status qdrt::loader::initializePrintBuffer(BackendStream &stream, const MemoryReference &buffer) {
  qd_print_buffer header = {};
  header.capacity = kPrintWords;
  return stream.write(buffer, &header, sizeof(header));
}

/// Makes a buffer whose first `words` words were used an empty one.
static qdc::Status emptyPrintBuffer(BackendStream &stream, const MemoryReference &buffer, size_t words) {
  static constexpr std::byte kZero[8] = {};
  qdc::Status status = stream.fill(buffer + sizeof(qd_print_buffer), words * 8, kZero);
  return status ? initializePrintBuffer(stream, buffer) : status;
}

qdc::Status qdrt::loader::discardPrints(BackendStream &stream, const MemoryReference &buffer) {
  qd_print_buffer header = {};
  qdc::Status status = stream.read(&header, buffer, sizeof(header));
  return status ? emptyPrintBuffer(stream, buffer, std::min(header.used, kPrintWords)) : status;
}

static qdc::Status printRecords(const qdc::Module &module, Device &device, std::span<const uint64_t> words) {
  for (size_t at = 0; at + 2 <= words.size() && words[at] != 0;) {
    uint64_t site = (words[at] & 0xffffffff) - 1, count = words[at] >> 32;
    if (site >= module.sites.size() || module.sites[site].valueTypes.size() != count || count > words.size() - at - 2)
      return qdc::makeError(qdc::ErrorCode::invalidPackage,
                            "the print buffer holds a record that the package's sites do not describe");
    const qdc::Site &place = module.sites[site];
    std::string line = formatLine(place.message, place.valueTypes, words.subspan(at + 2, count));
    device.print(line.c_str(), place.location.file.c_str(), place.location.line);
    at += 2 + count;
  }
  return {};
}

qdc::Result<uint64_t> qdrt::loader::flushPrintBuffer(const qdc::Module &module, Device &device, BackendStream &stream,
                                                     const MemoryReference &buffer) {
  qd_print_buffer header = {};
  qdc::Status status = stream.read(&header, buffer, sizeof(header));
  if (!status)
    return status;
  if (header.used == 0)
    return uint64_t{0};
  std::vector<uint64_t> words(std::min(header.used, kPrintWords));
  status = stream.read(words.data(), buffer + sizeof(qd_print_buffer), words.size() * 8);
  if (!status)
    return status;
  status = emptyPrintBuffer(stream, buffer, words.size());
  if (!status)
    return status;
  status = printRecords(module, device, words);
  if (!status)
    return status;
  return uint64_t{header.dropped};
}
