//===- OffloadKind.h - What LLVM's tools call an image ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every entry of a package says of what kind its bytes are, and whose. The
// target of an image decides both; writer, reader and tools take them from here.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_OFFLOADKIND_H
#define QDC_PACKAGE_OFFLOADKIND_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace qdc {

/// What LLVM calls the kind of the image, with LLVM's numbers.
enum class OffloadImageKind : uint16_t { none, object, bitcode, cubin, fatbinary, ptx, spirv };

/// What LLVM calls the producer, with LLVM's numbers. CPU images have none.
enum class OffloadProducer : uint16_t { none = 0, cuda = 2, hip = 4 };

/// What an entry says of its bytes: that of manifest and data is the default.
struct OffloadKind {
  OffloadImageKind image = OffloadImageKind::none;
  OffloadProducer producer = OffloadProducer::none;

  bool operator==(const OffloadKind &) const = default;
};

/// What the image for a target is: a shared object for "cpu:...", NVIDIA's cubin
/// for "cuda:sm_N", its PTX for "cuda:compute_N", a SPIR-V module for "vulkan:...".
/// Nothing for a target that this version does not know, whose image may be anything.
std::optional<OffloadKind> offloadKindOf(std::string_view target);

/// Names for messages: "object", "PTX"; "none", "CUDA".
std::string_view offloadImageKindName(OffloadImageKind kind);
std::string_view offloadProducerName(OffloadProducer producer);

} // namespace qdc

#endif // QDC_PACKAGE_OFFLOADKIND_H
