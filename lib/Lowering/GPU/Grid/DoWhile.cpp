//===- DoWhile.cpp - Loops that run at least once -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DoWhile.h"

using namespace mlir;

namespace qdc {

scf::WhileOp createDoWhile(OpBuilder &builder, Location location, ValueRange start,
                           llvm::function_ref<IterationOutcome(ValueRange values)> iterate) {
  auto loop = scf::WhileOp::create(builder, location, start.getTypes(), start);
  SmallVector<Location> locations(start.size(), location);
  builder.createBlock(&loop.getBefore(), {}, start.getTypes(), locations);
  IterationOutcome end = iterate(loop.getBeforeArguments());
  scf::ConditionOp::create(builder, location, end.goesOn, end.next);
  builder.createBlock(&loop.getAfter(), {}, start.getTypes(), locations);
  scf::YieldOp::create(builder, location, loop.getAfterArguments());
  builder.setInsertionPointAfter(loop);
  return loop;
}

} // namespace qdc
