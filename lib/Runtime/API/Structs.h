//===- Structs.h - Structs that start with their size -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_API_STRUCTS_H
#define QDRT_API_STRUCTS_H

#include "Runtime/Core/Error.h"

#include <algorithm>
#include <cstring>

namespace qdrt::loader {

/// A size that no struct of any version has, so that one that was never set is found before memory past it is read.
inline constexpr size_t kMaximumStructBytes = 4096;

qdc::Status sizeNotSet(const char *name, size_t size);
/// readOptions() for a struct of another size than this library's.
qdc::Status readOtherOptions(const void *given, size_t givenBytes, const char *name, void *options, size_t bytes);

/// Sets `options` to the caller's, with defaults (zeros) for NULL and for fields that a caller of an older header
/// lacks. Fields that this library lacks must be 0, else unsupported.
template <typename Options>
qdc::Status readOptions(const Options *given, const char *name, Options &options) {
  options = {};
  if (given && given->size != sizeof(Options))
    return readOtherOptions(given, given->size, name, &options, sizeof(Options));
  if (given)
    options = *given;
  return {};
}

/// Stores as much of `info` as the caller's struct has.
template <typename Info>
qdrt_status writeInfo(Info *to, Info info, const char *name) {
  if (to->size < sizeof(size_t) || to->size > kMaximumStructBytes)
    return fail(sizeNotSet(name, to->size).error());
  info.size = to->size;
  std::memcpy(to, &info, std::min(info.size, sizeof(Info)));
  return QDRT_OK;
}

} // namespace qdrt::loader

#endif // QDRT_API_STRUCTS_H
