//===- SampleImage.cpp - A CPU image, made by hand ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleImage.h"

#include <cstring>
#include <iterator>
#include <random>

using namespace runtime_test;

static Elf64_Phdr headerOf(uint32_t type, uint32_t flags, uint64_t at, uint64_t bytes, uint64_t align) {
  Elf64_Phdr header = {};
  header.p_type = type;
  header.p_flags = flags;
  header.p_offset = header.p_vaddr = header.p_paddr = at;
  header.p_filesz = header.p_memsz = bytes;
  header.p_align = align;
  return header;
}

/// The hash of a name in a table of GNU's form.
static uint32_t hashOf(const char *name) {
  uint32_t hash = 5381;
  for (; *name; ++name)
    hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

SampleImage::SampleImage() {
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = header.e_ehsize = sizeof(header);
  header.e_phentsize = sizeof(Elf64_Phdr);
  headers = {headerOf(PT_LOAD, PF_R, 0, kCodeAt, 4096), headerOf(PT_LOAD, PF_R | PF_X, kCodeAt, 64, 4096),
             headerOf(PT_LOAD, PF_R | PF_W, kDynamicAt, kEnd - kDynamicAt, 4096),
             headerOf(PT_DYNAMIC, PF_R | PF_W, kDynamicAt, kDataAt - kDynamicAt, 8),
             headerOf(PT_GNU_STACK, PF_R | PF_W, 0, 0, 0)};
  const uint32_t all = UINT32_MAX;
  hash = {1, 1, 1, 0, all, all, 1, hashOf("store") | 1};
  strings = std::string("\0store\0", 7);
  symbols.resize(2);
  symbols[1].st_name = 1;
  symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbols[1].st_shndx = 1;
  symbols[1].st_value = kCodeAt;
  symbols[1].st_size = 11;
  relocations = {{kDataAt, R_X86_64_RELATIVE, kCodeAt}};
  const std::pair<int64_t, uint64_t> entries[] = {{DT_FLAGS, DF_SYMBOLIC | DF_BIND_NOW},
                                                  {DT_FLAGS_1, DF_1_NOW},
                                                  {DT_STRTAB, kStringsAt},
                                                  {DT_STRSZ, strings.size()},
                                                  {DT_SYMTAB, kSymbolsAt},
                                                  {DT_SYMENT, sizeof(Elf64_Sym)},
                                                  {DT_GNU_HASH, kHashAt},
                                                  {DT_RELA, kRelocationsAt},
                                                  {DT_RELASZ, sizeof(Elf64_Rela)},
                                                  {DT_RELAENT, sizeof(Elf64_Rela)},
                                                  {DT_RELACOUNT, 1}};
  for (auto [tag, value] : entries)
    entry(tag) = value;
}

uint64_t &SampleImage::entry(int64_t tag) {
  for (Elf64_Dyn &each : dynamic)
    if (each.d_tag == tag)
      return each.d_un.d_val;
  dynamic.push_back({tag, {0}});
  return dynamic.back().d_un.d_val;
}

qdc::ByteVector SampleImage::bytes() const {
  qdc::ByteVector file(kEnd);
  auto put = [&](uint64_t at, const void *from, size_t bytes) { std::memcpy(file.data() + at, from, bytes); };
  Elf64_Ehdr counted = header;
  counted.e_phnum = static_cast<uint16_t>(headers.size());
  put(0, &counted, sizeof(counted));
  put(sizeof(counted), headers.data(), headers.size() * sizeof(Elf64_Phdr));
  put(kHashAt, hash.data(), hash.size() * sizeof(uint32_t));
  put(kSymbolsAt, symbols.data(), symbols.size() * sizeof(Elf64_Sym));
  put(kStringsAt, strings.data(), strings.size());
  put(kRelocationsAt, relocations.data(), relocations.size() * sizeof(Elf64_Rela));
  // mov rax, [rdi]; mov rcx, [rdi + 8]; mov [rax], rcx; ret
  const unsigned char store[] = {0x48, 0x8b, 0x07, 0x48, 0x8b, 0x4f, 0x08, 0x48, 0x89, 0x08, 0xc3};
  put(kCodeAt, store, sizeof(store));
  put(kDynamicAt, dynamic.data(), dynamic.size() * sizeof(Elf64_Dyn));
  return file;
}

qdc::ByteVector runtime_test::mutated(qdc::ByteVector bytes, size_t end, uint64_t seed) {
  std::mt19937_64 random(seed);
  const uint64_t values[] = {0,          1,       2,      7,      8,          16,         24,         56,
                             0x80,       0xfff,   0x1000, 0x2000, 0x7fffffff, 0x80000000, 1ull << 47, UINT64_MAX - 7,
                             UINT64_MAX, random()};
  for (uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
    const size_t sizes[] = {1, 2, 4, 8}, size = sizes[random() % 4], at = random() % (end / size) * size;
    uint64_t value = values[random() % std::size(values)];
    if (random() % 4 == 0) { // a small step away from what is there
      uint64_t before = 0;
      std::memcpy(&before, bytes.data() + at, size);
      value = before + random() % 33 - 16;
    }
    std::memcpy(bytes.data() + at, &value, size);
  }
  return bytes;
}
