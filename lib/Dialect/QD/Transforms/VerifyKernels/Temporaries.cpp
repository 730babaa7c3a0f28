//===- Temporaries.cpp - How temporaries are made and freed ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Temporaries.h"

#include "qdc/ABI/KernelABI.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

LogicalResult qdc::qd::verifyTemporary(memref::AllocOp alloc) {
  if (!alloc.getSymbolOperands().empty())
    return alloc.emitOpError("has symbols of a layout, but arrays are contiguous; leave them out");
  std::optional<uint64_t> alignment = alloc.getAlignment();
  if (!alignment || (llvm::isPowerOf2_64(*alignment) && *alignment <= QDC_ALLOCATION_ALIGNMENT))
    return success();
  return alloc.emitOpError() << "has the alignment " << *alignment << ", but a temporary starts at a multiple of "
                             << QDC_ALLOCATION_ALIGNMENT << "; ask for a power of two up to that, or leave it out";
}

LogicalResult qdc::qd::verifyFree(memref::DeallocOp dealloc) {
  auto alloc = dealloc.getMemref().getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != dealloc->getBlock()) {
    InFlightDiagnostic error = dealloc.emitOpError("frees an array that is no memref.alloc of the block in which it "
                                                   "stands; leave it out: a temporary ends with its block");
    if (alloc)
      error.attachNote(alloc.getLoc()) << "the array";
    return error;
  }
  for (Operation *user : alloc->getUsers()) {
    Operation *here = dealloc->getBlock()->findAncestorOpInBlock(*user);
    if (user == dealloc || here->isBeforeInBlock(dealloc))
      continue;
    if (isa<memref::DeallocOp>(user))
      return user->emitOpError("frees an array for the second time; leave it out").attachNote(dealloc.getLoc())
             << "the first time";
    return user->emitOpError("uses an array that is freed before").attachNote(dealloc.getLoc()) << "freed here";
  }
  return success();
}
