//===- SubgroupFold.cpp - The values of a subgroup as one -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SubgroupFold.h"

#include "qdc/Lowering/Common/MemoryTypes.h"

using namespace mlir;

namespace qdc {

Value foldSubgroup(const GridBuilder &grid, Value value, llvm::function_ref<Value(Value lhs, Value rhs)> fold) {
  OpBuilder &builder = grid.builder;
  Type type = value.getType();
  for (unsigned distance = grid.subgroupWidth / 2; distance > 0; distance /= 2) {
    Value word = grid.shuffleDown(toMemoryType(builder, grid.location, value), distance);
    value = fold(value, fromMemoryType(builder, grid.location, word, type));
  }
  return value;
}

} // namespace qdc
