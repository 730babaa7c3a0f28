//===- OutlineEarlyExits.cpp - Iterations that end early return -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/OutlineEarlyExits.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/Passes.h"
#include "qdc/Lowering/Common/TaskParameters.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_OUTLINEEARLYEXITS
#include "qdc/Lowering/Common/Passes.h.inc"

namespace {

/// One iteration on its way to a function.
class Outlining {
public:
  Outlining(qd::IterationOp iteration, ArrayRef<qd::LeaveUnlessOp> exits, SymbolTable &symbols)
      : iteration(iteration), exits(exits), symbols(symbols), location(iteration.getLoc()) {}

  void run() {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(iteration.getBody(), used);
    for (Value value : used)
      (matchPattern(value, m_Constant()) ? constants : operands).push_back(value);
    OpBuilder builder(iteration);
    func::FuncOp function = createFunction();
    auto call = func::CallOp::create(builder, location, function, operands);
    takeStatements(function);
    iteration.replaceAllUsesWith(call.getResults());
    iteration.erase();
  }

private:
  func::FuncOp createFunction() {
    auto caller = iteration->getParentOfType<func::FuncOp>();
    OpBuilder builder(caller);
    auto type = builder.getFunctionType(ValueRange(operands).getTypes(), iteration.getResultTypes());
    auto function = func::FuncOp::create(builder, location, (caller.getSymName() + ".iteration").str(), type);
    function.setPrivate();
    // Its number is that of the first name that is free.
    for (unsigned number = 0; symbols.lookup(function.getSymName()) || number == 0; ++number)
      function.setSymName((caller.getSymName() + ".iteration" + Twine(number)).str());
    symbols.insert(function);
    markArguments(function, qd::mayAliasAttr, [&](unsigned index) {
      auto parameter = dyn_cast<BlockArgument>(operands[index]);
      return parameter && parameter.getOwner() == &caller.getBody().front() &&
             caller.getArgAttr(parameter.getArgNumber(), qd::mayAliasAttr) != nullptr;
    });
    return function;
  }

  /// Moves them, and makes what ended the iteration end the function.
  void takeStatements(func::FuncOp function) {
    function.getBody().takeBody(iteration.getBody());
    Block &entry = function.getBody().front();
    auto isInside = [&](OpOperand &use) { return function->isAncestor(use.getOwner()); };
    for (Value operand : operands)
      operand.replaceUsesWithIf(entry.addArgument(operand.getType(), operand.getLoc()), isInside);
    OpBuilder builder = OpBuilder::atBlockBegin(&entry);
    for (Value constant : constants)
      constant.replaceUsesWithIf(builder.clone(*constant.getDefiningOp())->getResult(0), isInside);
    for (qd::LeaveUnlessOp exit : exits)
      returnAt(exit);
    Operation *end = entry.getTerminator();
    builder.setInsertionPoint(end);
    func::ReturnOp::create(builder, end->getLoc(), end->getOperands());
    end->erase();
  }

  void returnAt(qd::LeaveUnlessOp exit) {
    OpBuilder builder(exit);
    auto early = qd::ReturnUnlessOp::create(builder, exit.getLoc(), exit.getCondition());
    early.getBody().takeBody(exit.getBody());
    for (Block &block : early.getBody()) {
      auto leave = dyn_cast<qd::LeaveOp>(block.getTerminator());
      if (!leave)
        continue;
      builder.setInsertionPoint(leave);
      SmallVector<Value> zeros;
      for (Type type : iteration.getResultTypes())
        zeros.push_back(arith::ConstantOp::create(builder, leave.getLoc(), cast<TypedAttr>(builder.getZeroAttr(type))));
      qd::ReturnEarlyOp::create(builder, leave.getLoc(), zeros);
      leave.erase();
    }
    exit.erase();
  }

  qd::IterationOp iteration;
  ArrayRef<qd::LeaveUnlessOp> exits;
  SymbolTable &symbols;
  Location location;
  SmallVector<Value> constants, operands;
};

} // namespace

void outlineEarlyExits(ModuleOp module) {
  // Inner iterations come first, as the walk finds them: what is left of them in others is a call.
  SmallVector<qd::IterationOp> iterations;
  llvm::DenseMap<Operation *, SmallVector<qd::LeaveUnlessOp>> exits;
  module.walk([&](Operation *op) {
    if (auto iteration = dyn_cast<qd::IterationOp>(op))
      iterations.push_back(iteration);
    else if (auto exit = dyn_cast<qd::LeaveUnlessOp>(op))
      exits[exit->getParentOfType<qd::IterationOp>()].push_back(exit);
  });
  SymbolTable symbols(module);
  for (qd::IterationOp iteration : iterations)
    if (auto found = exits.find(iteration); found != exits.end())
      Outlining(iteration, found->second, symbols).run();
}

namespace {

struct OutlineEarlyExits : impl::OutlineEarlyExitsBase<OutlineEarlyExits> {
  void runOnOperation() override { outlineEarlyExits(getOperation()); }
};

} // namespace

} // namespace qdc
