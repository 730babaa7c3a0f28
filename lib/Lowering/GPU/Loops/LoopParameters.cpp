//===- LoopParameters.cpp - What an entry point of a loop takes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopParameters.h"

#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace qdc {

namespace {

class Collector {
public:
  explicit Collector(const LoopSource &source) : source(source), kernel(source.kernel) {}

  LoopParameters run() {
    for (auto &[symbol, body] : source.bodies)
      for (auto [index, slot] : llvm::enumerate(body.slots())) {
        func::FuncOp function = body.function();
        addTyped(slot, function.getArgumentTypes()[index], function.getArgAttr(index, qd::mayAliasAttr) != nullptr);
      }
    Builder builder(kernel.getContext());
    auto arrayOf = [](Type element) { return MemRefType::get({ShapedType::kDynamic}, element); };
    add(qd::SlotKind::workspace, arrayOf(builder.getI64Type()));
    add(qd::SlotKind::error_record, arrayOf(builder.getI8Type()));
    add(qd::SlotKind::stop_word, arrayOf(builder.getI64Type()));
    if (source.strategy == qd::LoopStrategy::graph)
      addEnd();
    else
      source.node->walk([&](Operation *op) { addControl(op); });
    return std::move(found);
  }

private:
  /// What control reads, by any parameter of the slot.
  void add(qd::SlotAttr slot, Type type, bool mayAlias = false) {
    if (!found.find(slot))
      addTyped(slot, type, mayAlias);
  }
  void addTyped(qd::SlotAttr slot, Type type, bool mayAlias) {
    if (!found.numbers.try_emplace({slot, type}, found.slots.size()).second)
      return;
    found.numbers.try_emplace({slot, Type()}, found.slots.size());
    found.slots.push_back(slot);
    found.types.push_back(type);
    found.mayAlias.push_back(mayAlias);
  }
  void add(qd::SlotKind kind, Type type) { add(qd::SlotAttr::get(kernel.getContext(), kind), type); }

  void addControl(Operation *op) {
    addFlagOf(op);
    for (qd::SizeAttr size : qd::sizesOf(op))
      addLeaves(size.getExpr());
    addMaximumOf(op);
  }

  /// What the end of an iteration decides by. Sizes are known where the loop begins.
  void addEnd() {
    Builder builder(kernel.getContext());
    MLIRContext *context = kernel.getContext();
    addFlagOf(source.node);
    addMaximumOf(source.node);
    add(qd::SlotAttr::get(context, qd::SlotKind::condition_handle, source.number), builder.getI64Type());
    add(qd::SlotAttr::get(context, qd::SlotKind::loop_state, source.number),
        MemRefType::get({ShapedType::kDynamic}, builder.getI64Type()));
  }

  void addFlagOf(Operation *op) {
    if (auto loop = dyn_cast<qd::GraphDoWhileOp>(op))
      addFlag(loop.getFlag());
  }

  void addMaximumOf(Operation *op) {
    if (isa<qd::GraphDoWhileOp, qd::GraphWhileOp>(op))
      add(qd::SlotKind::maximum_iterations, Builder(kernel.getContext()).getI64Type());
  }

  Type typeOfFlag(qd::SlotAttr flag) {
    if (flag.getKind() == qd::SlotKind::array)
      return kernel.getArgumentTypes()[flag.getIndex()];
    if (flag.getKind() == qd::SlotKind::global)
      return memref::GlobalOp(source.globals[flag.getIndex()]).getType();
    // A flag shares its region with nothing.
    auto temporaries = kernel.getTemporariesAttr().getAsRange<qd::TemporaryAttr>();
    auto isFlag = [&](qd::TemporaryAttr temporary) { return temporary.getRegion() == flag.getIndex(); };
    return (*llvm::find_if(temporaries, isFlag)).getType();
  }

  /// An array of any kind, as one of rank 1.
  void addFlag(qd::SlotAttr flag) {
    Type type = typeOfFlag(flag);
    bool mayAlias = flag.getKind() == qd::SlotKind::array && kernel.getArgAttr(flag.getIndex(), qd::mayAliasAttr);
    add(flag, MemRefType::get({ShapedType::kDynamic}, cast<MemRefType>(type).getElementType()), mayAlias);
  }

  void addLeaves(const SizeExpr &size) {
    forEachLeaf(size, [&](const SizeExpr &leaf) {
      if (leaf.kind() == SizeExprKind::scalar)
        add(slotOfLeaf(kernel.getContext(), leaf), kernel.getArgumentTypes()[leaf.argument()]);
      else if (leaf.kind() == SizeExprKind::dim)
        add(slotOfLeaf(kernel.getContext(), leaf), IndexType::get(kernel.getContext()));
    });
  }

  const LoopSource &source;
  qd::KernelOp kernel;
  LoopParameters found;
};

} // namespace

std::optional<unsigned> LoopParameters::find(qd::SlotAttr slot, Type type) const {
  auto number = numbers.find({slot, type});
  return number == numbers.end() ? std::nullopt : std::optional(number->second);
}

LoopParameters collectLoopParameters(const LoopSource &source) { return Collector(source).run(); }

qd::SlotAttr slotOfLeaf(MLIRContext *context, const SizeExpr &leaf) {
  if (leaf.kind() == SizeExprKind::scalar)
    return qd::SlotAttr::get(context, qd::SlotKind::scalar, leaf.argument());
  return qd::SlotAttr::get(context, qd::SlotKind::dim, leaf.argument(), leaf.axis());
}

} // namespace qdc
