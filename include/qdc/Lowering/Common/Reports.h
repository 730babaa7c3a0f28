//===- Reports.h - Prints, and asserts that fail -------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an iteration reports is written by flat operations, the same on every
// target; how an iteration ends early is the target's:
//
//     qd.assert %c, "..." {site = 3 : i32}  ->  qd.leave_unless %c {
//                                                 the first failure of a launch writes the record
//                                                 qd.leave
//                                               }
//     qd.check %c, "...", %x {site = 5 : i32}   the same, and the record has the values
//     one with qd.is_unreported             ->  qd.leave_unless %c { qd.leave }
//     qd.print "...", %x {site = 4 : i32}   ->  reserves words of the print buffer and writes them
//
// Needs the sites that `qd-number-sites` gives, and the parameters that
// `qd-expand-task-parameters` adds.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_REPORTS_H
#define QDC_LOWERING_COMMON_REPORTS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Where a task reports (KernelABI.h): arrays of bytes, or null where it has no such parameter.
struct ReportBuffers {
  mlir::Value errorRecord, printBuffer;
};

/// Loads from a launch's error record, an array of bytes, whether no iteration has failed yet: i1.
mlir::Value loadNoErrorNow(mlir::OpBuilder &builder, mlir::Location location, mlir::Value record);

/// The same, cached: the record as it was at some time since the entry point around it started, so that a failure after
/// the start may or may not show.
mlir::Value loadNoErrorAtStart(mlir::OpBuilder &builder, mlir::Location location, mlir::Value record);

/// Creates what makes a failure the launch's, if it is the first one, with the fields of the record: a code
/// QD_ERROR_..., the number of its site, an i64, and the values of a check. Leaves the builder after it.
void createFailure(mlir::OpBuilder &builder, mlir::Location location, mlir::Value record, uint32_t code, uint32_t site,
                   mlir::Value iteration, mlir::ValueRange values = {});

/// `op` holds an operation that reports.
bool hasReports(mlir::Operation *op);

/// Lowers the prints, asserts and checks of `function`, each of which stands in a qd.iteration. Fails, with an error at
/// the op, if one lacks its site, its buffer or its iteration.
mlir::LogicalResult lowerReports(mlir::func::FuncOp function, const ReportBuffers &buffers);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_REPORTS_H
