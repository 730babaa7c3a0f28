//===- StreamTransfers.h - Copies and fills that drivers lack ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What BackendStream::copy and fill promise and drivers don't have: copies
// between ranges that overlap, and patterns of any size, made of what they have.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_STREAMTRANSFERS_H
#define QDRT_CORE_STREAMTRANSFERS_H

#include "Runtime/Core/StreamMemory.h"

#include <functional>

namespace qdrt::loader {

/// Adds a copy between ranges that don't overlap.
using CopyApart = std::function<qdc::Status(const MemoryReference &to, const MemoryReference &from, uint64_t bytes)>;

/// Whether two ranges of so many bytes have a byte in common, and are not the same.
bool overlapsPartly(const MemoryReference &to, const MemoryReference &from, uint64_t bytes);

/// Adds a copy between ranges that overlap partly, through a block of `memory`.
qdc::Status copyOverlapping(const MemoryReference &to, const MemoryReference &from, uint64_t bytes,
                            StreamMemory &memory, const CopyApart &copyApart);

/// A pattern of 1, 2 or 4 bytes that a driver repeats.
struct FillPattern {
  uint32_t value = 0; // in the low bytes
  uint32_t bytes = 0; // 0: there is none
};
/// The shortest that gives the same as `pattern` and whose size divides `alignment`, an address or an offset.
FillPattern shortestPattern(std::span<const std::byte> pattern, uint64_t alignment);

/// BackendStream::fill for any pattern, whose size divides 1,024: writes the first bytes from the host, and copies what
/// is there already until all is filled.
qdc::Status fillByDoubling(BackendStream &stream, const MemoryReference &to, uint64_t bytes,
                           std::span<const std::byte> pattern, const CopyApart &copyApart);

} // namespace qdrt::loader

#endif // QDRT_CORE_STREAMTRANSFERS_H
