//===- GraphBuilder.cpp - The kernel's body as a graph --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "Temporaries.h"
#include "qdc/Dialect/QD/IR/AskedStrategy.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::offload;

namespace {

class GraphBuilder {
public:
  GraphBuilder(Plan &plan, const GlobalNumbers &globals)
      : plan(plan), globals(globals), builder(plan.kernel.getContext()) {}

  void buildSequence(const Sequence &sequence, Block &block);
  void describeWorkspace();

private:
  void buildStructure(const Structure &structure);
  void buildBody(const Sequence &sequence, Region &region);
  void enterLoopOfOne(Location location, IntegerAttr countWord);
  void launch(Location location, TaskOp task);
  SlotAttr flagSlot(Value flag);
  SizeAttr size(const std::optional<SizeExpr> &expr);
  IntegerAttr wordOf(Value value);

  Plan &plan;
  const GlobalNumbers &globals;
  OpBuilder builder;
};

} // namespace

SizeAttr GraphBuilder::size(const std::optional<SizeExpr> &expr) {
  return expr ? SizeAttr::get(builder.getContext(), *expr) : SizeAttr();
}

/// The word of a value that has one; null otherwise.
IntegerAttr GraphBuilder::wordOf(Value value) {
  auto word = plan.words.find(value);
  return word == plan.words.end() ? IntegerAttr() : builder.getI64IntegerAttr(word->second);
}

/// What the source asks for; null for nothing.
static StringAttr strategyOf(Operation *loop) {
  auto asked = loop->getAttrOfType<StringAttr>(strategyAttr);
  return asked && asked.getValue() != automaticStrategy ? asked : StringAttr();
}

/// The verifier of qd.do_while accepts only these.
SlotAttr GraphBuilder::flagSlot(Value flag) {
  MLIRContext *context = builder.getContext();
  if (auto argument = dyn_cast<BlockArgument>(flag))
    return SlotAttr::get(context, qd::SlotKind::array, argument.getArgNumber(), 0, 0);
  if (auto alloc = flag.getDefiningOp<memref::AllocOp>())
    return SlotAttr::get(context, qd::SlotKind::region, plan.temporaries.lookup(alloc), 0, 0);
  auto global = flag.getDefiningOp<memref::GetGlobalOp>();
  return SlotAttr::get(context, qd::SlotKind::global, globals.at(global.getNameAttr().getAttr()), 0, 0);
}

void GraphBuilder::launch(Location location, TaskOp task) {
  LaunchOp::create(builder, location, FlatSymbolRefAttr::get(task.getSymNameAttr()));
}

void GraphBuilder::buildBody(const Sequence &sequence, Region &region) {
  OpBuilder::InsertionGuard guard(builder);
  buildSequence(sequence, region.empty() ? region.emplaceBlock() : region.front());
}

/// What is built next stands in its body.
void GraphBuilder::enterLoopOfOne(Location location, IntegerAttr countWord) {
  SizeAttr one = size(SizeExpr::constant(1));
  auto loop = GraphRepeatOp::create(builder, location, size(SizeExpr::constant(0)), one, one,
                                    /*induction_word=*/nullptr, countWord, /*strategy=*/nullptr, /*site=*/nullptr);
  builder.setInsertionPointToEnd(&loop.getBody().emplaceBlock());
}

void GraphBuilder::buildStructure(const Structure &structure) {
  if (isa<memref::AllocOp>(structure.op))
    return;
  Location location = structure.op->getLoc();
  StringAttr strategy = strategyOf(structure.op);
  IntegerAttr countWord = structure.countWord ? builder.getI64IntegerAttr(*structure.countWord) : IntegerAttr();
  if (isa<ForOp>(structure.op)) {
    launch(location, structure.task);
  } else if (auto op = dyn_cast<DoWhileOp>(structure.op)) {
    auto node =
        GraphDoWhileOp::create(builder, location, flagSlot(op.getFlag()), size(structure.maximum), op.getOnMaxAttr(),
                               wordOf(op.getIterations()), countWord, op.getNameAttr(), strategy, /*site=*/nullptr);
    buildBody(structure.regions[0], node.getBody());
  } else if (auto op = dyn_cast<scf::ForOp>(structure.op)) {
    auto node =
        GraphRepeatOp::create(builder, location, size(structure.lower), size(structure.upper), size(structure.step),
                              wordOf(op.getInductionVar()), countWord, strategy, /*site=*/nullptr);
    buildBody(structure.regions[0], node.getBody());
  } else if (isa<scf::WhileOp>(structure.op)) {
    auto node = GraphWhileOp::create(builder, location, builder.getI64IntegerAttr(structure.conditionWord), countWord,
                                     strategy, /*site=*/nullptr);
    buildBody(structure.regions[0], node.getBefore());
    buildBody(structure.regions[1], node.getBody());
  } else {
    OpBuilder::InsertionGuard guard(builder);
    if (structure.needsLoop)
      enterLoopOfOne(location, countWord);
    auto node = GraphIfOp::create(builder, location, builder.getI64IntegerAttr(structure.conditionWord));
    buildBody(structure.regions[0], node.getThenBody());
    buildBody(structure.regions[1], node.getElseBody());
  }
}

void GraphBuilder::buildSequence(const Sequence &sequence, Block &block) {
  builder.setInsertionPointToEnd(&block);
  for (auto [index, run] : llvm::enumerate(sequence.runs)) {
    if (run.isTask)
      launch(run.location, run.task);
    if (index < sequence.structures.size())
      buildStructure(*sequence.structures[index]);
  }
}

void GraphBuilder::describeWorkspace() {
  KernelOp kernel = plan.kernel;
  unsigned results = kernel.getResultTypes().size();
  SmallVector<int64_t> offsets;
  for (unsigned result = 0; result < results; ++result)
    offsets.push_back(int64_t(result) * QDC_WORD_BYTES);
  kernel.setWorkspaceBytesAttr(size(SizeExpr::constant(plan.workspaceBytes())));
  kernel.setReadbackOffsetAttr(builder.getI64IntegerAttr(0));
  kernel.setReadbackBytesAttr(builder.getI64IntegerAttr(plan.readbackBytes));
  kernel.setResultOffsetsAttr(builder.getDenseI64ArrayAttr(offsets));
  SmallVector<Attribute> temporaries;
  for (auto [op, region] : plan.temporaries) {
    auto alloc = cast<memref::AllocOp>(op);
    temporaries.push_back(
        TemporaryAttr::get(builder.getContext(), alloc.getType(), extentsOf(plan, alloc), region, alloc.getLoc()));
  }
  if (!temporaries.empty())
    kernel.setTemporariesAttr(builder.getArrayAttr(temporaries));
  if (plan.barrierWords)
    kernel.setBarrierOffsetAttr(builder.getI64IntegerAttr(*plan.barrierWords));
}

void qdc::qd::offload::buildGraph(Plan &plan, const GlobalNumbers &globals) {
  GraphBuilder graph(plan, globals);
  Block &block = plan.kernel.getBody().front();
  Block nodes;
  graph.buildSequence(plan.body, nodes);
  graph.describeWorkspace();
  block.clear();
  block.getOperations().splice(block.end(), nodes.getOperations());
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  ReturnOp::create(builder, plan.kernel.getLoc());
}
