//===- AccessSets.h - What a task reads and writes --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which arrays, globals and temporaries a task reads and writes, for the manifest: by it the
// loader checks overlap, stages host arrays and orders tasks.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_ACCESSSETS_H
#define QDC_ANALYSIS_ACCESSSETS_H

#include "qdc/Analysis/GlobalNumbers.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include <cstdint>
#include <set>

namespace qdc {

/// Positions of kernel arguments, of globals and of regions of the workspace that temporaries lie in, ascending.
struct AccessSet {
  std::set<uint32_t> readArguments;
  std::set<uint32_t> writtenArguments;
  std::set<uint32_t> readGlobals;
  std::set<uint32_t> writtenGlobals;
  std::set<uint32_t> readRegions;
  std::set<uint32_t> writtenRegions;
};

/// What the operations of a task may read and write. An access whose array is
/// chosen at run time (arith.select, scf.if) counts for each it may be; an
/// operation that does not declare its effects counts as reading and writing
/// every array among its operands. Atomics read and write. A volatile load only
/// reads: the write that it declares is there to keep it in its place. Words of
/// the workspace are not arrays.
AccessSet computeAccessSet(qd::TaskOp task, const GlobalNumbers &globals);

} // namespace qdc

#endif // QDC_ANALYSIS_ACCESSSETS_H
