//===- PassOptions.td - Options of every lowering ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_PASSOPTIONS_TD
#define QDC_LOWERING_COMMON_PASSOPTIONS_TD

include "mlir/Pass/PassBase.td"

/// CodeOptions::contract, for passes that lower arithmetic.
defvar contractOption = Option<"contract", "fp-contract", "bool", "false",
                               "let a multiplication and an addition become one operation with one rounding">;

#endif // QDC_LOWERING_COMMON_PASSOPTIONS_TD
