//===- Transfers.h - Values that pass from task to task ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TRANSFERS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TRANSFERS_H

#include "Plan.h"

namespace qdc::qd::offload {

/// Decides which runs are tasks and gives a word to every value that one task,
/// or control, hands to another task, to the graph or to the loader:
///
///  - results of the kernel, from byte 0;
///  - values carried by control: its block arguments and results, with the
///    copies that set them;
///  - conditions, and sizes that only the device knows;
///  - values of a run that another task uses.
///
/// A word holds its value from the moment it is written to the last use of the
/// value: SSA dominance orders all uses before the next write, and the copies
/// at the end of a body happen at once. Also fills the sizes of structures and
/// the areas of partials. Reports a value that another task needs but that
/// fits no word.
mlir::LogicalResult planTransfers(Plan &plan);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TRANSFERS_H
