//===- Archive.h - Values as bytes and back ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of a struct serves both ways: `archive(bytes, fields...)` with
// an ArchiveWriter appends the fields, and with an ArchiveReader sets them. A
// struct takes itself apart for that, so a member that is added to it ends the
// compiler with an error until it is in the archive:
//
//   template <typename Bytes>
//   void archive(Bytes &bytes, PrivateArray &array) {
//     auto &[slot, mergeSymbol, neutralBits] = array;
//     archive(bytes, slot, mergeSymbol, neutralBits);
//   }
//
// For what one build of qdc writes and reads itself: there are no versions.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_ARCHIVE_H
#define QDC_LIB_DRIVER_ARCHIVE_H

#include "qdc/Support/ByteReader.h"
#include "qdc/Support/ByteWriter.h"

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace qdc {

class ArchiveWriter {
public:
  void number(uint64_t &value) { writer.u64(value); }
  /// Of elements that follow.
  void count(size_t &value) { writer.u64(value); }
  template <typename Text>
  void text(Text &value) {
    writer.u64(value.size());
    writer.append(std::as_bytes(std::span(value.data(), value.size())));
  }
  ByteVector take() { return writer.take(); }

private:
  ByteWriter writer;
};

/// Any bytes are right as input; what they do not hold stays as it was, and `isWhole` says so.
class ArchiveReader {
public:
  explicit ArchiveReader(ByteSpan bytes) : reader(bytes) {}

  void number(uint64_t &value) {
    std::optional<uint64_t> read = reader.u64(at);
    hasFailed |= !read;
    value = read.value_or(0);
    at += sizeof(uint64_t);
  }
  /// Each element has eight bytes at least, so no count makes more of them than there are bytes.
  void count(size_t &value) {
    uint64_t read = 0;
    number(read);
    const bool isPossible = !hasFailed && read <= (reader.size() - at) / sizeof(uint64_t);
    hasFailed |= !isPossible;
    value = isPossible ? read : 0;
  }
  template <typename Text>
  void text(Text &value) {
    uint64_t size = 0;
    number(size);
    std::optional<ByteSpan> bytes = hasFailed ? std::nullopt : reader.slice(at, size);
    hasFailed |= !bytes;
    if (!bytes)
      return;
    const auto *start = reinterpret_cast<const typename Text::value_type *>(bytes->data());
    value.assign(start, start + bytes->size());
    at += size;
  }
  void fail() { hasFailed = true; }
  /// Whether all that was asked for was there, and nothing is left.
  bool isWhole() const { return !hasFailed && at == reader.size(); }

private:
  ByteReader reader;
  uint64_t at = 0;
  bool hasFailed = false;
};

template <typename Bytes, typename Number>
  requires std::integral<Number> || std::is_enum_v<Number>
void archive(Bytes &bytes, Number &value) {
  auto number = static_cast<uint64_t>(value);
  bytes.number(number);
  value = static_cast<Number>(number);
}

template <typename Bytes>
void archive(Bytes &bytes, std::string &value) {
  bytes.text(value);
}

template <typename Bytes>
void archive(Bytes &bytes, ByteVector &value) {
  bytes.text(value);
}

template <typename Bytes, typename Element>
void archive(Bytes &bytes, std::vector<Element> &values) {
  size_t count = values.size();
  bytes.count(count);
  values.resize(count);
  for (Element &value : values)
    archive(bytes, value);
}

template <typename Bytes, typename Element>
void archive(Bytes &bytes, std::optional<Element> &value) {
  bool has = value.has_value();
  archive(bytes, has);
  if (has && !value)
    value.emplace();
  if (has)
    archive(bytes, *value);
}

/// Of one of two.
template <typename Bytes, typename First, typename Second>
void archive(Bytes &bytes, std::variant<First, Second> &value) {
  bool isSecond = value.index() == 1;
  archive(bytes, isSecond);
  if (isSecond != (value.index() == 1))
    isSecond ? (void)value.template emplace<1>() : (void)value.template emplace<0>();
  isSecond ? archive(bytes, std::get<1>(value)) : archive(bytes, std::get<0>(value));
}

template <typename Bytes, typename First, typename Second, typename... More>
void archive(Bytes &bytes, First &first, Second &second, More &...more) {
  archive(bytes, first);
  archive(bytes, second);
  (archive(bytes, more), ...);
}

template <typename Value>
ByteVector toArchive(Value value) {
  ArchiveWriter bytes;
  archive(bytes, value);
  return bytes.take();
}

/// Nothing if these are not the bytes of such a value.
template <typename Value>
std::optional<Value> fromArchive(ByteSpan bytes) {
  ArchiveReader reader(bytes);
  Value value;
  archive(reader, value);
  return reader.isWhole() ? std::optional(std::move(value)) : std::nullopt;
}

} // namespace qdc

#endif // QDC_LIB_DRIVER_ARCHIVE_H
