//===- SubgroupFold.cpp - The values of a subgroup as one -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SubgroupFold.h"

#include "../QDToLLVM/Memory.h"

using namespace mlir;

namespace qdc {

Value foldSubgroup(const GridBuilder &grid, arith::AtomicRMWKind kind, Value value) {
  OpBuilder &builder = grid.builder;
  Type type = value.getType();
  for (unsigned distance = grid.subgroupWidth / 2; distance > 0; distance /= 2) {
    Value word = grid.shuffleDown(toMemoryType(builder, grid.location, value), distance);
    Value other = fromMemoryType(builder, grid.location, word, type);
    value = arith::getReductionOp(kind, builder, grid.location, value, other);
  }
  return value;
}

} // namespace qdc
