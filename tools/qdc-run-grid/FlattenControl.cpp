//===- FlattenControl.cpp - Loops, branches and calls as jumps -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flattener.h"

using namespace mlir;

namespace qdc {

LogicalResult Flattener::flatten(scf::IfOp op) {
  SmallVector<Register, 4> results = defineAll(op.getResults());
  size_t unless = addJumpUnless(op, of(op.getCondition()));
  if (failed(regionOf(op.getThenRegion(), results)))
    return failure();
  if (op.getElseRegion().empty()) {
    jumpHere(unless);
    return success();
  }
  size_t after = addJump(op);
  jumpHere(unless);
  if (failed(regionOf(op.getElseRegion(), results)))
    return failure();
  jumpHere(after);
  return success();
}

LogicalResult Flattener::regionOf(Region &region, const SmallVector<Register, 4> &results) {
  if (failed(operationsOf(region.front())))
    return failure();
  Operation *yield = region.front().getTerminator();
  move(yield, of(yield->getOperands()), results);
  return success();
}

LogicalResult Flattener::flatten(scf::ExecuteRegionOp op) {
  return regionOf(op.getRegion(), defineAll(op.getResults()));
}

LogicalResult Flattener::flatten(scf::IndexSwitchOp op) {
  SmallVector<Register, 4> results = defineAll(op.getResults());
  SmallVector<size_t> done;
  for (auto [value, region] : llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    Register isCase = newRegister();
    Instruction &compare = add(Opcode::compute, op, {of(op.getArg())}, {isCase});
    compare.compute = [value = value](ArrayRef<uint64_t> in, MutableArrayRef<uint64_t> out) {
      out[0] = in[0] == static_cast<uint64_t>(value);
      return nullptr;
    };
    size_t unless = addJumpUnless(op, isCase);
    if (failed(regionOf(region, results)))
      return failure();
    done.push_back(addJump(op));
    jumpHere(unless);
  }
  if (failed(regionOf(op.getDefaultRegion(), results)))
    return failure();
  for (size_t jump : done)
    jumpHere(jump);
  return success();
}

Register Flattener::beginTrips(Operation *loop) {
  Register trip = newRegister();
  move(loop, {zero()}, {trip});
  trips.push_back(trip);
  return trip;
}

LogicalResult Flattener::flatten(scf::WhileOp op) {
  SmallVector<Register, 4> carried = defineAll(op.getBeforeArguments()), results = defineAll(op.getResults());
  move(op, of(op.getInits()), carried);
  Register trip = beginTrips(op);
  size_t begin = here();
  if (failed(operationsOf(*op.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  size_t leave = addJumpUnless(condition, of(condition.getCondition()));
  move(condition, of(condition.getArgs()), defineAll(op.getAfterArguments()));
  if (failed(operationsOf(*op.getAfterBody())))
    return failure();
  move(op.getYieldOp(), of(op.getYieldOp().getOperands()), carried);
  add(Opcode::count, op, {}, {trip});
  program.instructions[addJump(op)].target = begin;
  trips.pop_back();
  jumpHere(leave);
  move(condition, of(condition.getArgs()), results);
  return success();
}

LogicalResult Flattener::flatten(qd::IterationOp op) {
  SmallVector<Register, 4> results = defineAll(op.getResults());
  iterations.push_back({op, {}});
  if (failed(regionOf(op.getBody(), results)))
    return failure();
  for (size_t jump : iterations.pop_back_val().leaves)
    jumpHere(jump);
  return success();
}

LogicalResult Flattener::flatten(qd::LeaveUnlessOp op) {
  size_t leaves = addJumpUnless(op, of(op.getCondition())), stays = addJump(op);
  jumpHere(leaves);
  if (failed(regionOf(op.getBody(), {})))
    return failure();
  SmallVector<Register, 4> results = of(iterations.back().op.getResults());
  move(op, SmallVector<Register, 4>(results.size(), zero()), results);
  size_t leave = addJump(op);
  iterations.back().leaves.push_back(leave);
  jumpHere(stays);
  return success();
}

LogicalResult Flattener::flatten(qd::GridBarrierOp op) {
  SmallVector<Register, 4> results = defineAll(op.getResults()), lane = {define(op.getThread())};
  size_t barrier = here();
  // Without words the grid is one block; where it then ends with the body, nobody waits at all.
  Opcode code = !op.getEnds() ? Opcode::gridBarrier : op.getMemref() ? Opcode::lastBlock : Opcode::firstSubgroup;
  add(code, op, {}, lane).trips = trips;
  if (failed(operationsOf(op.getBody().front())))
    return failure();
  Operation *end = op.getBody().front().getTerminator();
  if (code == Opcode::gridBarrier)
    add(Opcode::gridBarrierEnd, end, of(end->getOperands()), results).trips = trips;
  jumpHere(barrier);
  return success();
}

/// What is called becomes part of the entry point, with registers of its own for each call. Nothing calls itself
/// (verifyGrid).
LogicalResult Flattener::flatten(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal())
    return call.emitOpError("calls no body; run grids before '--qd-lower-math-calls'");
  for (auto [parameter, operand] : llvm::zip_equal(callee.getArguments(), call.getOperands()))
    registers[parameter] = of(operand);
  SmallVector<Register, 4> results = defineAll(call.getResults());
  returns.push_back({results, {}});
  if (failed(regionOf(callee.getBody(), results)))
    return failure();
  for (size_t jump : returns.pop_back_val().jumps)
    jumpHere(jump);
  return success();
}

LogicalResult Flattener::flatten(qd::ReturnUnlessOp op) {
  size_t returnsHere = addJumpUnless(op, of(op.getCondition())), stays = addJump(op);
  jumpHere(returnsHere);
  const SmallVector<Register, 4> results = returns.back().results; // nested calls may move it
  if (failed(regionOf(op.getBody(), results)))
    return failure();
  returns.back().jumps.push_back(addJump(op));
  jumpHere(stays);
  return success();
}

} // namespace qdc
