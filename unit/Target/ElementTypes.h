//===- ElementTypes.h - The types that tests go through ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_ELEMENTTYPES_H
#define QDC_UNIT_TARGET_ELEMENTTYPES_H

#include "BFloat16.h"

#include <cstdint>

namespace qdc {

/// Calls check.operator()<T>(name) for every integer type: its C++ type and its name in kernels.
template <typename Check>
void forEveryInteger(Check check) {
  check.template operator()<int8_t>("i8");
  check.template operator()<int16_t>("i16");
  check.template operator()<int32_t>("i32");
  check.template operator()<int64_t>("i64");
}

/// Calls check.operator()<T>(name, target) for every float type, for halves also with a target that has no instructions
/// for them.
template <typename Check>
void forEveryFloat(Check check) {
  check.template operator()<float>("f32", "cpu:native");
  check.template operator()<double>("f64", "cpu:native");
  for (const char *target : {"cpu:native", "cpu:x86-64-v2"}) {
    check.template operator()<_Float16>("f16", target);
    check.template operator()<BFloat16>("bf16", target);
  }
}

} // namespace qdc

#endif // QDC_UNIT_TARGET_ELEMENTTYPES_H
