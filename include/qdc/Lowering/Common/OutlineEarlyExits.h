//===- OutlineEarlyExits.h - Iterations that end early return ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an iteration ends early, a target with branches jumps to its end. One whose
// control flow keeps its structure, as SPIR-V's does, cannot leave the loops and
// branches that an assert stands in, but a function may return from within:
//
//     %v = qd.iteration %flat -> f32 {          %v = func.call @step.0.body.iteration0(%c, %x)
//       scf.if %c {                           ...
//         qd.leave_unless %positive {         func.func private @step.0.body.iteration0(%c: i1, %x: f32) -> f32 {
//           ...                                 scf.if %c {
//           qd.leave                      ->      qd.return_unless %positive {
//         }                                         ...
//       }                                           qd.return_early %zero : f32
//       qd.iteration_end %x : f32                 }
//     }                                         }
//                                               return %x : f32
//                                             }
//
// A leaf makes of qd.return_unless a branch to a block that returns: in SPIR-V a
// selection construct with a block that ends with OpReturn or OpReturnValue.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_OUTLINEEARLYEXITS_H
#define QDC_LOWERING_COMMON_OUTLINEEARLYEXITS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Makes of each qd.iteration of `module` that a qd.leave_unless may end a call of a private function with its
/// statements, before the function that holds it. The function takes what the iteration uses from outside, arrays
/// included, in the order of a walk, but for constants, which it has itself; parameters may overlap where those of the
/// caller may (qd.may_alias). Its results are the iteration's values, which are 0 where it ends early. Other
/// iterations stay. Iterations have their structure: one block each.
void outlineEarlyExits(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_OUTLINEEARLYEXITS_H
