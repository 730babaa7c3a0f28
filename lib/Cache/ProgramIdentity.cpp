//===- ProgramIdentity.cpp - Which program this is ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/ProgramIdentity.h"

#include "qdc/Support/ByteReader.h"
#include "qdc/Support/FileBytes.h"
#include "qdc/Support/Sha256.h"

#include <elf.h>
#include <link.h>

using namespace qdc;

static std::string hexOf(ByteSpan bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4];
    text += kDigits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

/// The build-id among notes; empty: there is none.
static std::string buildIdIn(ByteSpan notes, uint64_t alignment) {
  const ByteReader reader(notes);
  auto aligned = [&](uint64_t offset) { return (offset + alignment - 1) / alignment * alignment; };
  for (uint64_t at = 0; at + sizeof(ElfW(Nhdr)) <= notes.size();) {
    std::optional<uint32_t> nameSize = reader.u32(at), size = reader.u32(at + 4), type = reader.u32(at + 8);
    const uint64_t nameAt = at + sizeof(ElfW(Nhdr)), dataAt = aligned(nameAt + *nameSize);
    std::optional<ByteSpan> name = reader.slice(nameAt, *nameSize), data = reader.slice(dataAt, *size);
    if (!name || !data)
      break;
    if (*type == NT_GNU_BUILD_ID && asText(*name) == std::string_view(ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)))
      return hexOf(*data);
    at = aligned(dataAt + *size);
  }
  return "";
}

/// Looks at the first object, which is the program itself.
static int readBuildId(dl_phdr_info *program, size_t, void *result) {
  for (const ElfW(Phdr) &segment : std::span(program->dlpi_phdr, program->dlpi_phnum)) {
    std::string &buildId = *static_cast<std::string *>(result);
    if (segment.p_type != PT_NOTE || !buildId.empty())
      continue;
    const auto *start = reinterpret_cast<const std::byte *>(program->dlpi_addr + segment.p_vaddr);
    constexpr uint64_t kUsual = 4, kWide = 8;
    buildId = buildIdIn({start, segment.p_memsz}, segment.p_align == kWide ? kWide : kUsual);
  }
  return 1; // no more objects
}

Result<std::string> qdc::programIdentity() {
  std::string buildId;
  ::dl_iterate_phdr(readBuildId, &buildId);
  if (!buildId.empty())
    return "build-id " + buildId;
  Result<ByteVector> file = readFileBytes("/proc/self/exe", "the program that runs, through '/proc/self/exe'");
  if (!file)
    return Error{ErrorCode::inputOutput, file.error().message};
  return "sha256 " + sha256Hex(*file);
}
