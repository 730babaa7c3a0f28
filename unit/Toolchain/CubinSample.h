//===- CubinSample.h - Cubins for tests -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_SUPPORT_CUBINSAMPLE_H
#define QDC_UNIT_SUPPORT_CUBINSAMPLE_H

#include "qdc/Support/Bytes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qdc {

/// A section of an ELF file that a test makes; without bytes, `size` is that of one that the file does not hold.
struct SampleSection {
  std::string name;
  uint32_t type = 0, link = 0;
  ByteVector bytes;
  uint64_t size = 0;
};

/// An ELF file for NVIDIA's GPUs with these sections after the empty one, and the section of their names last.
ByteVector sampleElf(std::vector<SampleSection> sections);

/// The sections of a cubin with the kernels "big$0" (40 registers, 16 bytes of stack, 1024 shared, 544 constant, 256 of
/// code, whose instructions store 21 and load 42 bytes of local memory) and "small" (8 registers, 128 bytes of code).
std::vector<SampleSection> sampleCubinSections();

} // namespace qdc

#endif // QDC_UNIT_SUPPORT_CUBINSAMPLE_H
