//===- CPUImageTables.cpp - What a CPU image asks of the linker -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUImageTables.h"

#include <algorithm>
#include <bit>
#include <iterator>

using namespace qdc;

namespace {

/// The dynamic entries that an image may have.
enum Entry : uint32_t {
  kStrings,
  kStringBytes,
  kSymbols,
  kSymbolBytes,
  kHash,
  kRelocations,
  kRelocationsBytes,
  kRelocationBytes,
  kRelativeCount,
  kFlags,
  kMoreFlags,
  kEntryCount
};
constexpr Elf64_Sxword kTags[kEntryCount] = {DT_STRTAB, DT_STRSZ,   DT_SYMTAB,    DT_SYMENT, DT_GNU_HASH, DT_RELA,
                                             DT_RELASZ, DT_RELAENT, DT_RELACOUNT, DT_FLAGS,  DT_FLAGS_1};

constexpr char kOtherLibraries[] = "needs another library; images must bring everything they call";
constexpr char kOwnCode[] = "runs code when it is loaded or unloaded; that of an image runs in launches";
constexpr char kChangedCode[] = "has relocations in its code; code stays as it is";
constexpr char kNames[] = "takes part in the search for other libraries; images are left out of it";
constexpr char kCalls[] = "calls through a table that the dynamic linker fills; calls of images are direct";

/// A dynamic entry that is known and refused.
struct RefusedEntry {
  Elf64_Sxword tag;
  const char *name;
  const char *finding;
};
constexpr RefusedEntry kRefused[] = {
    {DT_NEEDED, "DT_NEEDED", kOtherLibraries},
    {DT_FILTER, "DT_FILTER", kOtherLibraries},
    {DT_AUXILIARY, "DT_AUXILIARY", kOtherLibraries},
    {DT_AUDIT, "DT_AUDIT", kOtherLibraries},
    {DT_DEPAUDIT, "DT_DEPAUDIT", kOtherLibraries},
    {DT_INIT, "DT_INIT", kOwnCode},
    {DT_FINI, "DT_FINI", kOwnCode},
    {DT_INIT_ARRAY, "DT_INIT_ARRAY", kOwnCode},
    {DT_FINI_ARRAY, "DT_FINI_ARRAY", kOwnCode},
    {DT_PREINIT_ARRAY, "DT_PREINIT_ARRAY", kOwnCode},
    {DT_TEXTREL, "DT_TEXTREL", kChangedCode},
    {DT_RPATH, "DT_RPATH", kNames},
    {DT_RUNPATH, "DT_RUNPATH", kNames},
    {DT_SONAME, "DT_SONAME", kNames},
    {DT_JMPREL, "DT_JMPREL", kCalls},
    {DT_PLTGOT, "DT_PLTGOT", kCalls},
};

/// What a hash table of GNU's form begins with; words of 64 bits for a filter, buckets and chains follow.
struct HashHeader {
  uint32_t bucketCount, firstSymbol, filterWords, filterShift;
};

class Tables {
public:
  explicit Tables(const CPUImageSegments &image) : image(image) {}
  Status check();

private:
  Status readEntries();
  Status note(const Elf64_Dyn &entry);
  Status checkFlags() const;
  /// Sets symbolCount. False if looking for a name would leave the table.
  bool countSymbols();
  Status checkSymbols();
  Status checkSymbol(const Elf64_Sym &symbol) const;
  Status checkRelocations() const;
  Status checkRelocation(const Elf64_Rela &relocation) const;

  const CPUImageSegments &image;
  uint64_t values[kEntryCount] = {};
  bool isThere[kEntryCount] = {};
  uint64_t symbolCount = 0;
  const char *strings = nullptr; // of which the last one ends inside of the table
};

} // namespace

Status Tables::note(const Elf64_Dyn &entry) {
  for (const RefusedEntry &refused : kRefused)
    if (entry.d_tag == refused.tag)
      return refuseImage("{} ({})", refused.finding, refused.name);
  const auto known = static_cast<size_t>(std::find(kTags, std::end(kTags), entry.d_tag) - kTags);
  if (known == kEntryCount)
    return refuseImage("has the dynamic entry {}, which this loader does not know",
                       Hexadecimal{static_cast<uint64_t>(entry.d_tag)});
  if (isThere[known])
    return refuseImage("has the dynamic entry {} twice", Hexadecimal{static_cast<uint64_t>(entry.d_tag)});
  isThere[known] = true;
  values[known] = entry.d_un.d_val;
  return {};
}

Status Tables::readEntries() {
  ByteSpan section = image.dynamicSection();
  for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= section.size(); at += sizeof(Elf64_Dyn)) {
    const auto entry = readAt<Elf64_Dyn>(section, at);
    if (entry.d_tag == DT_NULL)
      return {};
    if (Status noted = note(entry); !noted)
      return noted;
  }
  return refuseImage("has dynamic entries without an end (DT_NULL)");
}

Status Tables::checkFlags() const {
  if (values[kFlags] & DF_TEXTREL)
    return refuseImage("{} (DF_TEXTREL)", kChangedCode);
  const uint64_t unknown = values[kFlags] & ~uint64_t{DF_SYMBOLIC | DF_BIND_NOW},
                 moreUnknown = values[kMoreFlags] & ~uint64_t{DF_1_NOW};
  if ((unknown | moreUnknown) != 0)
    return refuseImage("has the flags {} in DT_FLAGS and {} in DT_FLAGS_1, which this loader does not know",
                       Hexadecimal{unknown}, Hexadecimal{moreUnknown});
  return {};
}

bool Tables::countSymbols() {
  ByteSpan table = image.constantsFrom(values[kHash]);
  if (!isThere[kHash] || table.size() < sizeof(HashHeader))
    return false;
  const auto header = readAt<HashHeader>(table, 0);
  const uint64_t buckets = sizeof(header) + uint64_t{header.filterWords} * sizeof(uint64_t),
                 chains = buckets + uint64_t{header.bucketCount} * sizeof(uint32_t);
  // The dynamic linker takes the number of words for a power of two.
  if (!std::has_single_bit(header.filterWords) || chains > table.size())
    return false;
  uint64_t last = 0;
  for (uint64_t at = buckets; at < chains; at += sizeof(uint32_t)) {
    const auto first = readAt<uint32_t>(table, at);
    if (first != 0 && first < header.firstSymbol)
      return false;
    last = std::max<uint64_t>(last, first);
  }
  symbolCount = header.firstSymbol;
  if (last == 0)
    return true;
  // Chains lie one after the other, so none ends after that which begins last. An odd word ends a chain.
  for (uint64_t at = chains + (last - header.firstSymbol) * sizeof(uint32_t); at + sizeof(uint32_t) <= table.size();
       at += sizeof(uint32_t))
    if (readAt<uint32_t>(table, at) & 1) {
      symbolCount = header.firstSymbol + (at - chains) / sizeof(uint32_t) + 1;
      return true;
    }
  return false;
}

Status Tables::checkSymbol(const Elf64_Sym &symbol) const {
  if (symbol.st_name >= values[kStringBytes])
    return refuseImage("has a symbol without a name");
  const char *name = strings + symbol.st_name;
  if (symbol.st_shndx == SHN_UNDEF)
    return refuseImage("uses the symbol '{}', which it does not define; images must bring everything they call", name);
  const unsigned type = ELF64_ST_TYPE(symbol.st_info), binding = ELF64_ST_BIND(symbol.st_info);
  if (type == STT_GNU_IFUNC)
    return refuseImage("has the indirect function '{}' (STT_GNU_IFUNC), whose code runs when it is looked for", name);
  if (type != STT_FUNC || (binding != STB_GLOBAL && binding != STB_WEAK) || symbol.st_shndx >= SHN_LORESERVE ||
      !(image.flagsAt(symbol.st_value, 1) & PF_X))
    return refuseImage("has the symbol '{}', which is no function in its code", name);
  return {};
}

Status Tables::checkSymbols() {
  if (!countSymbols())
    return refuseImage("has a damaged table of names (DT_GNU_HASH)");
  ByteSpan text = image.constantsFrom(values[kStrings]);
  const uint64_t bytes = values[kStringBytes];
  if (!isThere[kStrings] || bytes == 0 || bytes > text.size() || text[bytes - 1] != std::byte{0})
    return refuseImage("has damaged strings (DT_STRTAB, DT_STRSZ)");
  strings = reinterpret_cast<const char *>(text.data());
  ByteSpan symbols = image.constantsFrom(values[kSymbols]);
  if (!isThere[kSymbols] || values[kSymbolBytes] != sizeof(Elf64_Sym) ||
      symbolCount > symbols.size() / sizeof(Elf64_Sym))
    return refuseImage("has a damaged table of symbols (DT_SYMTAB, DT_SYMENT)");
  // The first one means none.
  Status status;
  for (uint64_t index = 1; status && index < symbolCount; ++index)
    status = checkSymbol(readAt<Elf64_Sym>(symbols, index * sizeof(Elf64_Sym)));
  return status;
}

Status Tables::checkRelocation(const Elf64_Rela &relocation) const {
  if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_IRELATIVE)
    return refuseImage("has a relocation that runs code when it is loaded (R_X86_64_IRELATIVE)");
  if (relocation.r_info != R_X86_64_RELATIVE)
    return refuseImage("has a relocation {}; relocations of images are R_X86_64_RELATIVE, 0x8",
                       Hexadecimal{relocation.r_info});
  const uint64_t at = relocation.r_offset, dynamic = image.dynamicAddress();
  if (!(image.flagsAt(at, sizeof(uint64_t)) & PF_W) ||
      (at < dynamic + image.dynamicSection().size() && dynamic < at + sizeof(uint64_t)))
    return refuseImage("has a relocation at {}, which is not in its data", Hexadecimal{at});
  return {};
}

Status Tables::checkRelocations() const {
  ByteSpan table = image.constantsFrom(values[kRelocations]);
  const uint64_t bytes = values[kRelocationsBytes], count = bytes / sizeof(Elf64_Rela);
  const bool isWhole = isThere[kRelocations] && bytes <= table.size() && bytes % sizeof(Elf64_Rela) == 0 &&
                       values[kRelocationBytes] == sizeof(Elf64_Rela);
  const bool isAbsent = !isThere[kRelocations] && !isThere[kRelocationsBytes] && !isThere[kRelocationBytes];
  if ((!isWhole && !isAbsent) || values[kRelativeCount] > count)
    return refuseImage("has a damaged table of relocations (DT_RELA, DT_RELASZ, DT_RELAENT, DT_RELACOUNT)");
  Status status;
  for (uint64_t index = 0; status && index < count; ++index)
    status = checkRelocation(readAt<Elf64_Rela>(table, index * sizeof(Elf64_Rela)));
  return status;
}

Status Tables::check() {
  Status status = readEntries();
  if (status)
    status = checkFlags();
  if (status)
    status = checkSymbols();
  return status ? checkRelocations() : status;
}

Status qdc::checkTables(const CPUImageSegments &image) { return Tables(image).check(); }
