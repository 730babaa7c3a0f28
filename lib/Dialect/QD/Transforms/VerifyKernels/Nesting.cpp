//===- Nesting.cpp - Which loop may hold which ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"
#include "Steps.h"

#include "qdc/Dialect/QD/IR/AskedStrategy.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace qdc::qd;

static bool isParallel(Operation *op) { return isa<ForOp, scf::ParallelOp>(op); }

/// An scf.parallel is none: inside a parallel loop it is a serial loop.
static bool isGraphLoop(Operation *op) { return isa<ForOp, DoWhileOp>(op); }

/// "'qd.for'", or "'qd.for' named 'copy'".
static std::string describeLoop(Operation *loop) {
  std::string text = "'" + loop->getName().getStringRef().str() + "'";
  if (auto name = loop->getAttrOfType<StringAttr>("name"))
    text += " named '" + name.str() + "'";
  return text;
}

namespace {

/// Checks one function. Call run() once.
class NestingVerifier {
public:
  NestingVerifier(FunctionOpInterface function, const SymbolTable &symbols, HelperContentsMap &contents)
      : function(function), symbols(symbols), contents(contents) {}

  LogicalResult run() {
    collectGraphLoops();
    visit(function.getFunctionBody(), /*outerLoop=*/nullptr, /*isInTask=*/false);
    contents[function] = found;
    return success(isValid);
  }

private:
  /// Finds `graphControl`, and what `found` tells about loops.
  void collectGraphLoops();

  /// Checks a region. `outerLoop` is the parallel loop around it, or null; `isInTask` tells whether all of it will lie
  /// in one task.
  void visit(Region &region, Operation *outerLoop, bool isInTask);
  void visitCall(func::CallOp call, Operation *outerLoop, bool isInTask);

  /// What the called helper holds.
  HelperContents lookup(func::CallOp call) const { return contents.lookup(symbols.lookup(call.getCallee())); }

  /// `call` is how the loop gets into `outerLoop`; null if it stands there.
  void reportNestedLoop(Operation *innerLoop, Operation *outerLoop, func::CallOp call);
  void reportOuterAllocation(Operation *allocation, func::CallOp call);
  /// `around` is a parallel loop, or what lies within one task since it holds none.
  void reportTemporary(Operation *temporary, Operation *around, func::CallOp call);
  void reportWrongStep(Operation *loop, func::CallOp call);
  /// `outerLoop` is null if the loop is part of a task since it holds no parallel loop itself.
  void reportStrategy(Operation *loop, Operation *outerLoop, func::CallOp call);

  FunctionOpInterface function;
  const SymbolTable &symbols;
  HelperContentsMap &contents;
  HelperContents found;
  /// Operations that hold a loop of the graph, also through calls, and thus become a part of the graph themselves.
  llvm::DenseSet<Operation *> graphControl;
  bool isValid = true;
};

} // namespace

void NestingVerifier::collectGraphLoops() {
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    HelperContents here{isGraphLoop(op) || isParallel(op), isGraphLoop(op) ? op : nullptr,
                        op->hasAttr(strategyAttr) ? op : nullptr};
    if (auto call = dyn_cast<func::CallOp>(op))
      here = lookup(call);
    if (!found.graphLoop)
      found.graphLoop = here.graphLoop;
    if (!found.askingLoop)
      found.askingLoop = here.askingLoop;
    if (!here.isGraph)
      return;
    found.isGraph = true;
    // Stopping at the first that is known keeps this linear.
    for (Operation *parent = op->getParentOp(); parent != function; parent = parent->getParentOp())
      if (!graphControl.insert(parent).second)
        break;
  });
}

void NestingVerifier::visit(Region &region, Operation *outerLoop, bool isInTask) {
  for (Operation &op : region.getOps()) {
    if (outerLoop && isGraphLoop(&op))
      reportNestedLoop(&op, outerLoop, /*call=*/{});
    if (auto call = dyn_cast<func::CallOp>(op))
      visitCall(call, outerLoop, isInTask);
    if (isa<memref::AllocaOp>(op) && !isInTask)
      reportOuterAllocation(&op, /*call=*/{});
    if (isa<memref::AllocOp>(op) && isInTask)
      reportTemporary(&op, outerLoop ? outerLoop : op.getParentOp(), /*call=*/{});
    if (isa<memref::AllocOp>(op) && !found.temporary)
      found.temporary = &op;

    bool isGraph = isa<DoWhileOp>(op) || graphControl.contains(&op);
    if (isa<scf::ForOp, scf::WhileOp>(op) && op.hasAttr(strategyAttr) && (outerLoop || !isGraph))
      reportStrategy(&op, outerLoop, /*call=*/{});
    if (auto counted = dyn_cast<scf::ForOp>(op); counted && isGraph && !outerLoop && hasWrongStep(counted))
      reportWrongStep(&op, /*call=*/{});
    for (Region &inner : op.getRegions())
      visit(inner, outerLoop ? outerLoop : (isParallel(&op) ? &op : nullptr), isInTask || isParallel(&op) || !isGraph);
  }
}

void NestingVerifier::visitCall(func::CallOp call, Operation *outerLoop, bool isInTask) {
  HelperContents callee = lookup(call);
  if (outerLoop && callee.graphLoop)
    reportNestedLoop(callee.graphLoop, outerLoop, call);
  else if (outerLoop && callee.askingLoop)
    reportStrategy(callee.askingLoop, outerLoop, call);
  if (!isInTask && callee.outerAllocation)
    reportOuterAllocation(callee.outerAllocation, call);
  if (!outerLoop && callee.wrongStep)
    reportWrongStep(callee.wrongStep, call);
  if (isInTask && callee.temporary)
    reportTemporary(callee.temporary, outerLoop ? outerLoop : call->getParentOp(), call);
  if (!found.temporary)
    found.temporary = callee.temporary;
}

void NestingVerifier::reportNestedLoop(Operation *innerLoop, Operation *outerLoop, func::CallOp call) {
  isValid = false;
  InFlightDiagnostic error = innerLoop->emitError()
                             << describeLoop(innerLoop) << " stands inside " << describeLoop(outerLoop);
  if (isa<ForOp>(innerLoop))
    error << ", but parallel loops do not nest; add its dimensions to the outer loop, or use 'scf.for'";
  else
    error << ", but such a loop controls whole tasks; use 'scf.while'";
  if (call)
    error.attachNote(call.getLoc()) << "through this call of '" << call.getCallee() << "'";
  error.attachNote(outerLoop->getLoc()) << "the outer loop";
}

void NestingVerifier::reportStrategy(Operation *loop, Operation *outerLoop, func::CallOp call) {
  isValid = false;
  InFlightDiagnostic error = loop->emitOpError() << "has '" << strategyAttr << "', but it "
                                                 << (outerLoop ? "stands in a parallel loop" : "holds no parallel loop")
                                                 << ", so it is part of a task, which runs it to its end; leave it out";
  if (call)
    error.attachNote(call.getLoc()) << "through this call of '" << call.getCallee() << "'";
  if (outerLoop)
    error.attachNote(outerLoop->getLoc()) << "the parallel loop";
}

void NestingVerifier::reportOuterAllocation(Operation *allocation, func::CallOp call) {
  if (!isa<KernelOp>(function)) {
    // Whether that is right depends on where the helper is called.
    if (!found.outerAllocation)
      found.outerAllocation = allocation;
    return;
  }
  isValid = false;
  InFlightDiagnostic error = allocation->emitOpError()
                             << "stands outside of the parallel loops of kernel '" << function.getName()
                             << "', where it would have to live across tasks; move it into a loop, or use a "
                             << "memref.alloc";
  if (call)
    error.attachNote(call.getLoc()) << "through this call of '" << call.getCallee() << "'";
}

void NestingVerifier::reportTemporary(Operation *temporary, Operation *around, func::CallOp call) {
  isValid = false;
  InFlightDiagnostic error = temporary->emitOpError() << "stands inside " << describeLoop(around);
  if (isParallel(around))
    error << ", but all iterations share a temporary; move it out of the loop, or use a memref.alloca, which each "
             "iteration has for itself";
  else
    error << ", which holds no parallel loop and so lies within one task; move it out, to the top level of the kernel "
             "or of control that holds parallel loops";
  if (call)
    error.attachNote(call.getLoc()) << "through this call of '" << call.getCallee() << "'";
  error.attachNote(around->getLoc()) << (isParallel(around) ? "the loop" : "what it stands in");
}

void NestingVerifier::reportWrongStep(Operation *loop, func::CallOp call) {
  if (!isa<KernelOp>(function)) {
    // Whether that is right depends on where the helper is called.
    if (!found.wrongStep)
      found.wrongStep = loop;
    return;
  }
  isValid = false;
  InFlightDiagnostic error = reportStep(cast<scf::ForOp>(loop));
  if (call)
    error.attachNote(call.getLoc()) << "through this call of '" << call.getCallee() << "'";
}

LogicalResult qdc::qd::verifyNesting(FunctionOpInterface function, const SymbolTable &symbols,
                                     HelperContentsMap &contents) {
  return NestingVerifier(function, symbols, contents).run();
}
