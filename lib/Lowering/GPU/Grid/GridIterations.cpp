//===- GridIterations.cpp - A loop over iterations ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridIterations.h"

#include "DoWhile.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

using namespace mlir;

namespace qdc {

void moveBody(qd::ForOp loop, qd::IterationOp iteration, ValueRange inductionVariables) {
  Block &source = loop.getBody().front(), &target = iteration.getBody().front();
  for (auto [argument, variable] : llvm::zip_equal(source.getArguments(), inductionVariables))
    argument.replaceAllUsesWith(variable);
  target.getOperations().splice(target.end(), source.getOperations());
  Operation *yield = &target.back();
  OpBuilder builder(yield);
  SmallVector<Value> values = llvm::map_to_vector(
      yield->getOperands(), [&](Value value) { return toMemoryType(builder, yield->getLoc(), value); });
  qd::IterationEndOp::create(builder, yield->getLoc(), values);
  yield->erase();
}

void createIterations(OpBuilder &builder, qd::ForOp loop, const FlatRange &range, Value first, Value step, Value end,
                      llvm::function_ref<void(qd::IterationOp, ValueRange)> fill) {
  Location location = loop.getLoc();
  createDoWhile(builder, location, first, [&](ValueRange values) -> IterationOutcome {
    Value flat = values.front();
    SmallVector<Value> coordinates = range.coordinates(builder, location, flat), variables;
    for (auto [axis, coordinate] : llvm::enumerate(coordinates))
      variables.push_back(range.variable(builder, location, axis, coordinate, loop.getBoundType()));
    Value number = range.holeLengths.empty() ? flat : range.number(builder, location, coordinates);
    fill(qd::IterationOp::create(builder, location, number, TypeRange{}), variables);
    // A range has fewer than 2^63 iterations, so that the sum fits into 64 bits without a sign.
    Value next = arith::AddIOp::create(builder, location, flat, step, arith::IntegerOverflowFlags::nuw);
    return {arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, next, end), {next}};
  });
}

} // namespace qdc
