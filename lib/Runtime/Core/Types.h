//===- Types.h - Element types of the manifest and of the C ABI -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_TYPES_H
#define QDRT_CORE_TYPES_H

#include "qdc/Package/Manifest.h"
#include "qdrt/qdrt.h"

namespace qdrt::loader {

static_assert(int(qdc::ElementType::i1) == QDRT_I1 && int(qdc::ElementType::i8) == QDRT_I8 &&
                  int(qdc::ElementType::i16) == QDRT_I16 && int(qdc::ElementType::i32) == QDRT_I32 &&
                  int(qdc::ElementType::i64) == QDRT_I64 && int(qdc::ElementType::index) == QDRT_INDEX &&
                  int(qdc::ElementType::f16) == QDRT_F16 && int(qdc::ElementType::bf16) == QDRT_BF16 &&
                  int(qdc::ElementType::f32) == QDRT_F32 && int(qdc::ElementType::f64) == QDRT_F64,
              "typeOf converts by number");

inline qdrt_type typeOf(qdc::ElementType type) { return static_cast<qdrt_type>(type); }

/// The low bytes of a slot or word that hold a value of the type.
inline uint64_t maskOf(qdrt_type type) {
  uint32_t bytes = qdrt_type_bytes(type);
  return bytes >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * bytes)) - 1;
}

/// The value of an integer as a slot holds it: i1 as 0 or 1, the others sign-extended.
inline int64_t signedValue(qdrt_type type, uint64_t bits) {
  uint32_t unused = 64 - 8 * qdrt_type_bytes(type);
  return type == QDRT_I1 ? static_cast<int64_t>(bits & 1) : static_cast<int64_t>(bits << unused) >> unused;
}

} // namespace qdrt::loader

#endif // QDRT_CORE_TYPES_H
