//===- EmbedObject.cpp - A package as an object file ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Embed/EmbedObject.h"

#include "qdc/Support/ByteWriter.h"
#include "qdc/Support/ReservedWords.h"

#include <algorithm>
#include <elf.h>
#include <iterator>

using namespace qdc;

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

namespace {
/// What of an object differs from machine to machine.
struct MachineRow {
  const char *name;
  uint16_t elfMachine;
  uint32_t property;      // of .note.gnu.property: what every object must promise for the program to have it
  uint32_t propertyValue; // all that can be promised
};
} // namespace

// A shadow stack, and branches that lead to marked places alone.
static constexpr uint32_t kX86Promises = GNU_PROPERTY_X86_FEATURE_1_IBT | GNU_PROPERTY_X86_FEATURE_1_SHSTK;
// Marked places, signed return addresses, and a guarded control stack, which elf.h may not know.
static constexpr uint32_t kAArch64Promises =
    GNU_PROPERTY_AARCH64_FEATURE_1_BTI | GNU_PROPERTY_AARCH64_FEATURE_1_PAC | (1U << 2);

static constexpr MachineRow kMachines[] = {
    {"x86_64", EM_X86_64, GNU_PROPERTY_X86_FEATURE_1_AND, kX86Promises},
    {"aarch64", EM_AARCH64, GNU_PROPERTY_AARCH64_FEATURE_1_AND, kAArch64Promises},
};

static const MachineRow &rowOf(EmbedMachine machine) { return kMachines[static_cast<size_t>(machine)]; }

std::vector<std::string> qdc::embedMachineNames() {
  std::vector<std::string> names;
  for (const MachineRow &row : kMachines)
    names.emplace_back(row.name);
  return names;
}

std::optional<EmbedMachine> qdc::embedMachine(std::string_view name) {
  const auto *row = std::ranges::find(kMachines, name, &MachineRow::name);
  return row == std::end(kMachines) ? std::nullopt : std::optional(static_cast<EmbedMachine>(row - kMachines));
}

EmbedMachine qdc::hostEmbedMachine() {
#ifdef __aarch64__
  return EmbedMachine::aarch64;
#else
  return EmbedMachine::x86_64;
#endif
}

Status qdc::checkEmbedSymbol(std::string_view symbol) {
  auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  auto isPart = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); };
  if (symbol.empty() || !isLetter(symbol.front()) || !std::ranges::all_of(symbol, isPart))
    return makeError(ErrorCode::invalidArgument,
                     "'{}' is no name for a symbol: expected an identifier of C, of letters, digits and '_'", symbol);
  if (isReservedWord(symbol))
    return makeError(ErrorCode::invalidArgument,
                     "'{}' is no name for a symbol: it is a word of C or C++; expected another one, as in '{}_data'",
                     symbol, symbol);
  return {};
}

//===----------------------------------------------------------------------===//
// The object
//===----------------------------------------------------------------------===//

namespace {
/// The sections, in the order of the file.
enum Section : uint16_t {
  noSection,
  dataSection,
  propertySection,
  stackSection,
  symbolSection,
  stringSection,
  sectionCount
};

struct SectionRow {
  uint32_t name = 0; // in the string table
  uint32_t type = SHT_NULL;
  uint64_t flags = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t link = 0;
  uint32_t info = 0;
  uint64_t alignment = 0;
  uint64_t entryBytes = 0;
};

/// Builds the file from front to back; the header, which comes first, is of known size.
class ObjectWriter {
public:
  ObjectWriter(ByteSpan package, std::string_view symbol, EmbedMachine machine)
      : package(package), symbol(symbol), machine(rowOf(machine)) {}

  ByteVector write() {
    ByteVector body = writeBody();
    ByteWriter file;
    writeHeader(file, body.size());
    file.append(body);
    for (const SectionRow &row : rows)
      writeSectionRow(file, row);
    return file.take();
  }

private:
  /// All between the header and the table of sections.
  ByteVector writeBody() {
    strings.zeroTerminated("");
    begin(dataSection, ".rodata." + symbol, SHT_PROGBITS, SHF_ALLOC, kEmbedAlignment);
    out.append(package);
    out.alignTo(sizeof(uint64_t));
    const uint64_t sizePlace = place() - rows[dataSection].offset;
    out.u64(package.size());
    end(dataSection);
    begin(propertySection, ".note.gnu.property", SHT_NOTE, SHF_ALLOC, 8);
    writeProperty();
    end(propertySection);
    begin(stackSection, ".note.GNU-stack", SHT_PROGBITS, 0, 1);
    end(stackSection);
    begin(symbolSection, ".symtab", SHT_SYMTAB, 0, 8);
    for (int unused = 0; unused < 3; ++unused)
      out.u64(0);
    writeSymbol(symbol, 0, package.size());
    writeSymbol(symbol + "_size", sizePlace, sizeof(uint64_t));
    end(symbolSection);
    rows[symbolSection].link = stringSection;
    rows[symbolSection].info = 1; // the first that is not local
    rows[symbolSection].entryBytes = sizeof(Elf64_Sym);
    begin(stringSection, ".strtab", SHT_STRTAB, 0, 1);
    out.append(strings.take());
    end(stringSection);
    out.alignTo(8);
    return out.take();
  }

  /// Of the next byte in the file.
  uint64_t place() const { return sizeof(Elf64_Ehdr) + out.size(); }

  void begin(Section section, const std::string &name, uint32_t type, uint64_t flags, uint64_t alignment) {
    static_assert(sizeof(Elf64_Ehdr) % kEmbedAlignment == 0, "the body begins aligned");
    out.alignTo(alignment);
    rows[section] = {addString(name), type, flags, place(), 0, 0, 0, alignment, 0};
  }
  void end(Section section) { rows[section].size = place() - rows[section].offset; }

  uint32_t addString(const std::string &text) {
    const auto offset = static_cast<uint32_t>(strings.size());
    strings.zeroTerminated(text);
    return offset;
  }

  void writeProperty() {
    out.u32(sizeof("GNU"));
    out.u32(16); // bytes of the property
    out.u32(NT_GNU_PROPERTY_TYPE_0);
    out.zeroTerminated("GNU");
    out.u32(machine.property);
    out.u32(sizeof(uint32_t));
    out.u32(machine.propertyValue);
    out.u32(0);
  }

  void writeSymbol(const std::string &name, uint64_t value, uint64_t size) {
    out.u32(addString(name));
    out.u16(ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT) | STV_HIDDEN << 8);
    out.u16(dataSection);
    out.u64(value);
    out.u64(size);
  }

  void writeHeader(ByteWriter &file, uint64_t bodyBytes) const {
    file.append(asBytes(ELFMAG));
    file.u16(ELFCLASS64 | ELFDATA2LSB << 8);
    file.u16(EV_CURRENT);
    file.u64(0); // no system of its own; the rest of the identification is unused
    file.u16(ET_REL);
    file.u16(machine.elfMachine);
    file.u32(EV_CURRENT);
    file.u64(0); // no entry, and no program headers
    file.u64(0);
    file.u64(sizeof(Elf64_Ehdr) + bodyBytes);
    file.u32(0);
    file.u16(sizeof(Elf64_Ehdr));
    file.u16(0);
    file.u16(0);
    file.u16(sizeof(Elf64_Shdr));
    file.u16(sectionCount);
    file.u16(stringSection);
  }

  static void writeSectionRow(ByteWriter &file, const SectionRow &row) {
    file.u32(row.name);
    file.u32(row.type);
    file.u64(row.flags);
    file.u64(0); // no address yet
    file.u64(row.offset);
    file.u64(row.size);
    file.u32(row.link);
    file.u32(row.info);
    file.u64(row.alignment);
    file.u64(row.entryBytes);
  }

  ByteSpan package;
  const std::string symbol;
  const MachineRow &machine;
  SectionRow rows[sectionCount] = {};
  ByteWriter out;     // the body
  ByteWriter strings; // names of sections and symbols
};
} // namespace

ByteVector qdc::embedObject(ByteSpan package, std::string_view symbol, EmbedMachine machine) {
  return ObjectWriter(package, symbol, machine).write();
}
