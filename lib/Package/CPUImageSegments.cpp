//===- CPUImageSegments.cpp - What of a CPU image is mapped ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUImageSegments.h"

using namespace qdc;

static constexpr uint64_t kPage = 4096;
static constexpr uint64_t kMaximumAlignment = uint64_t{2} << 20;
/// Code of the model that qdc emits reaches no further.
static constexpr uint64_t kMaximumMemory = uint64_t{1} << 31;
/// The dynamic linker puts a record of each on the stack of the caller.
static constexpr unsigned kMaximumHeaders = 16;

Status qdc::refuseImage(FormatPattern finding, FormatValues values) {
  return makeError(ErrorCode::invalidPackage, "the CPU image {}", formatText(finding, values));
}

/// Whether [offset, offset + bytes) lies inside [0, size).
static bool isInside(uint64_t offset, uint64_t bytes, uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

Result<CPUImageSegments> CPUImageSegments::read(ByteSpan bytes) {
  CPUImageSegments image(bytes);
  Status status = image.readAll();
  return status ? Result<CPUImageSegments>(std::move(image)) : status.error();
}

Status CPUImageSegments::readAll() {
  Elf64_Ehdr header = {};
  if (file.size() >= sizeof(header))
    header = readAt<Elf64_Ehdr>(file, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_machine != EM_X86_64 || header.e_type != ET_DYN ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return refuseImage("is not an ELF shared object for x86-64");
  if (!isInside(header.e_phoff, header.e_phnum * sizeof(Elf64_Phdr), file.size()))
    return refuseImage("ends inside its program headers");
  if (header.e_phnum > kMaximumHeaders)
    return refuseImage("has {} program headers; images have at most {}", header.e_phnum, kMaximumHeaders);
  Status status;
  for (size_t index = 0; status && index < header.e_phnum; ++index)
    status = readHeader(readAt<Elf64_Phdr>(file, header.e_phoff + index * sizeof(Elf64_Phdr)));
  return status ? checkParts(header) : status;
}

Status CPUImageSegments::readHeader(const Elf64_Phdr &header) {
  Elf64_Phdr *single = nullptr;
  switch (header.p_type) {
  case PT_LOAD:
    return addLoaded(header);
  case PT_DYNAMIC:
    single = &dynamicHeader;
    break;
  case PT_PHDR:
    single = &ownHeader;
    break;
  case PT_GNU_RELRO:
    single = &readOnlyHeader;
    break;
  case PT_GNU_EH_FRAME:
    single = &unwindHeader;
    break;
  case PT_GNU_STACK:
    single = &stackHeader;
    break;
  case PT_INTERP:
    return refuseImage("names a program that interprets it (PT_INTERP); images are for the loader alone");
  case PT_TLS:
    return refuseImage("has variables of threads (PT_TLS); images have none");
  default:
    return refuseImage("has a segment of type {}, which this loader does not know", Hexadecimal{header.p_type});
  }
  if (single->p_type != PT_NULL)
    return refuseImage("has two segments of type {}; it takes one", Hexadecimal{header.p_type});
  *single = header;
  return {};
}

Status CPUImageSegments::addLoaded(const Elf64_Phdr &header) {
  if (!isInside(header.p_offset, header.p_filesz, file.size()))
    return refuseImage("ends inside a segment");
  const uint64_t align = header.p_align;
  if (header.p_filesz > header.p_memsz || !isInside(header.p_vaddr, header.p_memsz, kMaximumMemory) || align < kPage ||
      align > kMaximumAlignment || (align & (align - 1)) != 0 || (header.p_vaddr - header.p_offset) % align != 0)
    return refuseImage("has a segment of {} bytes at {} that can't be mapped; segments end below "
                       "0x80000000, at offsets in the file that fit their alignment",
                       header.p_memsz, Hexadecimal{header.p_vaddr});
  if (!loaded.empty() && header.p_vaddr / kPage * kPage < loaded.back().p_vaddr + loaded.back().p_memsz)
    return refuseImage("has segments that share a page or are out of order");
  if ((header.p_flags & PF_W) && (header.p_flags & PF_X))
    return refuseImage("has a segment that is writable and executable; segments are one of the two");
  loaded.push_back(header);
  return {};
}

const Elf64_Phdr *CPUImageSegments::find(uint64_t address, uint64_t bytes) const {
  // Nothing would lie in a segment that ends there as well as in the one that begins there.
  if (bytes == 0)
    return nullptr;
  for (const Elf64_Phdr &each : loaded)
    if (address >= each.p_vaddr && isInside(address - each.p_vaddr, bytes, each.p_memsz))
      return &each;
  return nullptr;
}

uint32_t CPUImageSegments::flagsAt(uint64_t address, uint64_t bytes) const {
  const Elf64_Phdr *found = find(address, bytes);
  return found ? found->p_flags : 0;
}

ByteSpan CPUImageSegments::fileFrom(uint64_t address, uint32_t flags) const {
  const Elf64_Phdr *found = find(address, 1);
  if (!found || (found->p_flags & (PF_R | PF_W)) != flags || address - found->p_vaddr > found->p_filesz)
    return {};
  return file.subspan(found->p_offset, found->p_filesz).subspan(address - found->p_vaddr);
}

Status CPUImageSegments::checkParts(const Elf64_Ehdr &header) {
  // Without a word about the stack, the dynamic linker makes that of the whole process executable.
  if (stackHeader.p_type == PT_NULL || (stackHeader.p_flags & PF_X))
    return refuseImage("asks for an executable stack (PT_GNU_STACK); images are linked with '-z noexecstack'");
  const char *misplaced = nullptr;
  ByteSpan own = constantsFrom(ownHeader.p_vaddr);
  if (ownHeader.p_type != PT_NULL &&
      (own.data() != file.data() + header.e_phoff || own.size() < header.e_phnum * sizeof(Elf64_Phdr)))
    misplaced = "program headers (PT_PHDR)";
  if (readOnlyHeader.p_type != PT_NULL && readOnlyHeader.p_memsz != 0 &&
      !(flagsAt(readOnlyHeader.p_vaddr, readOnlyHeader.p_memsz) & PF_W))
    misplaced = "read-only data (PT_GNU_RELRO)";
  if (unwindHeader.p_type != PT_NULL && !(flagsAt(unwindHeader.p_vaddr, unwindHeader.p_memsz) & PF_R))
    misplaced = "tables for unwinding (PT_GNU_EH_FRAME)";
  // The dynamic linker writes to the entries.
  dynamic = fileFrom(dynamicHeader.p_vaddr, PF_R | PF_W);
  if (dynamicHeader.p_type == PT_NULL || dynamic.size() < dynamicHeader.p_filesz)
    misplaced = "dynamic entries (PT_DYNAMIC)";
  if (misplaced)
    return refuseImage("does not say, or says wrongly, where its {} lie", misplaced);
  dynamic = dynamic.first(dynamicHeader.p_filesz);
  return {};
}
