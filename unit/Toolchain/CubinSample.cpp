//===- CubinSample.cpp - Cubins for tests ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CubinSample.h"

#include <cstring>
#include <elf.h>

namespace qdc {

template <typename T>
static void append(ByteVector &bytes, const T &value) {
  const auto *start = reinterpret_cast<const std::byte *>(&value);
  bytes.insert(bytes.end(), start, start + sizeof(T));
}

static uint32_t addName(ByteVector &names, const std::string &name) {
  auto offset = static_cast<uint32_t>(names.size());
  const auto *start = reinterpret_cast<const std::byte *>(name.c_str());
  names.insert(names.end(), start, start + name.size() + 1);
  return offset;
}

ByteVector sampleElf(std::vector<SampleSection> sections) {
  sections.insert(sections.begin(), SampleSection());
  sections.push_back({".shstrtab", SHT_STRTAB, 0, {}, 0});
  ByteVector names;
  std::vector<uint32_t> offsets;
  for (const SampleSection &section : sections)
    offsets.push_back(addName(names, section.name));
  sections.back().bytes = names;

  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_machine = 190;
  header.e_shnum = static_cast<uint16_t>(sections.size());
  header.e_shstrndx = static_cast<uint16_t>(sections.size() - 1);
  header.e_shoff = sizeof(header);
  ByteVector file;
  append(file, header);
  uint64_t at = sizeof(header) + sections.size() * sizeof(Elf64_Shdr);
  for (size_t i = 0; i < sections.size(); ++i) {
    Elf64_Shdr section = {};
    section.sh_name = offsets[i];
    section.sh_type = sections[i].type;
    section.sh_link = sections[i].link;
    section.sh_offset = at;
    section.sh_size = sections[i].bytes.empty() ? sections[i].size : sections[i].bytes.size();
    append(file, section);
    at += sections[i].bytes.size();
  }
  for (const SampleSection &section : sections)
    file.insert(file.end(), section.bytes.begin(), section.bytes.end());
  return file;
}

/// An instruction: 16 bytes, the operation in the lowest 12 bits and a width from bit 73 on. All other bits are set.
static void setInstruction(ByteVector &code, size_t number, uint64_t operation, uint64_t width) {
  uint64_t words[] = {operation | ~uint64_t(0xfff), width << 9 | ~uint64_t(7 << 9)};
  std::memcpy(code.data() + number * sizeof(words), words, sizeof(words));
}

/// Code with a store to local memory of each of the widths 0, 4 and 6 (1, 4 and 16 bytes), a load of each of all eight
/// (1, 1, 2, 2, 4, 8 and 16 bytes; 7 means none) and of 8 once more, a load of global memory, and zeroes.
static ByteVector sampleCode(size_t size) {
  constexpr uint64_t loadLocal = 0x983, loadGlobal = 0x981, storeLocal = 0x387;
  ByteVector code(size);
  size_t number = 0;
  for (uint64_t width : {0, 4, 6})
    setInstruction(code, number++, storeLocal, width);
  for (uint64_t width : {0, 1, 2, 3, 4, 5, 6, 7, 5})
    setInstruction(code, number++, loadLocal, width);
  setInstruction(code, number++, loadGlobal, 6);
  return code;
}

std::vector<SampleSection> sampleCubinSections() {
  ByteVector names, symbols, records;
  addName(names, "");
  append(symbols, Elf64_Sym{});
  for (const char *kernel : {"big$0", "small"}) {
    Elf64_Sym symbol = {};
    symbol.st_name = addName(names, kernel);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = 3;
    append(symbols, symbol);
  }
  Elf64_Sym local = {};
  local.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION);
  append(symbols, local);
  Elf64_Sym ofDriver = {}; // called, and in no section
  ofDriver.st_name = addName(names, "cudaGraphSetConditional");
  ofDriver.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  append(symbols, ofDriver);

  append(records, uint32_t(0x00041502)); // a record without data, that nobody asks for
  auto addRecord = [&](uint8_t attribute, uint32_t symbol, uint32_t value) {
    append(records, uint8_t(4));
    append(records, attribute);
    append(records, uint16_t(8));
    append(records, symbol);
    append(records, value);
  };
  addRecord(0x2f, 1, 40);
  addRecord(0x12, 1, 16);
  addRecord(0x11, 1, 8);
  addRecord(0x2f, 2, 8);
  return {
      {".strtab", SHT_STRTAB, 0, names, 0},
      {".symtab", SHT_SYMTAB, 1, symbols, 0},
      {".nv.info", SHT_LOPROC, 2, records, 0},
      {".text.big$0", SHT_PROGBITS, 0, sampleCode(256), 0},
      {".text.small", SHT_PROGBITS, 0, ByteVector(128), 0},
      {".nv.shared.big$0", SHT_NOBITS, 0, {}, 1024},
      {".nv.constant0.big$0", SHT_PROGBITS, 0, ByteVector(536), 0},
      {".nv.constant2.big$0", SHT_PROGBITS, 0, ByteVector(8), 0},
  };
}

} // namespace qdc
