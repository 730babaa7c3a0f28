//===- CPUImageSegments.h - What of a CPU image is mapped -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bounds-checked view of a shared object that the dynamic linker has: the
// program headers and what lies at an address, nothing of its sections. What the
// linker would believe without looking, and crash or do more than load code, is
// refused here and in CPUImageTables.h. Addresses count from where the image will
// lie.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_PACKAGE_CPUIMAGESEGMENTS_H
#define QDC_LIB_PACKAGE_CPUIMAGESEGMENTS_H

#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <vector>

namespace qdc {

/// invalidPackage: "the CPU image " and what is wrong with it, as printf makes it; what is longer than 400 bytes is
/// cut.
[[gnu::cold]] Status refuseImage(FormatPattern finding, FormatValues values);
template <typename... Args>
Status refuseImage(FormatString<Args...> finding, const Args &...args) {
  return refuseImage(finding, {args...});
}

/// A T that lies at `offset` of `bytes`, wholly inside.
template <typename T>
T readAt(ByteSpan bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

class CPUImageSegments {
public:
  /// `bytes` belong to the caller and outlive the view. Refuses what is no ELF shared object for x86-64 and, by name,
  /// segments that
  ///  - end after the file, are larger than what they are in memory, share a page, come in another order than their
  ///    addresses, or reach more than 2^31 bytes into memory;
  ///  - are both writable and executable;
  ///  - make the stack executable, also by saying nothing of it;
  ///  - name a program to interpret the image (PT_INTERP), have variables of threads (PT_TLS), or are of any kind that
  ///    qdc's linker does not make;
  ///  - say where the program headers, the dynamic section or what is made read-only lie, and say it wrongly.
  static Result<CPUImageSegments> read(ByteSpan bytes);

  /// The flags (PF_...) of the segment that has all of these bytes of memory; 0 if there is none, as for no bytes.
  uint32_t flagsAt(uint64_t address, uint64_t bytes) const;
  /// What the file has from `address` on to the end of the segment there, if the segment is readable and stays as it
  /// is; else nothing.
  ByteSpan constantsFrom(uint64_t address) const { return fileFrom(address, PF_R); }

  /// The dynamic section: its entries as the file has them. It lies at dynamicAddress().
  ByteSpan dynamicSection() const { return dynamic; }
  uint64_t dynamicAddress() const { return dynamicHeader.p_vaddr; }

private:
  explicit CPUImageSegments(ByteSpan bytes) : file(bytes) {}
  Status readAll();
  Status readHeader(const Elf64_Phdr &header);
  Status addLoaded(const Elf64_Phdr &header);
  Status checkParts(const Elf64_Ehdr &header);
  /// The segment that has all of these bytes of memory; NULL if there is none, as for no bytes.
  const Elf64_Phdr *find(uint64_t address, uint64_t bytes) const;
  /// What the file has from `address` on, if the segment there has these of the flags PF_R and PF_W and no other.
  ByteSpan fileFrom(uint64_t address, uint32_t flags) const;

  ByteSpan file;
  std::vector<Elf64_Phdr> loaded; // in the order of their addresses
  Elf64_Phdr dynamicHeader = {}, ownHeader = {}, readOnlyHeader = {}, unwindHeader = {}, stackHeader = {};
  ByteSpan dynamic;
};

} // namespace qdc

#endif // QDC_LIB_PACKAGE_CPUIMAGESEGMENTS_H
