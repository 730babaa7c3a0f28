//===- GraphOps.cpp - The graph in an offloaded kernel --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpChecks.h"
#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;
using namespace qdc::qd;

static bool isGraphNode(Operation *op) {
  return isa<LaunchOp, GraphDoWhileOp, GraphWhileOp, GraphRepeatOp, GraphIfOp>(op);
}

/// Checks that a node stands in a graph, and that its bodies hold only nodes.
static LogicalResult verifyNode(Operation *node) {
  Operation *parent = node->getParentOp();
  auto kernel = dyn_cast<KernelOp>(parent);
  if (!isGraphNode(parent) && !(kernel && kernel.isOffloaded()))
    return node->emitOpError() << "is a node of a graph, but stands in '" << parent->getName()
                               << "'; it belongs into a kernel that 'qd-offload' has cut into tasks";
  for (Region &body : node->getRegions())
    for (Operation &op : body.getOps())
      if (!isGraphNode(&op))
        return op.emitOpError() << "stands in '" << node->getName()
                                << "', but a graph holds only 'qd.launch' and 'qd.graph_*'";
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyNode(*this)))
    return failure();
  if (symbols.lookupNearestSymbolFrom<TaskOp>(*this, getTaskAttr()))
    return success();
  return emitOpError() << "launches '" << getTask() << "', but there is no 'qd.task' of that name";
}

LogicalResult GraphDoWhileOp::verify() {
  SlotKind kind = getFlag().getKind();
  if (kind != SlotKind::array && kind != SlotKind::global && kind != SlotKind::region)
    return emitOpError() << "has a flag of kind '" << stringifySlotKind(kind)
                         << "', but a flag is an array, a global or a region";
  if (getOnMax() == OnMaximum::error && !getMaximum())
    return emitOpError("has on_max(error) without a maximum; add one, as 'max <\"scalar(0)\">'");
  return failure(failed(verifyNode(*this)) || failed(verifyWord(*this, "'iteration_word'", getIterationWord())) ||
                 failed(verifyWord(*this, "'count_word'", getCountWord())));
}

LogicalResult GraphWhileOp::verify() {
  return failure(failed(verifyNode(*this)) || failed(verifyWord(*this, "'condition_word'", getConditionWord())) ||
                 failed(verifyWord(*this, "'count_word'", getCountWord())));
}

LogicalResult GraphRepeatOp::verify() {
  return failure(failed(verifyNode(*this)) || failed(verifyWord(*this, "'induction_word'", getInductionWord())) ||
                 failed(verifyWord(*this, "'count_word'", getCountWord())));
}

LogicalResult GraphIfOp::verify() {
  return failure(failed(verifyNode(*this)) || failed(verifyWord(*this, "'condition_word'", getConditionWord())));
}
