//===- CommonOperations.h - What back ends lack -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_COMMONOPERATIONS_H
#define QDC_LOWERING_COMMON_COMMONOPERATIONS_H

#include "qdc/Lowering/Common/Arithmetic.h"

namespace qdc {

/// Replaces the operations of `function` that back ends lack, or do otherwise than the dialect says, by others of
/// arith, math and scf. The last step that all targets share: runs once the folds of reductions and atomics exist, on
/// loops and branches that still have their structure. Afterwards there is
/// - no qd.random,
/// - no arith.minnumf and arith.maxnumf, no math.isinf and math.isnormal, no arith.addui_extended of index,
/// - no arithmetic on f16 and bf16 (computeHalfPrecisionInF32 says what is left of these types),
/// - no arith.fptosi and arith.fptoui but what `createSaturated` creates,
/// - no scf.for: each is an scf.while that ends.
void lowerCommonOperations(mlir::func::FuncOp function, CreateSaturated createSaturated);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_COMMONOPERATIONS_H
