//===- UnrollHints.cpp - Copies of a body that load together --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnrollHints.h"

#include "GPUIntrinsics.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

unsigned unrollCount(qd::ForOp loop) {
  constexpr unsigned loadsOfAll = 16, operationsOfAll = 256;
  unsigned operations = 0, loads = 0;
  loop.getBody().walk([&](Operation *op) {
    operations += op->getNumRegions() ? operationsOfAll : 1;
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      loads += load.getAddr().getType().getAddressSpace() == globalAddressSpace;
  });
  unsigned copies = std::min(loadsOfAll / std::max(loads, 1u), operationsOfAll / std::max(operations, 1u));
  return llvm::bit_floor(std::max(copies, 1u));
}

void askForCopies(LLVM::CondBrOp latch, unsigned count) {
  if (count == 1)
    return;
  MLIRContext *context = latch.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(context, {}, Builder(context).getI32IntegerAttr(count), {}, {}, {}, {}, {});
  latch.setLoopAnnotationAttr(
      LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}));
}

} // namespace qdc
