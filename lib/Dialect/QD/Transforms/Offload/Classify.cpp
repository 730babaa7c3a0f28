//===- Classify.cpp - Statements, loops and control of a kernel -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classify.h"
#include "Temporaries.h"
#include "qdc/Package/Manifest.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::offload;

bool qdc::qd::offload::fitsWord(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

namespace {

class Classifier {
public:
  explicit Classifier(Plan &plan) : plan(plan) {}

  LogicalResult findStructures();
  /// `depth` counts the levels of the graph from 1.
  LogicalResult visitSequence(Block &block, Sequence &sequence, unsigned depth);

private:
  LogicalResult markAncestors(Operation *loop);
  LogicalResult visitStructure(Operation *op, Sequence &sequence, unsigned depth);
  void visitStatement(Operation *op, SerialRun &run);
  void visitTemporary(memref::AllocOp alloc);
  bool tryClone(Operation *op);

  Plan &plan;
  llvm::DenseSet<Operation *> structures;
};

} // namespace

/// Control around a parallel loop becomes part of the graph, so only control that the graph has may stand there.
LogicalResult Classifier::markAncestors(Operation *loop) {
  structures.insert(loop);
  for (Operation *op = loop->getParentOp(); op != plan.kernel; op = op->getParentOp()) {
    if (!isa<DoWhileOp, scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
      InFlightDiagnostic error = op->emitOpError("holds '")
                                 << loop->getName() << "', but only 'qd.do_while', 'scf.for', 'scf.while' and 'scf.if' "
                                 << "can be run between tasks";
      error.attachNote(loop->getLoc()) << "the loop inside it";
      return error;
    }
    if (auto counted = dyn_cast<scf::ForOp>(op); counted && counted.getUnsignedCmp())
      return counted.emitOpError("compares its bounds without sign, which a loop that holds '")
             << loop->getName() << "' cannot; use signed bounds";
    if (!structures.insert(op).second)
      break;
  }
  return success();
}

LogicalResult Classifier::findStructures() {
  WalkResult result = plan.kernel.getBody().walk([&](Operation *op) {
    if (isa<ForOp, DoWhileOp>(op) && failed(markAncestors(op)))
      return WalkResult::interrupt();
    if (auto alloc = dyn_cast<memref::AllocOp>(op); alloc && isSizedByLaunch(alloc))
      structures.insert(alloc);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Computes `op` again wherever it is needed, if that is cheaper than a word or, for an array or vector, the only way.
bool Classifier::tryClone(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 || !isMemoryEffectFree(op))
    return false;
  uint32_t cost = op->hasTrait<OpTrait::ConstantLike>()                           ? 0
                  : isa<math::MathDialect>(op->getDialect()) || isa<RandomOp>(op) ? 8
                                                                                  : 1;
  bool isLaunchConstant = true;
  for (Value operand : op->getOperands()) {
    const Home &home = plan.homes.at(operand);
    cost = llvm::SaturatingAdd(cost, home.cost);
    isLaunchConstant &= home.isLaunchConstant;
  }
  bool hasChoice = llvm::all_of(op->getResultTypes(), fitsWord);
  if (hasChoice && (!isLaunchConstant || cost > kMaximumCloneCost))
    return false;
  for (Value result : op->getResults())
    plan.homes.try_emplace(result, Home{HomeKind::clone, nullptr, isLaunchConstant, cost});
  return true;
}

/// A dim of it is as constant as its sizes.
void Classifier::visitTemporary(memref::AllocOp alloc) {
  bool isLaunchConstant =
      llvm::all_of(alloc.getDynamicSizes(), [&](Value size) { return plan.homes.at(size).isLaunchConstant; });
  plan.homes.try_emplace(alloc, Home{HomeKind::clone, nullptr, isLaunchConstant, /*cost=*/0});
}

void Classifier::visitStatement(Operation *op, SerialRun &run) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return visitTemporary(alloc);
  if (tryClone(op))
    return;
  if (!isMemoryEffectFree(op) && !run.hasEffects) {
    run.hasEffects = true;
    run.location = op->getLoc();
  }
  if (run.ops.empty())
    run.location = op->getLoc();
  run.ops.push_back(op);
  for (Value result : op->getResults())
    plan.homes.try_emplace(result, Home{HomeKind::run, &run});
}

LogicalResult Classifier::visitStructure(Operation *op, Sequence &sequence, unsigned depth) {
  if (depth > kMaximumGraphDepth)
    return op->emitOpError("stands inside ") << depth - 1
                                             << " levels of control that hold parallel loops, of which a branch that "
                                                "stands in none is two; at most "
                                             << kMaximumGraphDepth - 1 << " are supported";
  auto structure = std::make_unique<Structure>();
  structure->op = op;
  structure->needsLoop = isa<scf::IfOp>(op) && depth == 1;
  SerialRun &after = sequence.runs.emplace_back(op->getLoc());
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    visitTemporary(alloc);
    sequence.structures.push_back(std::move(structure));
    return success();
  }
  if (auto loop = dyn_cast<ForOp>(op)) {
    if (!op->use_empty())
      after.reductions.push_back(loop);
  } else {
    for (Region &region : op->getRegions()) {
      Sequence &inner = structure->regions.emplace_back();
      if (region.empty()) {
        inner.runs.emplace_back(op->getLoc());
        continue;
      }
      for (BlockArgument argument : region.getArguments())
        plan.homes.try_emplace(argument, Home{HomeKind::word});
      if (failed(visitSequence(region.front(), inner, depth + 1 + structure->needsLoop)))
        return failure();
    }
  }
  for (Value result : op->getResults())
    plan.homes.try_emplace(result, isa<ForOp>(op) ? Home{HomeKind::run, &after} : Home{HomeKind::word});
  sequence.structures.push_back(std::move(structure));
  return success();
}

LogicalResult Classifier::visitSequence(Block &block, Sequence &sequence, unsigned depth) {
  sequence.runs.emplace_back(block.getParentOp()->getLoc());
  for (Operation &op : block.without_terminator()) {
    plan.order.try_emplace(&op, plan.order.size());
    if (!structures.contains(&op))
      visitStatement(&op, sequence.runs.back());
    else if (failed(visitStructure(&op, sequence, depth)))
      return failure();
  }
  return success();
}

LogicalResult qdc::qd::offload::classify(KernelOp kernel, Plan &plan) {
  plan.kernel = kernel;
  Classifier classifier(plan);
  if (failed(classifier.findStructures()))
    return failure();
  for (BlockArgument argument : kernel.getBody().getArguments())
    plan.homes.try_emplace(argument, Home{HomeKind::argument, nullptr, /*isLaunchConstant=*/true});
  return classifier.visitSequence(kernel.getBody().front(), plan.body, /*depth=*/1);
}
