//===- WidenFloats.h - Compute in f64 whatever is floats --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient in f32 differs from the exact one by rounding, and so do finite
// differences, by so much that they say little. `qdc check-grad` compares it with
// derivatives of the same kernel in f64:
//
//     %v = memref.load %x[%i] : memref<?xf32>   ->   ... : memref<?xf64>
//     %c = arith.constant 0.1 : f32             ->   arith.constant 0.10000000149011612 : f64
//     %w = arith.extf %v : f32 to f64           ->   %v
//     %b = arith.bitcast %v : f32 to i32        ->   %n = arith.truncf %v : f64 to f32
//                                                    %b = arith.bitcast %n : f32 to i32
//
//===----------------------------------------------------------------------===//
#ifndef QDC_AUTODIFF_WIDENFLOATS_H
#define QDC_AUTODIFF_WIDENFLOATS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Makes every float of the module an f64: types of values, arguments, results and globals, constants (each with the
/// value that it had), and what is computed. A cast between floats is the value that it is given: nothing is rounded
/// any more. Bits that are taken of a narrower float are those of the value rounded to it, and a float that is made of
/// bits has their value. Integers, conditions and the order of operations stay; a branch that rounding decides may go
/// the other way. Linear in the size of the module.
void widenFloats(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_AUTODIFF_WIDENFLOATS_H
