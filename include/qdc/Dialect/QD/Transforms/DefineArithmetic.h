//===- DefineArithmetic.h - Give every integer operation a value - C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In upstream's `arith` a division by zero is undefined behaviour and an
// oversized shift is poison, because hardware differs: x86 traps where a GPU
// returns all ones. A kernel must give the same result everywhere, so here both
// get the value that the language promises, before any folder or optimiser can
// use the freedom that upstream leaves:
//
//   operation                                    | case                | value
//   ---------------------------------------------|---------------------|------
//   divsi divui ceildivsi ceildivui floordivsi   | divisor 0           | 0
//   divsi ceildivsi floordivsi                   | smallest / -1       | smallest (it wraps)
//   remsi remui                                  | divisor 0           | 0
//   remsi                                        | smallest rem -1     | 0
//   shli shrui                                   | amount >= width     | 0
//   shrsi                                        | amount >= width     | 0 or -1, by the sign
//   math.ipowi                                   | 0 to a negative one | 0
//
// An amount is unsigned, so a negative one is >= width. Conversions from float
// to integer saturate; that is the lowering's business, since no `arith`
// operation could express it. Promises that a producer writes on an operation
// (`exact`, `overflow<nsw>`, `fastmath`) stay promises: breaking them is
// undefined.
//
// The operations of the `index` dialect mean the same and become their `arith`
// equivalents on the type `index`, so that later phases know one spelling.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_DEFINEARITHMETIC_H
#define QDC_DIALECT_QD_TRANSFORMS_DEFINEARITHMETIC_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Guards every operation of the table, unless constants show that the case
/// can't occur. Afterwards no operation of a kernel or helper divides by zero,
/// overflows a division or uses a poisoned shift, whatever its inputs are, and
/// no operation of the `index` dialect is left. Run it once: guards would be
/// guarded again.
void defineArithmetic(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_DEFINEARITHMETIC_H
