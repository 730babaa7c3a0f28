//===- SampleImage.h - A CPU image, made by hand ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_SAMPLEIMAGE_H
#define QDC_TEST_RUNTIME_SAMPLEIMAGE_H

#include "qdc/Support/Bytes.h"

#include <elf.h>
#include <string>
#include <vector>

namespace runtime_test {

/// The parts of a shared object for x86-64, to be spoilt one at a time. A new one is right: it has the function "store"
/// of images/entries.c and a relocation in its data, and the program headers, in this order, that kHeaders names.
struct SampleImage {
  SampleImage();
  qdc::ByteVector bytes() const;

  /// The value of the dynamic entry `tag`, which is added if it is not there.
  uint64_t &entry(int64_t tag);

  enum Headers { kTables, kCode, kData, kDynamic, kStack };
  /// Where the parts lie, in the file and in memory.
  static constexpr uint64_t kHashAt = 0x400, kSymbolsAt = 0x500, kStringsAt = 0x600, kRelocationsAt = 0x700,
                            kCodeAt = 0x1000, kDynamicAt = 0x2000, kDataAt = 0x2200, kEnd = 0x2300;

  Elf64_Ehdr header = {};
  std::vector<Elf64_Phdr> headers;
  std::vector<uint32_t> hash; // buckets, first symbol, words of the filter, shift; filter, buckets, chains
  std::vector<Elf64_Sym> symbols;
  std::string strings;
  std::vector<Elf64_Rela> relocations;
  std::vector<Elf64_Dyn> dynamic;
};

/// `bytes` with one to four changes of bytes or words ahead of `end`, decided by the seed.
qdc::ByteVector mutated(qdc::ByteVector bytes, size_t end, uint64_t seed);

} // namespace runtime_test

#endif // QDC_TEST_RUNTIME_SAMPLEIMAGE_H
