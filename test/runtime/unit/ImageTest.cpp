//===- ImageTest.cpp - Which CPU images are loaded ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Image.h"

#include "../SampleImage.h"
#include "qdc/ABI/KernelABI.h"

#include <catch2/catch.hpp>
#include <functional>

using namespace qdrt::loader;
using namespace runtime_test;
using Catch::Matchers::Contains;

/// "loaded", or why the image is refused.
static std::string outcomeOf(const qdc::ByteVector &bytes) {
  qdc::Result<std::unique_ptr<BackendImage>> image = cpu::Image::load(bytes);
  if (image)
    return "loaded";
  CHECK(image.error().code == qdc::ErrorCode::invalidPackage);
  return image.error().message;
}

namespace {
/// What is done to the image, and what is said about that.
struct Damage {
  std::function<void(SampleImage &)> change;
  const char *finding;
};
} // namespace

static void checkRefused(const std::vector<Damage> &all) {
  for (const Damage &damage : all) {
    SampleImage image;
    damage.change(image);
    CHECK(outcomeOf(image.bytes()) == std::string("the CPU image ") + damage.finding);
  }
}

TEST_CASE("an image without fault is loaded, and its function runs") {
  qdc::Result<std::unique_ptr<BackendImage>> image = cpu::Image::load(SampleImage().bytes());
  REQUIRE(image);
  qdc::EntryPoint description;
  description.symbol = "store";
  qdc::Result<std::unique_ptr<BackendEntry>> store = (*image)->prepare(description);
  REQUIRE(store);
  int64_t word = 0;
  const qd_slot slots[] = {reinterpret_cast<uintptr_t>(&word), 42};
  const qd_cpu_context context = {0, 1};
  static_cast<const cpu::Entry &>(**store).code(slots, &context, 0, 1);
  CHECK(word == 42);
  description.symbol = "load";
  CHECK((*image)->prepare(description).error().message == "the CPU image has no symbol 'load'");
}

TEST_CASE("what may be there besides is taken") {
  SampleImage image;
  Elf64_Phdr own = image.headers[SampleImage::kTables];
  own.p_type = PT_PHDR;
  own.p_offset = own.p_vaddr = sizeof(Elf64_Ehdr);
  Elf64_Phdr readOnly = image.headers[SampleImage::kDynamic];
  readOnly.p_type = PT_GNU_RELRO;
  Elf64_Phdr unwind = image.headers[SampleImage::kTables];
  unwind.p_type = PT_GNU_EH_FRAME;
  image.headers.insert(image.headers.end(), {own, readOnly, unwind});
  image.headers[SampleImage::kData].p_memsz += 0x10000;
  CHECK(outcomeOf(image.bytes()) == "loaded");
  SampleImage small;
  small.relocations.clear();
  std::erase_if(small.dynamic, [](const Elf64_Dyn &entry) {
    return entry.d_tag == DT_RELA || entry.d_tag == DT_RELASZ || entry.d_tag == DT_RELAENT ||
           entry.d_tag == DT_RELACOUNT || entry.d_tag == DT_FLAGS || entry.d_tag == DT_FLAGS_1;
  });
  CHECK(outcomeOf(small.bytes()) == "loaded");
}

/// Whether an image is loaded whose segment `which` has each number of bytes from `least` up to a page.
static void checkSizes(SampleImage image, SampleImage::Headers which, uint64_t least) {
  for (uint64_t bytes = least; bytes <= 0x1000; ++bytes) {
    INFO("segment " << which << " of " << bytes << " bytes");
    image.headers[which].p_memsz = bytes;
    image.headers[which].p_filesz = std::min(bytes, SampleImage::kEnd - image.headers[which].p_vaddr);
    REQUIRE(outcomeOf(image.bytes()) == "loaded");
  }
}

TEST_CASE("a segment may end anywhere, also where the next one begins") {
  SampleImage image;
  checkSizes(image, SampleImage::kTables, 0xf80);
  checkSizes(image, SampleImage::kCode, 0xf80);
  // Of data another segment follows, and all of the first is made read-only.
  Elf64_Phdr zeros = image.headers[SampleImage::kData], readOnly = image.headers[SampleImage::kDynamic];
  zeros.p_vaddr = zeros.p_paddr = 0x3000;
  zeros.p_filesz = 0;
  zeros.p_memsz = 0x1000;
  readOnly.p_type = PT_GNU_RELRO;
  image.headers.insert(image.headers.begin() + SampleImage::kData + 1, zeros);
  image.headers.push_back(readOnly);
  checkSizes(image, SampleImage::kData, 0xf80);
  image.headers.back().p_memsz = image.headers[SampleImage::kData].p_memsz = 0x1000;
  image.relocations[0].r_offset = 0x3000;
  CHECK(outcomeOf(image.bytes()) == "loaded");
  image.relocations[0].r_offset = 0x3ff8;
  CHECK(outcomeOf(image.bytes()) == "loaded");
  image.relocations[0].r_offset = 0x2ffc;
  CHECK(outcomeOf(image.bytes()) == "the CPU image has a relocation at 0x2ffc, which is not in its data");
}

TEST_CASE("nothing may lie where a segment ends, and nothing but what may be empty") {
  auto add = [](SampleImage &image, uint32_t type, uint64_t at) {
    image.headers.push_back({});
    image.headers.back().p_type = type;
    image.headers.back().p_vaddr = at;
  };
  for (uint64_t at : {0x1000, 0x2000, 0x2300, 0x10000}) {
    SampleImage image;
    add(image, PT_GNU_RELRO, at);
    CHECK(outcomeOf(image.bytes()) == "loaded");
    // The unwinder reads a head without asking for the size.
    add(image, PT_GNU_EH_FRAME, at);
    CHECK(outcomeOf(image.bytes()) == "the CPU image does not say, or says wrongly, where its tables for unwinding "
                                      "(PT_GNU_EH_FRAME) lie");
  }
  SampleImage image;
  image.relocations.clear();
  image.entry(DT_RELASZ) = image.entry(DT_RELACOUNT) = 0;
  for (uint64_t at : {0x0ff8, 0x1000, 0x2000, 0x2300, 0x10000}) {
    image.entry(DT_RELA) = at;
    CHECK(outcomeOf(image.bytes()) == "loaded");
  }
}

TEST_CASE("what is no shared object for x86-64 is refused") {
  const char *finding = "is not an ELF shared object for x86-64";
  checkRefused({
      {[](SampleImage &image) { image.header.e_ident[0] = 0; }, finding},
      {[](SampleImage &image) { image.header.e_ident[EI_CLASS] = ELFCLASS32; }, finding},
      {[](SampleImage &image) { image.header.e_ident[EI_DATA] = ELFDATA2MSB; }, finding},
      {[](SampleImage &image) { image.header.e_machine = EM_AARCH64; }, finding},
      {[](SampleImage &image) { image.header.e_type = ET_EXEC; }, finding},
      {[](SampleImage &image) { image.header.e_phentsize = 32; }, finding},
      {[](SampleImage &image) { image.header.e_phoff = SampleImage::kEnd; }, "ends inside its program headers"},
      {[](SampleImage &image) { image.header.e_phoff = UINT64_MAX; }, "ends inside its program headers"},
  });
  CHECK(outcomeOf(qdc::ByteVector(63)) == std::string("the CPU image ") + finding);
}

TEST_CASE("an image that is cut is refused") {
  const qdc::ByteVector whole = SampleImage().bytes();
  for (size_t size = 0; size < whole.size(); size += size < 0x800 ? 1 : 61)
    CHECK_THAT(outcomeOf(qdc::ByteVector(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size))),
               Contains("is not an ELF") || Contains("ends inside"));
}

TEST_CASE("segments that can't be mapped, or do more than be mapped, are refused by name") {
  const char *unmapped = "has a segment of 64 bytes at 0x1000 that can't be mapped; segments end below 0x80000000, at "
                         "offsets in the file that fit their alignment";
  const char *order = "has segments that share a page or are out of order";
  auto code = [](SampleImage &image) -> Elf64_Phdr & { return image.headers[SampleImage::kCode]; };
  checkRefused({
      {[&](SampleImage &image) { code(image).p_filesz = code(image).p_memsz = SampleImage::kEnd; },
       "ends inside a segment"},
      {[&](SampleImage &image) { code(image).p_offset = UINT64_MAX - 0xfff; }, "ends inside a segment"},
      {[&](SampleImage &image) { code(image).p_filesz = 65; }, unmapped},
      {[&](SampleImage &image) { code(image).p_align = 0; }, unmapped},
      {[&](SampleImage &image) { code(image).p_align = 16; }, unmapped},
      {[&](SampleImage &image) { code(image).p_align = 4096 * 3; }, unmapped},
      {[&](SampleImage &image) { code(image).p_align = 1ull << 40; }, unmapped},
      {[&](SampleImage &image) { code(image).p_offset += 16; }, unmapped},
      {[&](SampleImage &image) { code(image).p_memsz = 1ull << 31; },
       "has a segment of 2147483648 bytes at 0x1000 that can't be mapped; segments end below 0x80000000, at offsets in "
       "the file that fit their alignment"},
      {[&](SampleImage &image) { code(image).p_vaddr = UINT64_MAX - 0xfff; },
       "has a segment of 64 bytes at 0xfffffffffffff000 that can't be mapped; segments end below 0x80000000, at "
       "offsets in the file that fit their alignment"},
      {[&](SampleImage &image) { code(image).p_memsz = 0x1001; }, order},
      {[&](SampleImage &image) { std::swap(image.headers[0], image.headers[1]); }, order},
      {[&](SampleImage &image) { code(image).p_flags |= PF_W; },
       "has a segment that is writable and executable; segments are one of the two"},
      {[&](SampleImage &image) { image.headers.push_back(code(image)), image.headers.back().p_type = PT_INTERP; },
       "names a program that interprets it (PT_INTERP); images are for the loader alone"},
      {[&](SampleImage &image) { image.headers.push_back(code(image)), image.headers.back().p_type = PT_TLS; },
       "has variables of threads (PT_TLS); images have none"},
      {[&](SampleImage &image) { image.headers.push_back(code(image)), image.headers.back().p_type = PT_NOTE; },
       "has a segment of type 0x4, which this loader does not know"},
      {[&](SampleImage &image) { image.headers.resize(17, code(image)); },
       "has 17 program headers; images have at most 16"},
  });
}

TEST_CASE("an executable stack is refused") {
  const char *finding = "asks for an executable stack (PT_GNU_STACK); images are linked with '-z noexecstack'";
  checkRefused({
      {[](SampleImage &image) { image.headers[SampleImage::kStack].p_flags |= PF_X; }, finding},
      {[](SampleImage &image) { image.headers.pop_back(); }, finding},
      {[](SampleImage &image) { image.headers.push_back(image.headers[SampleImage::kStack]); },
       "has two segments of type 0x6474e551; it takes one"},
  });
}

TEST_CASE("parts that do not lie where the program headers say are refused by name") {
  auto add = [](SampleImage &image, uint32_t type, SampleImage::Headers like) -> Elf64_Phdr & {
    image.headers.push_back(image.headers[like]);
    image.headers.back().p_type = type;
    return image.headers.back();
  };
  const char *own = "does not say, or says wrongly, where its program headers (PT_PHDR) lie";
  const char *readOnly = "does not say, or says wrongly, where its read-only data (PT_GNU_RELRO) lie";
  const char *unwind = "does not say, or says wrongly, where its tables for unwinding (PT_GNU_EH_FRAME) lie";
  const char *dynamic = "does not say, or says wrongly, where its dynamic entries (PT_DYNAMIC) lie";
  checkRefused({
      {[&](SampleImage &image) { add(image, PT_PHDR, SampleImage::kTables); }, own},
      {[&](SampleImage &image) { add(image, PT_PHDR, SampleImage::kTables).p_vaddr = 1 << 30; }, own},
      {[&](SampleImage &image) { add(image, PT_GNU_RELRO, SampleImage::kCode); }, readOnly},
      {[&](SampleImage &image) { add(image, PT_GNU_RELRO, SampleImage::kData).p_memsz += 1; }, readOnly},
      {[&](SampleImage &image) { add(image, PT_GNU_EH_FRAME, SampleImage::kTables).p_vaddr = 1 << 30; }, unwind},
      {[&](SampleImage &image) { image.headers.erase(image.headers.begin() + SampleImage::kDynamic); }, dynamic},
      {[&](SampleImage &image) { image.headers[SampleImage::kDynamic].p_vaddr = 0x100; }, dynamic},
      {[&](SampleImage &image) { image.headers[SampleImage::kDynamic].p_filesz = 0x1000; }, dynamic},
      {[&](SampleImage &image) { image.headers[SampleImage::kData].p_filesz = 16; }, dynamic},
  });
}

TEST_CASE("dynamic entries that do more than name an image's tables are refused by name") {
  const std::pair<int64_t, const char *> refused[] = {
      {DT_NEEDED, "needs another library; images must bring everything they call (DT_NEEDED)"},
      {DT_FILTER, "needs another library; images must bring everything they call (DT_FILTER)"},
      {DT_AUXILIARY, "needs another library; images must bring everything they call (DT_AUXILIARY)"},
      {DT_AUDIT, "needs another library; images must bring everything they call (DT_AUDIT)"},
      {DT_DEPAUDIT, "needs another library; images must bring everything they call (DT_DEPAUDIT)"},
      {DT_INIT, "runs code when it is loaded or unloaded; that of an image runs in launches (DT_INIT)"},
      {DT_FINI, "runs code when it is loaded or unloaded; that of an image runs in launches (DT_FINI)"},
      {DT_INIT_ARRAY, "runs code when it is loaded or unloaded; that of an image runs in launches (DT_INIT_ARRAY)"},
      {DT_FINI_ARRAY, "runs code when it is loaded or unloaded; that of an image runs in launches (DT_FINI_ARRAY)"},
      {DT_PREINIT_ARRAY,
       "runs code when it is loaded or unloaded; that of an image runs in launches (DT_PREINIT_ARRAY)"},
      {DT_TEXTREL, "has relocations in its code; code stays as it is (DT_TEXTREL)"},
      {DT_RPATH, "takes part in the search for other libraries; images are left out of it (DT_RPATH)"},
      {DT_RUNPATH, "takes part in the search for other libraries; images are left out of it (DT_RUNPATH)"},
      {DT_SONAME, "takes part in the search for other libraries; images are left out of it (DT_SONAME)"},
      {DT_JMPREL, "calls through a table that the dynamic linker fills; calls of images are direct (DT_JMPREL)"},
      {DT_PLTGOT, "calls through a table that the dynamic linker fills; calls of images are direct (DT_PLTGOT)"},
      {DT_VERNEED, "has the dynamic entry 0x6ffffffe, which this loader does not know"},
      {DT_HASH, "has the dynamic entry 0x4, which this loader does not know"},
  };
  for (auto [tag, finding] : refused)
    checkRefused({{[&](SampleImage &image) { image.entry(tag) = SampleImage::kCodeAt; }, finding}});
  checkRefused({
      {[](SampleImage &image) { image.entry(DT_FLAGS) |= DF_TEXTREL; },
       "has relocations in its code; code stays as it is (DF_TEXTREL)"},
      {[](SampleImage &image) { image.entry(DT_FLAGS) |= DF_STATIC_TLS; },
       "has the flags 0x10 in DT_FLAGS and 0x0 in DT_FLAGS_1, which this loader does not know"},
      {[](SampleImage &image) { image.entry(DT_FLAGS_1) |= DF_1_NODELETE; },
       "has the flags 0x0 in DT_FLAGS and 0x8 in DT_FLAGS_1, which this loader does not know"},
      {[](SampleImage &image) { image.dynamic.push_back({DT_SYMTAB, {0}}); }, "has the dynamic entry 0x6 twice"},
      {[](SampleImage &image) { image.headers[SampleImage::kDynamic].p_filesz = 160; },
       "has dynamic entries without an end (DT_NULL)"},
  });
}

TEST_CASE("a damaged table of names, strings or symbols is refused") {
  const char *names = "has a damaged table of names (DT_GNU_HASH)";
  const char *strings = "has damaged strings (DT_STRTAB, DT_STRSZ)";
  const char *symbols = "has a damaged table of symbols (DT_SYMTAB, DT_SYMENT)";
  auto drop = [](int64_t tag) {
    return [tag](SampleImage &image) {
      std::erase_if(image.dynamic, [=](const Elf64_Dyn &entry) { return entry.d_tag == tag; });
    };
  };
  checkRefused({
      {drop(DT_GNU_HASH), names},
      {drop(DT_STRTAB), strings},
      {drop(DT_STRSZ), strings},
      {drop(DT_SYMTAB), symbols},
      {drop(DT_SYMENT), symbols},
      // In data, which can change, and past the end of the tables.
      {[](SampleImage &image) { image.entry(DT_GNU_HASH) = SampleImage::kDataAt; }, names},
      {[](SampleImage &image) { image.entry(DT_GNU_HASH) = 0xff8; }, names},
      {[](SampleImage &image) { image.entry(DT_GNU_HASH) = UINT64_MAX; }, names},
      {[](SampleImage &image) { image.entry(DT_STRTAB) = SampleImage::kDataAt; }, strings},
      {[](SampleImage &image) { image.entry(DT_STRSZ) = 0; }, strings},
      {[](SampleImage &image) { image.entry(DT_STRSZ) = 6; }, strings},
      {[](SampleImage &image) { image.entry(DT_STRSZ) = UINT64_MAX; }, strings},
      {[](SampleImage &image) { image.entry(DT_SYMTAB) = SampleImage::kDataAt; }, symbols},
      {[](SampleImage &image) { image.entry(DT_SYMTAB) = 0xfff; }, symbols},
      {[](SampleImage &image) { image.entry(DT_SYMENT) = 16; }, symbols},
      // Buckets, the words of the filter, chains.
      {[](SampleImage &image) { image.hash[0] = UINT32_MAX; }, names},
      {[](SampleImage &image) { image.hash[2] = 0; }, names},
      {[](SampleImage &image) { image.hash[2] = 3; }, names},
      {[](SampleImage &image) { image.hash[2] = 1u << 31; }, names},
      {[](SampleImage &image) { image.hash[1] = 2; }, names},
      {[](SampleImage &image) { image.hash[6] = UINT32_MAX; }, names},
      {[](SampleImage &image) {
         // No chain ends in what follows.
         image.hash[7] &= ~1u;
         image.strings.clear();
         image.symbols.clear();
         image.relocations.clear();
       },
       names},
      {[](SampleImage &image) { image.hash[1] = image.hash[6] = 1000; }, symbols},
  });
}

TEST_CASE("symbols are functions of the image, else they are refused by name") {
  auto symbol = [](SampleImage &image) -> Elf64_Sym & { return image.symbols[1]; };
  const char *noFunction = "has the symbol 'store', which is no function in its code";
  checkRefused({
      {[&](SampleImage &image) { symbol(image).st_name = 7; }, "has a symbol without a name"},
      {[&](SampleImage &image) { symbol(image).st_shndx = SHN_UNDEF; },
       "uses the symbol 'store', which it does not define; images must bring everything they call"},
      {[&](SampleImage &image) { symbol(image).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC); },
       "has the indirect function 'store' (STT_GNU_IFUNC), whose code runs when it is looked for"},
      {[&](SampleImage &image) { symbol(image).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT); }, noFunction},
      {[&](SampleImage &image) { symbol(image).st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS); }, noFunction},
      {[&](SampleImage &image) { symbol(image).st_info = ELF64_ST_INFO(STB_GNU_UNIQUE, STT_FUNC); }, noFunction},
      {[&](SampleImage &image) { symbol(image).st_shndx = SHN_ABS; }, noFunction},
      {[&](SampleImage &image) { symbol(image).st_value = SampleImage::kDataAt; }, noFunction},
      {[&](SampleImage &image) { symbol(image).st_value = UINT64_MAX; }, noFunction},
  });
}

TEST_CASE("relocations change the image's data alone") {
  const char *damaged = "has a damaged table of relocations (DT_RELA, DT_RELASZ, DT_RELAENT, DT_RELACOUNT)";
  checkRefused({
      {[](SampleImage &image) { image.entry(DT_RELA) = SampleImage::kDataAt; }, damaged},
      {[](SampleImage &image) { image.entry(DT_RELASZ) = 0x10000; }, damaged},
      {[](SampleImage &image) { image.entry(DT_RELASZ) = 25; }, damaged},
      {[](SampleImage &image) { image.entry(DT_RELAENT) = 16; }, damaged},
      {[](SampleImage &image) { image.entry(DT_RELACOUNT) = 2; }, damaged},
      {[](SampleImage &image) { image.relocations[0].r_info = R_X86_64_IRELATIVE; },
       "has a relocation that runs code when it is loaded (R_X86_64_IRELATIVE)"},
      {[](SampleImage &image) { image.relocations[0].r_info = ELF64_R_INFO(1, R_X86_64_64); },
       "has a relocation 0x100000001; relocations of images are R_X86_64_RELATIVE, 0x8"},
      {[](SampleImage &image) { image.relocations[0].r_info = ELF64_R_INFO(99, R_X86_64_RELATIVE); },
       "has a relocation 0x6300000008; relocations of images are R_X86_64_RELATIVE, 0x8"},
      {[](SampleImage &image) { image.relocations[0].r_offset = SampleImage::kCodeAt; },
       "has a relocation at 0x1000, which is not in its data"},
      {[](SampleImage &image) { image.relocations[0].r_offset = SampleImage::kEnd - 7; },
       "has a relocation at 0x22f9, which is not in its data"},
      {[](SampleImage &image) { image.relocations[0].r_offset = SampleImage::kDynamicAt + 8; },
       "has a relocation at 0x2008, which is not in its data"},
      {[](SampleImage &image) { image.relocations[0].r_offset = UINT64_MAX; },
       "has a relocation at 0xffffffffffffffff, which is not in its data"},
  });
}

TEST_CASE("a damaged image is refused or loads") {
  const qdc::ByteVector whole = SampleImage().bytes();
  size_t loaded = 0;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    // Headers and tables, then also the dynamic section.
    qdc::ByteVector image = mutated(whole, seed % 2 ? 0x800 : whole.size(), seed);
    qdc::Result<std::unique_ptr<BackendImage>> result = cpu::Image::load(image);
    INFO("seed " << seed);
    if (!result)
      REQUIRE_THAT(result.error().message, Contains("the CPU image"));
    else
      loaded += static_cast<cpu::Image &>(**result).find("store").ok();
  }
  CHECK(loaded > 100);
  CHECK(loaded < 3900);
}
