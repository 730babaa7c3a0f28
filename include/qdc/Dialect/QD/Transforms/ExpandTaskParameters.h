//===- ExpandTaskParameters.h - One parameter, one slot ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch hands a task a list of 8-byte slots (KernelABI.h). This step gives a
// task the parameter list that the slots are, for every target alike:
//
// - an array is an address, memref<?xT>, and indices are computed; a dim that is
//   used is a parameter of its own, which dims of one name share (DeclaredExtents.h);
// - globals, the seed and the launch ordinal are parameters instead of ops;
// - words are read from and written to the workspace, one memref<?xi64>, of
//   which an element is a word; words are read where the task starts;
// - the records that asserts and prints write to are parameters, memref<?xi8>.
//
//   qd.task @t of @k extent(...) (%u: memref<?x?xf32> {qd.slot = #qd.slot<array(0)>},
//                                 %s: f32 {qd.slot = #qd.slot<word(8)>})
//     memref.load %u[%i, %j]
// becomes
//   qd.task @t of @k extent(...) (%u: memref<?xf32> {qd.slot = #qd.slot<array(0)>},
//                                 %m: index {qd.slot = #qd.slot<dim(0, 1)>},
//                                 %w: memref<?xi64> {qd.slot = #qd.slot<workspace>})
//     %bits = memref.load %w[1]    and so on
//     memref.load %u[%i * %m + %j]
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_EXPANDTASKPARAMETERS_H
#define QDC_DIALECT_QD_TRANSFORMS_EXPANDTASKPARAMETERS_H

#include "qdc/Analysis/ConstantTables.h"
#include "qdc/Analysis/GlobalNumbers.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"

namespace qdc::qd {

/// Expands the parameters of one task; `named` are the extents of its kernel's arrays, or NULL. With `hasErrorRecord`
/// it has the error record even if it asserts nothing. Afterwards every array has rank 1, and no memref.dim,
/// memref.get_global, qd.write_word, qd.seed or qd.launch_ordinal is left, and loads from constant tables have the
/// attribute invariantAttr. Fails, with an error at the op, where an
/// array is used in another way than by access.
mlir::LogicalResult expandTaskParameters(TaskOp task, const DeclaredExtents *named, const GlobalNumbers &globals,
                                         ConstantTables &tables, bool hasErrorRecord);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_EXPANDTASKPARAMETERS_H
