//===- Container.cpp - The file around manifest and images ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Container.h"

#include "qdc/Support/ByteReader.h"
#include "qdc/Support/ByteWriter.h"

#include <set>

using namespace qdc;

// The layout of LLVM 22, llvm/Object/OffloadBinary.h. Offsets count from the
// start of the offload binary.
static constexpr uint32_t kMagic = 0xAD10FF10; // the bytes 10 FF 10 AD
static constexpr uint32_t kVersion = 1;
static constexpr uint64_t kHeaderBytes = 32; // magic, version, size, entry offset, entry size
static constexpr uint64_t kEntryBytes = 40;  // kinds, flags, string offset and count, image offset and size
static constexpr uint64_t kStringBytes = 16; // key offset, value offset

const std::string *ContainerEntry::find(std::string_view key) const {
  for (const auto &[name, value] : strings)
    if (name == key)
      return &value;
  return nullptr;
}

[[gnu::cold]] static Status containerError(uint64_t start, FormatPattern what, FormatValues values) {
  return makeError(ErrorCode::invalidPackage, "not a valid package: the offload binary at byte {} {}", start,
                   formatText(what, values));
}

template <typename... Args>
static Status containerError(uint64_t start, FormatString<Args...> what, const Args &...args) {
  return containerError(start, what, {args...});
}

static Status readStrings(const ByteReader &binary, uint64_t start, uint64_t offset, uint64_t count,
                          ContainerEntry &entry) {
  if (count > binary.size() / kStringBytes || !binary.slice(offset, count * kStringBytes))
    return containerError(start, "has a string map that reaches past its end");
  std::set<std::string_view> keys;
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < count; ++i) {
    std::optional<std::string_view> key = binary.zeroTerminated(*binary.u64(offset + i * kStringBytes));
    std::optional<std::string_view> value = binary.zeroTerminated(*binary.u64(offset + i * kStringBytes + 8));
    if (!key || !value)
      return containerError(start, "has a string that reaches past its end");
    // Strings may share bytes, so without a bound a small file could ask for any amount of memory.
    bytes += key->size() + value->size();
    if (bytes > binary.size())
      return containerError(start, "has strings that together are longer than itself");
    if (!keys.insert(*key).second)
      return containerError(start, "has the key '{}' twice", *key);
    entry.strings.emplace_back(*key, *value);
  }
  return {};
}

/// Reads the offload binary at the head of `rest`, which starts at byte `start`
/// of the file, and gives its size.
static Result<uint64_t> readBinary(ByteSpan rest, uint64_t start, ContainerEntry &entry) {
  ByteReader file(rest);
  if (!file.slice(0, kHeaderBytes))
    return containerError(start, "is cut off in its header");
  if (*file.u32(0) != kMagic)
    return containerError(start, "does not start with the magic bytes 10 FF 10 AD");
  if (uint32_t version = *file.u32(4); version != kVersion)
    return makeError(ErrorCode::incompatible,
                     "not a valid package: the offload binary at byte {} has version {}; version 1 is read", start,
                     version);
  uint64_t size = *file.u64(8);
  std::optional<ByteSpan> bytes = file.slice(0, size);
  if (!bytes || size < kHeaderBytes)
    return containerError(start, "has the size {}, but {} bytes are left in the file", size, rest.size());

  ByteReader binary(*bytes);
  uint64_t at = *binary.u64(16);
  if (*binary.u64(24) < kEntryBytes || !binary.slice(at, kEntryBytes))
    return containerError(start, "has an entry that reaches past its end");
  uint16_t imageKind = *binary.u16(at), producer = *binary.u16(at + 2);
  if (imageKind > static_cast<uint16_t>(OffloadImageKind::spirv))
    return containerError(start, "has the unknown image kind {}", imageKind);
  if (producer != 0 && producer != 2 && producer != 4)
    return containerError(start, "has the unknown producer {}", producer);
  entry.kind = {static_cast<OffloadImageKind>(imageKind), static_cast<OffloadProducer>(producer)};
  if (Status status = readStrings(binary, start, *binary.u64(at + 8), *binary.u64(at + 16), entry); !status)
    return status;
  std::optional<ByteSpan> image = binary.slice(*binary.u64(at + 24), *binary.u64(at + 32));
  if (!image)
    return containerError(start, "has an image that reaches past its end");
  entry.image = *image;
  return size;
}

Result<std::vector<ContainerEntry>> qdc::readContainer(ByteSpan bytes) {
  std::vector<ContainerEntry> entries;
  for (uint64_t start = 0; start < bytes.size();) {
    Result<uint64_t> size = readBinary(bytes.subspan(start), start, entries.emplace_back());
    if (!size)
      return size.error();
    start += *size;
  }
  if (entries.empty())
    return makeError(ErrorCode::invalidPackage, "not a valid package: it is empty");
  return entries;
}

static void writeBinary(ByteWriter &out, const ContainerEntry &entry) {
  uint64_t stringMap = kHeaderBytes + kEntryBytes;
  uint64_t text = stringMap + entry.strings.size() * kStringBytes;
  uint64_t textBytes = 0;
  for (const auto &[key, value] : entry.strings)
    textBytes += key.size() + value.size() + 2;
  auto aligned = [](uint64_t value) {
    return (value + kContainerAlignment - 1) / kContainerAlignment * kContainerAlignment;
  };
  uint64_t image = aligned(text + textBytes);

  out.u32(kMagic);
  out.u32(kVersion);
  out.u64(aligned(image + entry.image.size()));
  out.u64(kHeaderBytes);
  out.u64(kEntryBytes);

  out.u16(static_cast<uint16_t>(entry.kind.image));
  out.u16(static_cast<uint16_t>(entry.kind.producer));
  out.u32(0); // flags
  out.u64(stringMap);
  out.u64(entry.strings.size());
  out.u64(image);
  out.u64(entry.image.size());

  for (const auto &[key, value] : entry.strings) {
    out.u64(text);
    out.u64(text + key.size() + 1);
    text += key.size() + value.size() + 2;
  }
  for (const auto &[key, value] : entry.strings) {
    out.zeroTerminated(key);
    out.zeroTerminated(value);
  }
  out.alignTo(kContainerAlignment);
  out.append(entry.image);
  out.alignTo(kContainerAlignment);
}

ByteVector qdc::writeContainer(const std::vector<ContainerEntry> &entries) {
  ByteWriter out;
  for (const ContainerEntry &entry : entries)
    writeBinary(out, entry);
  return out.take();
}
