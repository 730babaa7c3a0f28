//===- ControlFlow.cpp - Branches, loops, calls ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

namespace {

/// A block at the end of a region of `op`, with the builder in it.
Block *appendBlock(FunctionConversion &to, Operation *op, TypeRange types = {}) {
  Region &region = op->getRegion(0);
  return to.builder.createBlock(&region, region.end(), types, SmallVector<Location>(types.size(), to.location));
}

/// Ends a construct: what the merge block gets is what the operation gives.
void appendMerge(FunctionConversion &to, Block *merge, Operation *construct) {
  to.builder.setInsertionPointToEnd(merge);
  to.create<spirv::MergeOp>(merge->getArguments());
  to.builder.setInsertionPointAfter(construct);
}

/// A construct that goes one of several ways, each of which ends with a branch to the merge block.
class Selection {
public:
  Selection(FunctionConversion &to, TypeRange types)
      : to(to), op(to.create<spirv::SelectionOp>(types, spirv::SelectionControl::None)) {
    header = appendBlock(to, op);
    merge = appendBlock(to, op, types);
  }

  /// A way that does what `statements` do, of which `results` gives the values.
  Block *way(Block &statements) {
    Block *block = to.builder.createBlock(merge);
    to.convertStatements(statements);
    to.create<spirv::BranchOp>(merge, to.get(statements.getTerminator()->getOperands()));
    return block;
  }
  Block *wayThrough() { return merge; }
  Block *emptyWay() { return to.builder.createBlock(merge); }
  void choose(Value condition, Block *yes, Block *no) {
    to.builder.setInsertionPointToEnd(header);
    to.create<spirv::BranchConditionalOp>(condition, yes, ValueRange(), no, ValueRange());
  }
  void beginChoice() { to.builder.setInsertionPointToEnd(header); }
  /// A way that does what another construct does, which `create` creates and whose results it gives.
  Block *wayOf(llvm::function_ref<ValueRange()> create) {
    Block *block = emptyWay();
    ValueRange results = create();
    to.create<spirv::BranchOp>(merge, results);
    return block;
  }
  ValueRange end() {
    appendMerge(to, merge, op);
    return op.getResults();
  }
  void end(ValueRange results) {
    for (auto [before, after] : llvm::zip_equal(results, end()))
      to.set(before, after);
  }

private:
  FunctionConversion &to;
  spirv::SelectionOp op;
  Block *header, *merge;
};

SmallVector<Type> typesOf(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) { return spirvType(value.getType()); });
}

void convertIf(FunctionConversion &to, scf::IfOp op) {
  Value condition = to.get(op.getCondition());
  Selection selection(to, typesOf(op.getResults()));
  Block *yes = selection.way(*op.thenBlock());
  Block *no = op.elseBlock() ? selection.way(*op.elseBlock()) : selection.wayThrough();
  selection.choose(condition, yes, no);
  selection.end(op.getResults());
}

/// What a switch of 32 bits, which is all that the serialiser writes, goes by.
struct Selector {
  Value number;
  SmallVector<int32_t> cases;
};

/// A number that needs more bits is none of the cases.
Selector narrowSelector(FunctionConversion &to, Value number, ArrayRef<int64_t> cases) {
  int32_t other = 0;
  while (llvm::is_contained(cases, other))
    ++other;
  Type i32 = to.builder.getI32Type();
  Value small = to.create<spirv::SConvertOp>(i32, number);
  Value fits = to.create<spirv::IEqualOp>(to.create<spirv::SConvertOp>(number.getType(), small), number);
  Value narrow = to.create<spirv::SelectOp>(i32, fits, small, to.constant(i32, other));
  return {narrow, SmallVector<int32_t>(cases)};
}

/// Which of the cases it is.
Selector countedSelector(FunctionConversion &to, Value number, ArrayRef<int64_t> cases) {
  Type i32 = to.builder.getI32Type();
  Selector selector{to.constant(i32, cases.size()), {}};
  for (auto [index, value] : llvm::enumerate(cases)) {
    Value isCase = to.create<spirv::IEqualOp>(number, to.constant(number.getType(), value));
    selector.number = to.create<spirv::SelectOp>(i32, isCase, to.constant(i32, index), selector.number);
    selector.cases.push_back(static_cast<int32_t>(index));
  }
  return selector;
}

/// What an OpSwitch of SPIR-V has at most.
constexpr size_t mostCases = 16383;

/// A switch of the cases from `first` on, the default of which decides about those that find no place in it.
ValueRange convertCases(FunctionConversion &to, scf::IndexSwitchOp op, const Selector &selector, size_t first) {
  const size_t last = std::min(selector.cases.size(), first + mostCases);
  Selection selection(to, typesOf(op.getResults()));
  SmallVector<Block *> ways;
  for (Region &region : op.getCaseRegions().slice(first, last - first))
    ways.push_back(selection.way(region.front()));
  Block *otherwise = last == selector.cases.size()
                         ? selection.way(op.getDefaultRegion().front())
                         : selection.wayOf([&] { return convertCases(to, op, selector, last); });
  selection.beginChoice();
  to.create<spirv::SwitchOp>(selector.number, otherwise, ValueRange(),
                             ArrayRef<int32_t>(selector.cases).slice(first, last - first), BlockRange(ways),
                             SmallVector<ValueRange>(ways.size()));
  return selection.end();
}

void convertIndexSwitch(FunctionConversion &to, scf::IndexSwitchOp op) {
  auto select = llvm::all_of(op.getCases(), llvm::isInt<32>) ? narrowSelector : countedSelector;
  const Selector selector = select(to, to.get(op.getArg()), op.getCases());
  for (auto [before, after] : llvm::zip_equal(op.getResults(), convertCases(to, op, selector, 0)))
    to.set(before, after);
}

/// The header carries the values and is empty, since what decides may hold constructs of its own. The serialiser knows
/// no results of loops, so that variables take them out.
void convertWhile(FunctionConversion &to, scf::WhileOp op) {
  SmallVector<Value> results;
  for (Value result : op.getResults())
    results.push_back(result.use_empty() ? Value() : to.variable(spirvType(result.getType())));
  SmallVector<Value> inits = to.get(op.getInits());
  auto loop = to.create<spirv::LoopOp>(TypeRange(), spirv::LoopControl::None);
  SmallVector<Type> carried = typesOf(op.getInits());
  Block *entry = appendBlock(to, loop);
  Block *header = appendBlock(to, loop, carried);
  Block *decision = appendBlock(to, loop);
  Block *body = appendBlock(to, loop);
  Block *next = appendBlock(to, loop, carried);
  Block *merge = appendBlock(to, loop);

  to.builder.setInsertionPointToEnd(entry);
  to.create<spirv::BranchOp>(header, inits);
  to.builder.setInsertionPointToEnd(header);
  to.create<spirv::BranchOp>(decision);

  to.builder.setInsertionPointToEnd(decision);
  for (auto [before, after] : llvm::zip_equal(op.getBeforeArguments(), header->getArguments()))
    to.set(before, after);
  to.convertStatements(*op.getBeforeBody());
  scf::ConditionOp condition = op.getConditionOp();
  SmallVector<Value> passed = to.get(condition.getArgs());
  for (auto [place, value] : llvm::zip_equal(results, passed))
    if (place)
      to.create<spirv::StoreOp>(place, value);
  to.create<spirv::BranchConditionalOp>(to.get(condition.getCondition()), body, ValueRange(), merge, ValueRange());

  to.builder.setInsertionPointToEnd(body);
  for (auto [before, after] : llvm::zip_equal(op.getAfterArguments(), passed))
    to.set(before, after);
  to.convertStatements(*op.getAfterBody());
  to.create<spirv::BranchOp>(next, to.get(op.getYieldOp().getOperands()));
  to.builder.setInsertionPointToEnd(next);
  to.create<spirv::BranchOp>(header, next->getArguments());
  appendMerge(to, merge, loop);
  for (auto [result, place] : llvm::zip_equal(op.getResults(), results))
    if (place)
      to.set(result, to.create<spirv::LoadOp>(place));
}

/// A function gives one value at most; several are one composite.
Value packResults(FunctionConversion &to, ArrayRef<Value> values) {
  if (values.size() == 1)
    return values.front();
  auto type = spirv::StructType::get(typesOf(values));
  return to.create<spirv::CompositeConstructOp>(type, values);
}

void convertReturnUnless(FunctionConversion &to, qd::ReturnUnlessOp op) {
  Value condition = to.get(op.getCondition());
  Selection selection(to, {});
  Block *leaves = selection.emptyWay();
  Block &statements = op.getBody().front();
  to.convertStatements(statements);
  convertReturn(to, statements.getTerminator()->getOperands());
  selection.choose(condition, selection.wayThrough(), leaves);
  selection.end({});
}

void convertCall(FunctionConversion &to, func::CallOp op) {
  SmallVector<Type> types = typesOf(op.getResults());
  SmallVector<Type> result;
  if (types.size() == 1)
    result = types;
  else if (types.size() > 1)
    result = {spirv::StructType::get(types)};
  auto call =
      to.create<spirv::FunctionCallOp>(result, op.getCallee(), to.get(op.getOperands()), ArrayAttr(), ArrayAttr());
  if (types.size() == 1)
    to.set(op.getResult(0), call.getResult(0));
  else
    for (auto [index, value] : llvm::enumerate(op.getResults()))
      to.set(value,
             to.create<spirv::CompositeExtractOp>(call.getResult(0), ArrayRef<int32_t>{static_cast<int32_t>(index)}));
}

/// What nothing ends early is a run of statements.
void convertIteration(FunctionConversion &to, qd::IterationOp op) {
  Block &statements = op.getBody().front();
  to.convertStatements(statements);
  for (auto [result, value] : llvm::zip_equal(op.getResults(), statements.getTerminator()->getOperands()))
    to.set(result, to.get(value));
}

} // namespace

void convertReturn(FunctionConversion &to, ValueRange values) {
  if (values.empty())
    to.create<spirv::ReturnOp>();
  else
    to.create<spirv::ReturnValueOp>(packResults(to, to.get(values)));
}

bool convertControlFlow(FunctionConversion &to, Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    convertIf(to, branch);
  else if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
    convertIndexSwitch(to, choice);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    convertWhile(to, loop);
  else if (auto exit = dyn_cast<qd::ReturnUnlessOp>(op))
    convertReturnUnless(to, exit);
  else if (auto call = dyn_cast<func::CallOp>(op))
    convertCall(to, call);
  else if (auto iteration = dyn_cast<qd::IterationOp>(op))
    convertIteration(to, iteration);
  else
    return false;
  return true;
}

} // namespace qdc
