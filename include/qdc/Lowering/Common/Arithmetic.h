//===- Arithmetic.h - Arithmetic as the dialect defines it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_ARITHMETIC_H
#define QDC_LOWERING_COMMON_ARITHMETIC_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Lets multiplications and additions of `function` contract. To be called before the folds of reductions and atomics
/// are made: they never contract.
void allowContraction(mlir::func::FuncOp function);

/// Lowers arith.minnumf and arith.maxnumf to comparisons: LLVM's code generator calls the C library for some of theirs.
void lowerNumberMinMax(mlir::func::FuncOp function);

/// Lowers math.isinf and math.isnormal, which upstream does not, to comparisons. Runs before
/// computeHalfPrecisionInF32: which numbers are normal depends on the type.
void lowerFloatClasses(mlir::func::FuncOp function);

/// Lowers arith.addui_extended on index, which upstream lowers to invalid IR, to an addition and a comparison.
void lowerIndexCarries(mlir::func::FuncOp function);

/// Creates the conversion of `value`, an f32 or f64, to the integer `type` of 8 bits or more, as a back end does it
/// best: towards 0, to the nearest integer of the type where there is none, and to 0 for a NaN.
using CreateSaturated = llvm::function_ref<mlir::Value(mlir::OpBuilder &builder, mlir::Location location,
                                                       mlir::Type type, mlir::Value value, bool isSigned)>;

/// Lowers arith.fptosi and arith.fptoui to conversions that saturate and turn NaN into 0. Operands are f32 or f64: runs
/// after computeHalfPrecisionInF32.
void lowerFloatToInteger(mlir::func::FuncOp function, CreateSaturated createSaturated);

/// Computes every arith and math op on f16 and bf16 in f32, rounding each result once, to nearest even: after it, only
/// conversions, constants of f16, selections and moves have these types. Conversions of bf16 are integer arithmetic
/// then, the same on processors that have an instruction for it (which flushes denormals) and those that have none.
void computeHalfPrecisionInF32(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_ARITHMETIC_H
