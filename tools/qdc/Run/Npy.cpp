//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/Npy.h"

#include "qdc/Support/ArrayBytes.h"
#include "qdc/Support/AtomicFile.h"
#include "qdc/Support/FileBytes.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

using namespace qdc;

static constexpr std::string_view kMagic = "\x93NUMPY";
static constexpr size_t kMaximumHeader = 1 << 20;
static constexpr size_t kHeaderAlignment = 64;

static Error invalid(std::string message) { return Error{ErrorCode::invalidArgument, std::move(message)}; }

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static std::vector<std::string> acceptedDescrs(qdrt_type type) {
  switch (type) {
  case QDRT_I1:
    return {"|b1"};
  case QDRT_I8:
    return {"|i1", "|u1"};
  case QDRT_I16:
    return {"<i2", "<u2"};
  case QDRT_I32:
    return {"<i4", "<u4"};
  case QDRT_I64:
    return {"<i8", "<u8"};
  case QDRT_INDEX:
    return {"<i8"};
  case QDRT_F16:
    return {"<f2"};
  case QDRT_BF16:
    return {"<u2", "|V2"};
  case QDRT_F32:
    return {"<f4"};
  case QDRT_F64:
    return {"<f8"};
  }
  return {};
}

std::string qdc::npyDescr(qdrt_type type, bool isUnsigned) {
  std::vector<std::string> descrs = acceptedDescrs(type);
  bool hasUnsigned = type == QDRT_I8 || type == QDRT_I16 || type == QDRT_I32 || type == QDRT_I64;
  return isUnsigned && hasUnsigned ? descrs[1] : descrs[0];
}

bool qdc::npyHolds(std::string_view descr, qdrt_type type) {
  std::vector<std::string> descrs = acceptedDescrs(type);
  return std::ranges::find(descrs, descr) != descrs.end();
}

std::string qdc::npyAccepted(qdrt_type type) {
  std::string text;
  for (const std::string &descr : acceptedDescrs(type))
    text += (text.empty() ? "'" : " or '") + descr + "'";
  return text;
}

/// Bytes of one element, or an error that names what we do not take.
static Result<uint64_t> elementBytes(std::string_view descr) {
  static constexpr std::string_view kKinds = "biufV";
  bool isPlain = descr.size() == 3 && kKinds.find(descr[1]) != std::string_view::npos &&
                 std::string_view("1248").find(descr[2]) != std::string_view::npos;
  if (!isPlain)
    return invalid("has elements of type '" + std::string(descr) +
                   "': expected booleans, integers or floats of 1, 2, 4 or 8 bytes");
  if (descr[0] != '<' && descr[0] != '|')
    return invalid("has elements of type '" + std::string(descr) + "': expected little-endian ones, as '<" +
                   std::string(descr.substr(1)) + "'");
  return static_cast<uint64_t>(descr[2] - '0');
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  std::optional<std::string> descr;
  std::optional<bool> isFortranOrder;
  std::optional<std::vector<int64_t>> shape;
};

/// Reads the dictionary: string keys; a string, True, False or a tuple of whole
/// numbers as values.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  std::optional<Header> parse() {
    Header header;
    if (!take('{'))
      return std::nullopt;
    while (!take('}')) {
      std::optional<std::string> key = string();
      if (!key || !take(':') || !value(*key, header) || !(take(',') || peek() == '}'))
        return std::nullopt;
    }
    return peek() ? std::nullopt : std::optional(header);
  }

private:
  char peek() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\n'))
      ++position;
    return position < text.size() ? text[position] : 0;
  }
  bool take(char c) {
    if (peek() != c)
      return false;
    ++position;
    return true;
  }
  bool takeWord(std::string_view word) {
    if (!peek() || !text.substr(position).starts_with(word))
      return false;
    position += word.size();
    return true;
  }

  std::optional<std::string> string() {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return std::nullopt;
    size_t end = text.find(quote, position + 1);
    if (end == std::string_view::npos)
      return std::nullopt;
    std::string result(text.substr(position + 1, end - position - 1));
    position = end + 1;
    return result;
  }

  bool value(const std::string &key, Header &header) {
    if (key == "descr")
      return (header.descr = string()).has_value();
    if (key == "fortran_order") {
      header.isFortranOrder = takeWord("True");
      return *header.isFortranOrder || takeWord("False");
    }
    return key == "shape" && (header.shape = tuple()).has_value();
  }

  std::optional<std::vector<int64_t>> tuple() {
    std::vector<int64_t> extents;
    if (!take('('))
      return std::nullopt;
    while (!take(')')) {
      int64_t extent = 0;
      peek();
      auto [end, failure] = std::from_chars(text.data() + position, text.data() + text.size(), extent);
      if (failure != std::errc() || extent < 0)
        return std::nullopt;
      position = static_cast<size_t>(end - text.data());
      extents.push_back(extent);
      if (!take(',') && peek() != ')')
        return std::nullopt;
    }
    return extents;
  }

  std::string_view text;
  size_t position = 0;
};
} // namespace

Result<NpyArray> qdc::parseNpy(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (!text.starts_with(kMagic) || text.size() < kMagic.size() + 4)
    return invalid("is not an .npy file: it does not start with '\\x93NUMPY'");
  unsigned version = static_cast<unsigned char>(text[kMagic.size()]);
  if (version < 1 || version > 3)
    return invalid("has .npy version " + std::to_string(version) + ": expected 1, 2 or 3");
  size_t lengthBytes = version == 1 ? 2 : 4;
  size_t headerBegin = kMagic.size() + 2 + lengthBytes;
  size_t length = 0;
  for (size_t i = 0; i < lengthBytes && kMagic.size() + 2 + i < text.size(); ++i)
    length |= static_cast<size_t>(static_cast<unsigned char>(text[kMagic.size() + 2 + i])) << 8 * i;
  if (text.size() < headerBegin || length > kMaximumHeader || length > text.size() - headerBegin)
    return invalid("ends within its .npy header");

  std::optional<Header> header = HeaderParser(text.substr(headerBegin, length)).parse();
  if (!header || !header->descr || !header->isFortranOrder || !header->shape)
    return invalid("has an .npy header that is not a dictionary of a simple 'descr', 'fortran_order' and 'shape'");
  Result<uint64_t> size = elementBytes(*header->descr);
  if (!size)
    return size.error();
  if (*header->isFortranOrder && header->shape->size() > 1)
    return invalid("is in Fortran order: expected C order, as numpy.ascontiguousarray gives");
  const std::optional<int64_t> needed = checkedArrayBytes(static_cast<int64_t>(*size), *header->shape);
  if (!needed)
    return invalid("has a shape of more than 2^63 - 1 bytes");
  std::span<const std::byte> data = bytes.subspan(headerBegin + length);
  if (data.size() != static_cast<uint64_t>(*needed))
    return invalid("holds " + std::to_string(data.size()) + " bytes of elements: its shape needs " +
                   std::to_string(*needed));
  return NpyArray{std::move(*header->descr), std::move(*header->shape), {data.begin(), data.end()}};
}

Result<NpyArray> qdc::readNpy(const std::string &path) {
  Result<std::vector<std::byte>> bytes = readFileBytes(path);
  if (!bytes)
    return bytes.error();
  Result<NpyArray> array = parseNpy(*bytes);
  if (!array)
    return Error{array.error().code, "'" + path + "' " + array.error().message};
  return array;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::vector<std::byte> qdc::npyBytes(std::string_view descr, std::span<const int64_t> shape,
                                     std::span<const std::byte> data) {
  std::string header = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i)
    header += (i ? ", " : "") + std::to_string(shape[i]);
  header += shape.size() == 1 ? ",), }" : "), }";

  bool needsVersion2 = header.size() + kHeaderAlignment > UINT16_MAX;
  size_t prefix = kMagic.size() + 2 + (needsVersion2 ? 4 : 2);
  size_t total = (prefix + header.size() + 1 + kHeaderAlignment - 1) / kHeaderAlignment * kHeaderAlignment;
  header.append(total - prefix - header.size() - 1, ' ');
  header += '\n';

  std::string start(kMagic);
  start += static_cast<char>(needsVersion2 ? 2 : 1);
  start += '\0';
  for (size_t i = 0; i < (needsVersion2 ? 4u : 2u); ++i)
    start += static_cast<char>(header.size() >> 8 * i & 255);
  start += header;

  std::vector<std::byte> bytes(start.size() + data.size());
  std::memcpy(bytes.data(), start.data(), start.size());
  std::ranges::copy(data, bytes.begin() + static_cast<std::ptrdiff_t>(start.size()));
  return bytes;
}

Status qdc::writeNpy(const std::string &path, std::string_view descr, std::span<const int64_t> shape,
                     std::span<const std::byte> data) {
  return writeFileAtomically(path, npyBytes(descr, shape, data));
}
