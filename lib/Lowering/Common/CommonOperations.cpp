//===- CommonOperations.cpp - What back ends lack -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/CommonOperations.h"

#include "qdc/Lowering/Common/CountedLoops.h"
#include "qdc/Lowering/Common/Random.h"

using namespace mlir;

namespace qdc {

/// The order matters: which floats are normal depends on their type, conversions to integers take f32 and f64.
void lowerCommonOperations(func::FuncOp function, CreateSaturated createSaturated) {
  lowerRandom(function);
  lowerNumberMinMax(function);
  lowerFloatClasses(function);
  lowerIndexCarries(function);
  computeHalfPrecisionInF32(function);
  lowerFloatToInteger(function, createSaturated);
  boundLoops(function);
}

} // namespace qdc
