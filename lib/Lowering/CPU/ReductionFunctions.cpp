//===- ReductionFunctions.cpp - What all reductions have in common --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReductionFunctions.h"

#include "Lanes.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace qdc {

func::FuncOp ReductionFunctions::create(StringRef prefix, Key key, TypeRange parameters,
                                        llvm::function_ref<Value(OpBuilder &, ValueRange)> body) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Location location = builder.getUnknownLoc();
  std::string name;
  llvm::raw_string_ostream(name) << prefix << "." << qd::stringifyReduceKind(key.first) << "." << key.second;
  auto function =
      func::FuncOp::create(builder, location, name, builder.getFunctionType(parameters, {memoryType(key.second)}));
  function.setPrivate();
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  Value result = body(builder, block->getArguments());
  func::ReturnOp::create(builder, location, toMemoryType(builder, location, result));
  names.insert(name);
  return function;
}

func::FuncOp ReductionFunctions::foldFunction(Key key) {
  func::FuncOp &function = folds[key];
  if (!function)
    function = create("qdc.fold", key, LLVM::LLVMPointerType::get(module.getContext()),
                      [&](OpBuilder &builder, ValueRange parameters) {
                        Lanes lanes{key.first, key.second, parameters[0]};
                        return lanes.foldTree(builder, builder.getUnknownLoc());
                      });
  return function;
}

/// Folds the partials in groups of as many as there are lanes.
static Value combine(OpBuilder &builder, const Lanes &lanes, Value partials, Value iterations) {
  Location location = builder.getUnknownLoc();
  I64Builder i64{builder, location};
  Value count = ReductionBlocks::create(i64, i64.max(iterations, i64.constant(0))).count(i64);
  lanes.reset(builder, location);
  Value width = i64.constant(QDC_REDUCE_LANES), zero = i64.constant(0), one = i64.constant(1);
  auto groups = scf::ForOp::create(builder, location, zero, count, width);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(groups.getBody());
  Value rest = i64.min(width, i64.sub(count, groups.getInductionVar()));
  auto group = scf::ForOp::create(builder, location, zero, rest, one);
  builder.setInsertionPointToStart(group.getBody());
  Value lane = group.getInductionVar();
  Value address =
      elementAddress(builder, location, partials, builder.getI64Type(), i64.add(groups.getInductionVar(), lane));
  lanes.foldInto(builder, location, lane, loadElement(builder, location, lanes.type, address), {});
  builder.setInsertionPointAfter(groups);
  return lanes.foldTree(builder, location);
}

func::FuncOp ReductionFunctions::combineFunction(Key key) {
  func::FuncOp &function = combinations[key];
  Type parameters[] = {LLVM::LLVMPointerType::get(module.getContext()), IntegerType::get(module.getContext(), 64)};
  if (!function)
    function = create("qdc.combine", key, parameters, [&](OpBuilder &builder, ValueRange values) {
      Lanes lanes = Lanes::create(builder, builder.getUnknownLoc(), key.first, key.second);
      return combine(builder, lanes, values[0], values[1]);
    });
  return function;
}

static Value call(OpBuilder &builder, Location location, func::FuncOp function, ValueRange operands, Type result) {
  auto call = func::CallOp::create(builder, location, function, operands);
  return fromMemoryType(builder, location, call.getResult(0), result);
}

Value ReductionFunctions::foldLanes(OpBuilder &builder, Location location, qd::ReduceKind kind, Type type,
                                    Value lanes) {
  return call(builder, location, foldFunction({kind, type}), lanes, type);
}

Value ReductionFunctions::combinePartials(OpBuilder &builder, Location location, qd::ReduceKind kind, Type type,
                                          Value partials, Value iterations) {
  return call(builder, location, combineFunction({kind, type}), {partials, iterations}, type);
}

void ReductionFunctions::setAttributes() {
  MLIRContext *context = module.getContext();
  auto none = LLVM::ModRefInfo::NoModRef;
  auto effects = LLVM::MemoryEffectsAttr::get(context, none, LLVM::ModRefInfo::ModRef, none, none, none, none);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!names.contains(function.getSymName()))
      continue;
    function.setVisibility_(LLVM::Visibility::Hidden);
    function.setNoInline(true);
    function.setMemoryEffectsAttr(effects);
    function.setArgAttr(0, LLVM::LLVMDialect::getNoCaptureAttrName(), UnitAttr::get(context));
  }
}

} // namespace qdc
