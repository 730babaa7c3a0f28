//===- Structs.h - Structs that start with their size -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_API_STRUCTS_H
#define QDRT_API_STRUCTS_H

#include "Runtime/Error.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace qdrt::loader {

inline qdc::Error sizeNotSet(const char *name, size_t size) {
  return invalidArgument(std::string(name) + ".size is " + std::to_string(size) + "; set it to sizeof(" + name + ")");
}

/// A size that no struct of any version has, so that one that was never set is found before memory behind it is read.
inline constexpr size_t kMaximumStructBytes = 4096;

/// The caller's options, with defaults (zeros) for NULL and for fields that a caller of an older header lacks. Fields
/// that this library lacks must be 0, else unsupported.
template <typename Options>
qdc::Result<Options> readOptions(const Options *given, const char *name) {
  Options options = {};
  options.size = sizeof(Options);
  if (!given)
    return options;
  size_t size = given->size;
  if (size < sizeof(size_t) || size > kMaximumStructBytes)
    return sizeNotSet(name, size);
  std::memcpy(&options, given, std::min(size, sizeof(Options)));
  const auto *bytes = reinterpret_cast<const char *>(given);
  if (size > sizeof(Options) && std::any_of(bytes + sizeof(Options), bytes + size, [](char byte) { return byte != 0; }))
    return qdc::Error{qdc::ErrorCode::unsupported,
                      std::string(name) + " sets a field that this version of libqdrt does not have"};
  return options;
}

/// Stores as much of `info` as the caller's struct has.
template <typename Info>
qdrt_status writeInfo(Info *to, Info info, const char *name) {
  if (to->size < sizeof(size_t) || to->size > kMaximumStructBytes)
    return fail(sizeNotSet(name, to->size));
  info.size = to->size;
  std::memcpy(to, &info, std::min(info.size, sizeof(Info)));
  return QDRT_OK;
}

} // namespace qdrt::loader

#endif // QDRT_API_STRUCTS_H
