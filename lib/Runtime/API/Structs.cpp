//===- Structs.cpp - Structs that start with their size -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Structs.h"

#include <string>

qdc::Status qdrt::loader::sizeNotSet(const char *name, size_t size) {
  return invalidArgument("{}.size is {}; set it to sizeof({})", name, size, name);
}

qdc::Status qdrt::loader::readOtherOptions(const void *given, size_t givenBytes, const char *name, void *options,
                                           size_t bytes) {
  if (givenBytes < sizeof(size_t) || givenBytes > kMaximumStructBytes)
    return sizeNotSet(name, givenBytes);
  std::memcpy(options, given, std::min(givenBytes, bytes));
  const auto *fields = static_cast<const char *>(given);
  if (givenBytes > bytes && std::any_of(fields + bytes, fields + givenBytes, [](char byte) { return byte != 0; }))
    return qdc::makeError(qdc::ErrorCode::unsupported, "{} sets a field that this version of libqdrt does not have",
                          name);
  return {};
}
