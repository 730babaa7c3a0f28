//===- Cubin.cpp - What a cubin says about its kernels --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/Cubin.h"

#include "qdc/Support/ByteReader.h"

#include <algorithm>
#include <elf.h>
#include <map>
#include <optional>

using namespace qdc;

static constexpr uint16_t kMachineCUDA = 190; // EM_CUDA
static constexpr uint32_t kSectionInfo = SHT_LOPROC;
static constexpr std::string_view kCodePrefix = ".text."; // of the section that has the code of a kernel
/// A record of .nv.info: a format, an attribute, 16 bits. In this format these are the size of what follows.
static constexpr uint8_t kSizedRecord = 4;
/// Attributes whose record is a symbol's number and a value, 32 bits each.
static constexpr uint8_t kMinimumStackSize = 0x12, kRegisterCount = 0x2f;

/// From sm_75 on each instruction has 16 bytes: the lowest 12 bits tell the operation and the kind of its operands, and
/// for memory bits 73 to 75 the width.
static constexpr uint64_t kInstructionBytes = 16, kOperationMask = 0xfff;
static constexpr uint64_t kLoadLocal = 0x983, kStoreLocal = 0x387;
static constexpr unsigned kWidthShift = 73 - 64;
static constexpr uint64_t kBytesOfWidth[] = {1, 1, 2, 2, 4, 8, 16, 0}; // 8 and 16 bits with and without a sign; 7: none

static Error malformed(const std::string &what) { return {ErrorCode::invalidPackage, "not a cubin: " + what}; }

namespace {

struct Section {
  std::string_view name;
  uint32_t type = 0, link = 0;
  uint64_t size = 0;
  ByteSpan bytes; // empty if the file has none (SHT_NOBITS)
};

/// The bounds-checked view of an ELF file.
class ElfFile {
public:
  static Result<ElfFile> read(ByteSpan bytes) {
    ElfFile file{ByteReader(bytes)};
    Status status = file.readSections();
    return status ? Result<ElfFile>(std::move(file)) : status.error();
  }

  const std::vector<Section> &all() const { return sections; }

private:
  explicit ElfFile(ByteReader reader) : reader(reader) {}

  Status readSections() {
    std::optional<ByteSpan> header = reader.slice(0, sizeof(Elf64_Ehdr));
    if (!header || asText(*header).substr(0, SELFMAG) != ELFMAG ||
        std::to_integer<int>((*header)[EI_CLASS]) != ELFCLASS64 ||
        std::to_integer<int>((*header)[EI_DATA]) != ELFDATA2LSB)
      return malformed("no ELF header of 64 bits");
    if (*reader.u16(offsetof(Elf64_Ehdr, e_machine)) != kMachineCUDA)
      return malformed("an ELF file of another processor");
    uint64_t table = *reader.u64(offsetof(Elf64_Ehdr, e_shoff));
    uint64_t count = *reader.u16(offsetof(Elf64_Ehdr, e_shnum));
    uint64_t names = *reader.u16(offsetof(Elf64_Ehdr, e_shstrndx));
    std::optional<ByteSpan> headers = reader.slice(table, count * sizeof(Elf64_Shdr));
    if (!headers)
      return malformed("the section headers lie outside of the file");
    for (uint64_t i = 0; i < count; ++i)
      if (Status status = readSection(ByteReader(headers->subspan(i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr))));
          !status)
        return status;
    return nameSections(names);
  }

  Status readSection(ByteReader header) {
    Section section;
    nameOffsets.push_back(*header.u32(offsetof(Elf64_Shdr, sh_name)));
    section.type = *header.u32(offsetof(Elf64_Shdr, sh_type));
    section.link = *header.u32(offsetof(Elf64_Shdr, sh_link));
    section.size = *header.u64(offsetof(Elf64_Shdr, sh_size));
    if (section.type != SHT_NOBITS && section.type != SHT_NULL) {
      std::optional<ByteSpan> bytes = reader.slice(*header.u64(offsetof(Elf64_Shdr, sh_offset)), section.size);
      if (!bytes)
        return malformed("section " + std::to_string(sections.size()) + " lies outside of the file");
      section.bytes = *bytes;
    }
    sections.push_back(section);
    return {};
  }

  Status nameSections(uint64_t names) {
    if (names >= sections.size())
      return malformed("no section holds the names of sections");
    ByteReader texts(sections[names].bytes);
    for (size_t i = 0; i < sections.size(); ++i) {
      std::optional<std::string_view> name = texts.zeroTerminated(nameOffsets[i]);
      if (!name)
        return malformed("section " + std::to_string(i) + " has no name");
      sections[i].name = *name;
    }
    return {};
  }

  ByteReader reader;
  std::vector<Section> sections;
  std::vector<uint32_t> nameOffsets;
};

/// What .nv.info says about functions, by the numbers of their symbols.
struct FunctionRecords {
  std::map<uint32_t, uint32_t> registers, stackBytes;
};

} // namespace

static Result<FunctionRecords> readRecords(ByteSpan bytes) {
  FunctionRecords records;
  ByteReader reader(bytes);
  for (uint64_t at = 0; at < reader.size();) {
    std::optional<uint16_t> kind = reader.u16(at), size = reader.u16(at + 2);
    if (!kind || !size)
      return malformed("a record of '.nv.info' is cut");
    at += 4;
    if ((*kind & 0xff) != kSizedRecord)
      continue;
    uint8_t attribute = *kind >> 8;
    if (attribute == kRegisterCount || attribute == kMinimumStackSize) {
      std::optional<uint32_t> symbol = reader.u32(at), value = reader.u32(at + 4);
      if (*size != 8 || !symbol || !value)
        return malformed("a record of '.nv.info' is cut");
      (attribute == kRegisterCount ? records.registers : records.stackBytes)[*symbol] = *value;
    }
    if (*size > reader.size() - at)
      return malformed("a record of '.nv.info' is cut");
    at += *size;
  }
  return records;
}

using SizesByKernel = std::map<std::string_view, uint64_t>;

/// How much each kernel has in sections named PREFIX.KERNEL, or PREFIX, the number of a bank, and .KERNEL.
static SizesByKernel sizesOf(const ElfFile &file, std::string_view prefix) {
  SizesByKernel sizes;
  for (const Section &section : file.all()) {
    if (!section.name.starts_with(prefix))
      continue;
    std::string_view rest = section.name.substr(prefix.size());
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    if (rest.starts_with('.'))
      sizes[rest.substr(1)] += section.size;
  }
  return sizes;
}

static uint64_t find(const SizesByKernel &sizes, std::string_view kernel) {
  auto found = sizes.find(kernel);
  return found == sizes.end() ? 0 : found->second;
}

/// Adds up what the instructions of `code` load from and store to local memory.
static void countLocalMemory(ByteSpan code, CubinKernel &kernel) {
  ByteReader reader(code);
  for (uint64_t at = 0; at + kInstructionBytes <= code.size(); at += kInstructionBytes) {
    uint64_t operation = *reader.u64(at) & kOperationMask;
    uint64_t bytes = kBytesOfWidth[*reader.u64(at + 8) >> kWidthShift & 7];
    if (operation == kLoadLocal)
      kernel.localLoadBytes += bytes;
    else if (operation == kStoreLocal)
      kernel.localStoreBytes += bytes;
  }
}

static Result<std::vector<CubinKernel>> readKernels(const ElfFile &file, const Section &symbols,
                                                    const FunctionRecords &records) {
  if (symbols.link >= file.all().size())
    return malformed("the symbols have no names");
  ByteReader reader(symbols.bytes), names(file.all()[symbols.link].bytes);
  SizesByKernel code = sizesOf(file, ".text"), shared = sizesOf(file, ".nv.shared"),
                constant = sizesOf(file, ".nv.constant");
  std::map<std::string_view, const Section *> codeSections; // by kernel
  for (const Section &section : file.all())
    if (section.name.starts_with(kCodePrefix))
      codeSections.emplace(section.name.substr(kCodePrefix.size()), &section);
  std::vector<CubinKernel> kernels;
  for (uint32_t number = 0; number < symbols.bytes.size() / sizeof(Elf64_Sym); ++number) {
    uint64_t at = number * sizeof(Elf64_Sym);
    auto info = std::to_integer<unsigned char>(symbols.bytes[at + offsetof(Elf64_Sym, st_info)]);
    // A function that the driver has is called, and defined nowhere.
    const bool isDefined = *reader.u16(at + offsetof(Elf64_Sym, st_shndx)) != SHN_UNDEF;
    if (ELF64_ST_TYPE(info) != STT_FUNC || ELF64_ST_BIND(info) != STB_GLOBAL || !isDefined)
      continue;
    std::optional<std::string_view> name = names.zeroTerminated(*reader.u32(at + offsetof(Elf64_Sym, st_name)));
    if (!name)
      return malformed("symbol " + std::to_string(number) + " has no name");
    CubinKernel kernel;
    kernel.symbol = *name;
    kernel.codeBytes = find(code, *name);
    if (auto section = codeSections.find(*name); section != codeSections.end())
      countLocalMemory(section->second->bytes, kernel);
    kernel.sharedBytes = find(shared, *name);
    kernel.constantBytes = find(constant, *name);
    auto registers = records.registers.find(number), stack = records.stackBytes.find(number);
    if (registers == records.registers.end())
      return malformed("it does not tell the registers of '" + kernel.symbol + "'");
    kernel.registers = registers->second;
    kernel.stackBytes = stack == records.stackBytes.end() ? 0 : stack->second;
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Result<std::vector<CubinKernel>> qdc::readCubin(ByteSpan bytes) {
  Result<ElfFile> file = ElfFile::read(bytes);
  if (!file)
    return file.error();
  FunctionRecords records;
  const Section *symbols = nullptr;
  for (const Section &section : file->all()) {
    if (section.type == SHT_SYMTAB)
      symbols = &section;
    if (section.type != kSectionInfo || section.name != ".nv.info")
      continue;
    Result<FunctionRecords> read = readRecords(section.bytes);
    if (!read)
      return read.error();
    records = *std::move(read);
  }
  return symbols ? readKernels(*file, *symbols, records) : malformed("it has no symbols");
}
