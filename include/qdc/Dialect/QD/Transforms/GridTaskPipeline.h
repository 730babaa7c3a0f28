//===- GridTaskPipeline.h - What precedes the grid --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_GRIDTASKPIPELINE_H
#define QDC_DIALECT_QD_TRANSFORMS_GRIDTASKPIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace qdc::qd {

struct GridTaskOptions {
  bool mergeEqualTasks = true;
  bool compareLocations = false; // equal tasks of different lines stay several
  bool optimize = true;          // local loops are unrolled, nests become one loop
};

/// Appends what every GPU's target does to the tasks of a module before they become a grid (convert-tasks-to-grid):
/// their symbols are names that assemblers take, and their parameters slots, the error record among them.
void prepareTasksForGrid(mlir::OpPassManager &passes, const GridTaskOptions &options);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_GRIDTASKPIPELINE_H
