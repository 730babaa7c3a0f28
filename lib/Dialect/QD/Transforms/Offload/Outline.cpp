//===- Outline.cpp - Tasks from statements and loops ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "Extents.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <iterator>

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;
using namespace qdc::qd::offload;

namespace {

class Outliner {
public:
  Outliner(Plan &plan, SymbolTable &symbols)
      : plan(plan), symbols(symbols), builder(plan.kernel.getContext()),
        nextPosition(std::next(plan.kernel->getIterator())) {}

  void outlineSequence(Sequence &sequence);

private:
  void outlineRun(SerialRun &run);
  void outlineLoop(Structure &structure, ForOp loop);
  TaskOp createTask(Location location, StringRef name, const SizeExpr &extent, const TaskInputs &inputs,
                    IRMapping &mapping);
  std::string uniqueName(StringRef name);
  DictionaryAttr parameterAttributes(SlotAttr slot, DictionaryAttr inherited);
  void copy(Operation *op, IRMapping &mapping);
  void combinePartials(ForOp loop, IRMapping &mapping);
  void writeWord(Location location, Value value, uint64_t offset);
  DenseI64ArrayAttr partialsOf(ForOp loop);

  Plan &plan;
  SymbolTable &symbols;
  OpBuilder builder;
  Block::iterator nextPosition; // tasks stand before it
  unsigned taskCount = 0;
};

} // namespace

/// The kernel's name and the loop's, or a number where that has none. What is no name for an assembler stays:
/// NameSymbols makes one of it.
std::string Outliner::uniqueName(StringRef name) {
  std::string number = std::to_string(taskCount++);
  std::string wanted = (plan.kernel.getSymName() + "." + (name.empty() ? StringRef(number) : name)).str();
  std::string free = wanted;
  for (unsigned attempt = 1; symbols.lookup(free); ++attempt)
    free =
        !name.empty() && attempt == 1 ? wanted + "." + number : wanted + "." + number + "." + std::to_string(attempt);
  return free;
}

DictionaryAttr Outliner::parameterAttributes(SlotAttr slot, DictionaryAttr inherited) {
  NamedAttrList attributes(inherited);
  // What these say is about the kernel.
  attributes.erase(specializeAttr);
  attributes.erase(dimsAttr);
  attributes.erase(argRoleAttr);
  attributes.set(slotAttr, slot);
  return attributes.getDictionary(builder.getContext());
}

/// Creates a task with its parameters and clones, and leaves the builder before its end.
TaskOp Outliner::createTask(Location location, StringRef name, const SizeExpr &extent, const TaskInputs &inputs,
                            IRMapping &mapping) {
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  SmallVector<Value> parameters;
  MLIRContext *context = builder.getContext();
  auto addParameter = [&](Value value, SlotAttr slot, DictionaryAttr inherited) {
    parameters.push_back(value);
    types.push_back(value.getType());
    attributes.push_back(parameterAttributes(slot, inherited));
  };
  for (Value value : inputs.arguments) {
    unsigned index = cast<BlockArgument>(value).getArgNumber();
    qd::SlotKind kind = isa<BaseMemRefType>(value.getType()) ? qd::SlotKind::array : qd::SlotKind::scalar;
    addParameter(value, SlotAttr::get(context, kind, index, 0, 0), plan.kernel.getArgAttrDict(index));
  }
  for (Value value : inputs.words)
    addParameter(value, SlotAttr::get(context, qd::SlotKind::word, 0, 0, plan.words.lookup(value)), {});

  builder.setInsertionPoint(plan.kernel->getBlock(), nextPosition);
  auto task = TaskOp::create(builder, location, builder.getStringAttr(uniqueName(name)),
                             TypeAttr::get(builder.getFunctionType(types, {})), /*sym_visibility=*/nullptr,
                             attributes.empty() ? ArrayAttr() : builder.getArrayAttr(attributes),
                             /*res_attrs=*/nullptr, FlatSymbolRefAttr::get(plan.kernel.getSymNameAttr()),
                             SizeAttr::get(context, extent), /*partials=*/nullptr);
  symbols.insert(task);
  Block &body = task.getBody().emplaceBlock();
  for (Value value : parameters)
    mapping.map(value, body.addArgument(value.getType(), value.getLoc()));
  builder.setInsertionPointToEnd(&body);
  builder.setInsertionPoint(TaskEndOp::create(builder, location));
  return task;
}

DenseI64ArrayAttr Outliner::partialsOf(ForOp loop) { return builder.getDenseI64ArrayAttr(plan.partialOffsets(loop)); }

/// Repeats a statement or what a task needs of another place.
void Outliner::copy(Operation *op, IRMapping &mapping) {
  auto alloc = dyn_cast<memref::AllocOp>(op);
  if (!alloc) {
    builder.clone(*op, mapping);
    return;
  }
  SmallVector<Value> extents =
      llvm::map_to_vector(alloc.getDynamicSizes(), [&](Value size) { return mapping.lookup(size); });
  mapping.map(alloc.getResult(),
              TemporaryOp::create(builder, alloc.getLoc(), alloc.getType(), plan.temporaries.lookup(alloc), extents)
                  .getArray());
}

void Outliner::combinePartials(ForOp loop, IRMapping &mapping) {
  Value iterations = emitIterationCount(builder, loop, mapping);
  SmallVector<ReduceKind> kinds = loop.getReduceKinds();
  std::vector<int64_t> offsets = plan.partialOffsets(loop);
  for (auto [index, result] : llvm::enumerate(loop.getResults()))
    if (!result.use_empty())
      mapping.map(result, CombinePartialsOp::create(builder, loop.getLoc(), result.getType(), kinds[index], iterations,
                                                    offsets[index])
                              .getResult());
}

/// Integers are widened with their sign: the graph and the loader read 64 bits of a word as a size.
void Outliner::writeWord(Location location, Value value, uint64_t offset) {
  if (auto type = dyn_cast<IntegerType>(value.getType()); type && type.getWidth() != 1 && type.getWidth() != 64)
    value = arith::ExtSIOp::create(builder, location, builder.getI64Type(), value);
  WriteWordOp::create(builder, location, value, offset);
}

void Outliner::outlineRun(SerialRun &run) {
  IRMapping mapping;
  run.task = createTask(run.location, {}, SizeExpr::constant(1), run.inputs, mapping);
  if (run.ops.empty())
    run.task->setAttr(transferAttr, builder.getUnitAttr());
  // Statements and clones in the order of the source; a reduced loop precedes all statements, and its bounds it.
  std::vector<Operation *> ops(run.reductions.begin(), run.reductions.end());
  ops.insert(ops.end(), run.ops.begin(), run.ops.end());
  std::vector<Operation *> merged;
  std::merge(run.inputs.clones.begin(), run.inputs.clones.end(), ops.begin(), ops.end(), std::back_inserter(merged),
             [&](Operation *a, Operation *b) { return plan.order.at(a) < plan.order.at(b); });
  for (Operation *op : merged) {
    if (auto loop = dyn_cast<ForOp>(op))
      combinePartials(loop, mapping);
    else
      copy(op, mapping);
  }
  for (Value value : run.written)
    writeWord(value.getLoc(), mapping.lookup(value), plan.words.lookup(value));
  for (const Copy &copy : run.copies)
    writeWord(copy.user->getLoc(), mapping.lookup(copy.source), copy.offset);
}

void Outliner::outlineLoop(Structure &structure, ForOp loop) {
  IRMapping mapping;
  structure.task = createTask(loop.getLoc(), loop.getName().value_or(""), *structure.extent, structure.inputs, mapping);
  if (loop.isReduction())
    structure.task.setPartialsAttr(partialsOf(loop));
  for (Operation *op : structure.inputs.clones)
    copy(op, mapping);
  builder.clone(*loop, mapping);
}

void Outliner::outlineSequence(Sequence &sequence) {
  for (auto [index, run] : llvm::enumerate(sequence.runs)) {
    if (run.isTask)
      outlineRun(run);
    if (index == sequence.structures.size())
      break;
    Structure &structure = *sequence.structures[index];
    if (auto loop = dyn_cast<ForOp>(structure.op))
      outlineLoop(structure, loop);
    for (Sequence &inner : structure.regions)
      outlineSequence(inner);
  }
}

void qdc::qd::offload::outline(Plan &plan, SymbolTable &symbols) { Outliner(plan, symbols).outlineSequence(plan.body); }
