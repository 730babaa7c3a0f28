//===- Description.h - What a loop made of two is called --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_DESCRIPTION_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_DESCRIPTION_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd::fusion {

/// Gives `made`, which runs what `first` and then `second` ran and may be one of them, their sources, the first name
/// there is, and the block_dim that either has.
void describeAsBoth(ForOp first, ForOp second, ForOp made);

/// Says of the loop after `loop` in its block, if there is one, that it follows what `loop` follows: `loop` goes.
void closeGap(ForOp loop);

} // namespace qdc::qd::fusion

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_DESCRIPTION_H
