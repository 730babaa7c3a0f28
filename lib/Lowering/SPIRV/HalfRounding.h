//===- HalfRounding.h - f32 as an f16 can have it ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_HALFROUNDING_H
#define QDC_LIB_LOWERING_SPIRV_HALFROUNDING_H

#include "FunctionConversion.h"

namespace qdc {

/// The f32 that is the f16 nearest to `value`, an f32: even where two are as near, infinite from 65,520 on, not a
/// number where `value` is none. To convert it to f16 is exact, so that a driver may leave a conversion there and back
/// out.
mlir::Value roundToHalf(FunctionConversion &to, mlir::Value value);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_HALFROUNDING_H
