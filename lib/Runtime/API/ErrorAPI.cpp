//===- ErrorAPI.cpp - Versions, errors and types of qdrt.h ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"

#include <iterator>

using namespace qdrt::loader;

uint32_t qdrt_version(void) { return QDRT_VERSION_MAJOR << 16 | QDRT_VERSION_MINOR; }

const char *qdrt_status_name(qdrt_status status) {
  static constexpr const char *kNames[] = {
      "QDRT_OK",          "QDRT_INVALID_ARGUMENT", "QDRT_INVALID_PACKAGE", "QDRT_INCOMPATIBLE",
      "QDRT_NOT_FOUND",   "QDRT_OUT_OF_MEMORY",    "QDRT_IO_ERROR",        "QDRT_NO_DEVICE",
      "QDRT_UNSUPPORTED", "QDRT_ASSERTION_FAILED", "QDRT_LOOP_MAXIMUM",    "QDRT_INTERNAL",
      "QDRT_DEVICE_LOST", "QDRT_STOPPED",          "QDRT_ADSTACK_OVERFLOW"};
  static_assert(std::size(kNames) == QDRT_ADSTACK_OVERFLOW + 1, "one name for each status");
  auto number = static_cast<size_t>(status);
  return number < std::size(kNames) ? kNames[number] : "unknown status";
}

const char *qdrt_last_error(void) { return lastErrorMessage(); }

namespace {
struct TypeInfo {
  const char *name;
  uint32_t bytes;
};
} // namespace

static TypeInfo typeInfo(qdrt_type type) {
  static constexpr TypeInfo kTypes[] = {{"i1", 1},    {"i8", 1},  {"i16", 2},  {"i32", 4}, {"i64", 8},
                                        {"index", 8}, {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};
  static_assert(std::size(kTypes) == QDRT_F64 + 1, "one row for each type");
  auto number = static_cast<size_t>(type);
  return number < std::size(kTypes) ? kTypes[number] : TypeInfo{"?", 0};
}

const char *qdrt_type_name(qdrt_type type) { return typeInfo(type).name; }

uint32_t qdrt_type_bytes(qdrt_type type) { return typeInfo(type).bytes; }
