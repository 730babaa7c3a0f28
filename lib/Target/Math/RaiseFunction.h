//===- RaiseFunction.h - LLVM IR as functions of arith and scf --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The math library is LLVM IR. A target whose code LLVM does not make gets a
// function of it as one of `arith`, `math`, `scf` and flat loads:
//
//   define float @qdm_f(float %x) {        func.func private @qdm_f(%x: f32) -> f32 {
//     %c = fcmp olt float %x, 1.0            %c = arith.cmpf olt, %x, %one : f32
//     br i1 %c, label %a, label %b      ->   %r = scf.if %c -> f32 { ... } else { ... }
//     ...
//
// A constant array is a memref.global of rank 1, whose elements loads find by an
// index. A fused multiply-add that may as well be a product and a sum is these.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_MATH_RAISEFUNCTION_H
#define QDC_LIB_TARGET_MATH_RAISEFUNCTION_H

#include "qdc/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace qdc {

/// Adds `function`, which has a body, to the end of `module`. Fails with ErrorCode::unsupported, naming the function
/// and the instruction, where it holds something else than the library's functions do; `module` is then unusable.
Status raiseFunction(const llvm::Function &function, mlir::ModuleOp module);

/// Adds a constant array of numbers to the end of `module`; arrays in it are laid out one after the other.
void raiseTable(const llvm::GlobalVariable &table, mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_TARGET_MATH_RAISEFUNCTION_H
