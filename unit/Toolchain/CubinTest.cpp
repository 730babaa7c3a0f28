//===- CubinTest.cpp - What a cubin says about its kernels ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that are made here; test/Target/CUDA reads those of ptxas.
//
//===----------------------------------------------------------------------===//
#include "qdc/Toolchain/Cubin.h"

#include "CubinSample.h"

#include <catch2/catch.hpp>

#include <elf.h>

using namespace qdc;

static std::string messageFor(const ByteVector &bytes) {
  Result<std::vector<CubinKernel>> kernels = readCubin(bytes);
  REQUIRE(!kernels);
  CHECK(kernels.error().code == ErrorCode::invalidPackage);
  return kernels.error().message;
}

static std::string messageFor(void (*change)(std::vector<SampleSection> &)) {
  std::vector<SampleSection> sections = sampleCubinSections();
  change(sections);
  return messageFor(sampleElf(sections));
}

TEST_CASE("a cubin's kernels have their registers and bytes") {
  Result<std::vector<CubinKernel>> kernels = readCubin(sampleElf(sampleCubinSections()));
  REQUIRE(kernels);
  REQUIRE(kernels->size() == 2);
  const CubinKernel &big = (*kernels)[0], &small = (*kernels)[1];
  CHECK(big.symbol == "big$0");
  CHECK(big.registers == 40);
  CHECK(big.stackBytes == 16);
  CHECK(big.localStoreBytes == 21);
  CHECK(big.localLoadBytes == 42);
  CHECK(big.sharedBytes == 1024);
  CHECK(big.constantBytes == 544);
  CHECK(big.codeBytes == 256);
  CHECK(small.symbol == "small");
  CHECK(small.registers == 8);
  CHECK(small.stackBytes == 0);
  CHECK(small.localStoreBytes == 0);
  CHECK(small.localLoadBytes == 0);
  CHECK(small.sharedBytes == 0);
  CHECK(small.constantBytes == 0);
  CHECK(small.codeBytes == 128);
}

TEST_CASE("code that ends amid an instruction is read to its last whole one") {
  for (size_t kept : {size_t(15), size_t(16), 11 * 16 + size_t(15)}) {
    CAPTURE(kept);
    std::vector<SampleSection> sections = sampleCubinSections();
    sections[3].bytes.resize(kept);
    Result<std::vector<CubinKernel>> kernels = readCubin(sampleElf(sections));
    REQUIRE(kernels);
    CHECK((*kernels)[0].codeBytes == kept);
    CHECK((*kernels)[0].localStoreBytes == (kept < 16 ? 0 : kept == 16 ? 1 : 21));
    CHECK((*kernels)[0].localLoadBytes == (kept <= 16 ? 0 : 34));
  }
}

TEST_CASE("bytes that are no cubin are refused with the reason") {
  CHECK(messageFor(ByteVector()) == "not a cubin: no ELF header of 64 bits");
  CHECK(messageFor(ByteVector(200)) == "not a cubin: no ELF header of 64 bits");
  ByteVector other = sampleElf({});
  other[offsetof(Elf64_Ehdr, e_machine)] = std::byte(EM_X86_64);
  CHECK(messageFor(other) == "not a cubin: an ELF file of another processor");
  ByteVector far = sampleElf({});
  far[offsetof(Elf64_Ehdr, e_shoff) + 7] = std::byte(0xff);
  CHECK(messageFor(far) == "not a cubin: the section headers lie outside of the file");
  ByteVector nameless = sampleElf({});
  nameless[offsetof(Elf64_Ehdr, e_shstrndx)] = std::byte(9);
  CHECK(messageFor(nameless) == "not a cubin: no section holds the names of sections");
  ByteVector cut = sampleElf(sampleCubinSections());
  cut.pop_back();
  CHECK(messageFor(cut) == "not a cubin: section 9 lies outside of the file");
}

TEST_CASE("a cubin with parts that lie is refused with the reason") {
  CHECK(messageFor([](std::vector<SampleSection> &sections) { sections.erase(sections.begin() + 1); }) ==
        "not a cubin: it has no symbols");
  CHECK(messageFor([](std::vector<SampleSection> &sections) { sections[1].link = 77; }) ==
        "not a cubin: the symbols have no names");
  CHECK(messageFor([](std::vector<SampleSection> &sections) { sections[0].bytes.resize(3); }) ==
        "not a cubin: symbol 1 has no name");
  CHECK(messageFor([](std::vector<SampleSection> &sections) { sections[2].bytes.clear(); }) ==
        "not a cubin: it does not tell the registers of 'big$0'");
  for (size_t kept : {1, 3, 6, 9, 50}) {
    CAPTURE(kept);
    std::vector<SampleSection> sections = sampleCubinSections();
    sections[2].bytes.resize(kept);
    CHECK(messageFor(sampleElf(sections)) == "not a cubin: a record of '.nv.info' is cut");
  }
}

TEST_CASE("no change of one byte, and no cut, makes the reader read outside of the file") {
  ByteVector whole = sampleElf(sampleCubinSections());
  size_t headers = sizeof(Elf64_Ehdr) + 10 * sizeof(Elf64_Shdr);
  for (size_t at = 0; at < headers; ++at)
    for (int flip : {0x01, 0x80, 0xff}) {
      ByteVector changed = whole;
      changed[at] ^= std::byte(flip);
      (void)readCubin(changed);
    }
  for (size_t length = 0; length < whole.size(); ++length)
    CHECK(!readCubin(ByteVector(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length))));
}
