//===- Activity.cpp - What a derivative is made of ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/Activity.h"
#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;

static bool isFloat(Value value) { return isa<FloatType>(value.getType()); }
static bool holdsFloats(Value array) { return isa<FloatType>(cast<MemRefType>(array.getType()).getElementType()); }

/// A constant global cannot change, so it has no derivative.
static bool isConstantGlobal(memref::GetGlobalOp get) {
  auto module = get->getParentOfType<ModuleOp>();
  auto global = module ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(get, get.getNameAttr()) : nullptr;
  return global && global.getConstant();
}

/// How a request names an argument or a global.
static Attribute nameOf(Value argumentOrGlobal) {
  if (auto get = argumentOrGlobal.getDefiningOp<memref::GetGlobalOp>())
    return get.getNameAttr();
  auto argument = cast<BlockArgument>(argumentOrGlobal);
  auto kernel = cast<qd::KernelOp>(argument.getOwner()->getParentOp());
  return StringAttr::get(kernel.getContext(), kernel.getArgumentName(argument.getArgNumber()));
}

Activity::Activity(qd::KernelOp kernel, const qd::DerivativeRequest &request) : kernel(kernel), plain(request.plain) {
  addSources(request);
  do {
    isChanged = false;
    kernel.getBody().walk([&](Operation *op) { spread(op); });
  } while (isChanged);
  findShadows();
}

void Activity::addSources(const qd::DerivativeRequest &request) {
  ArrayRef<StringRef> wrt = request.wrt;
  for (BlockArgument argument : kernel.getArguments()) {
    bool isAsked = plain ? llvm::is_contained(plain, nameOf(argument))
                         : wrt.empty() || llvm::is_contained(wrt, kernel.getArgumentName(argument.getArgNumber()));
    if (!isAsked || !isa<FloatType>(getElementTypeOrSelf(argument.getType())))
      continue;
    if (isFloat(argument))
      varied.insert(argument);
    else
      variedArrays.insert(arrayKey(argument));
  }
  kernel.getBody().walk([&](memref::GetGlobalOp get) {
    if (!holdsFloats(get) || isConstantGlobal(get))
      return;
    usefulArrays.insert(arrayKey(get));
    if (plain ? llvm::is_contained(plain, nameOf(get)) : wrt.empty())
      variedArrays.insert(arrayKey(get));
  });
  for (BlockArgument argument : kernel.getArguments())
    if (isa<MemRefType>(argument.getType()) && holdsFloats(argument))
      usefulArrays.insert(arrayKey(argument));
}

void Activity::pass(Value from, Value to) {
  if (!isFloat(from))
    return;
  if (varied.contains(from))
    addVaried(to);
  if (useful.contains(to))
    addUseful(from);
}

void Activity::spreadAccess(qd::ElementAccess access) {
  Value array = access.getArray();
  if (!holdsFloats(array))
    return;
  ArrayKey key = arrayKey(array);
  if (Value written = writtenValue(access)) {
    if (varied.contains(written))
      isChanged |= variedArrays.insert(key).second;
    if (usefulArrays.contains(key))
      addUseful(written);
  }
  for (Value result : access->getResults())
    if (isFloat(result)) {
      if (variedArrays.contains(key))
        addVaried(result);
      if (useful.contains(result))
        isChanged |= usefulArrays.insert(key).second;
    }
}

void Activity::spreadThroughRegions(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (auto [from, to] : llvm::zip(region.front().getTerminator()->getOperands(), op->getResults()))
          pass(from, to);
  } else if (auto choice = dyn_cast<scf::IndexSwitchOp>(op)) {
    for (Region &region : op->getRegions())
      for (auto [from, to] : llvm::zip(region.front().getTerminator()->getOperands(), op->getResults()))
        pass(from, to);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, carried, yielded, result] :
         llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(), loop.getYieldedValues(), loop.getResults())) {
      pass(init, carried);
      pass(yielded, carried);
      pass(carried, result);
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [init, before, yielded] :
         llvm::zip(loop.getInits(), loop.getBeforeArguments(), loop.getYieldOp().getOperands())) {
      pass(init, before);
      pass(yielded, before);
    }
    for (auto [passed, after, result] :
         llvm::zip(loop.getConditionOp().getArgs(), loop.getAfterArguments(), loop.getResults())) {
      pass(passed, after);
      pass(passed, result);
    }
  } else if (auto loop = dyn_cast<qd::ForOp>(op)) {
    for (auto [from, to] : llvm::zip(loop.getBody().front().getTerminator()->getOperands(), op->getResults()))
      pass(from, to);
  }
}

void Activity::spread(Operation *op) {
  if (isa<qd::ReturnOp>(op)) {
    for (Value returned : op->getOperands())
      if (isFloat(returned))
        addUseful(returned);
    return;
  }
  if (auto access = dyn_cast<qd::ElementAccess>(op))
    return spreadAccess(access);
  if (op->getNumRegions() != 0)
    return spreadThroughRegions(op);
  bool hasRule = findRule(op) != nullptr;
  for (OpOperand &operand : op->getOpOperands())
    if (!hasRule || findOperandRule(op, operand.getOperandNumber()))
      for (Value result : op->getResults())
        if (isFloat(result))
          pass(operand.get(), result);
}

void Activity::findShadows() {
  kernel.getBody().walk([&](qd::ElementAccess access) {
    ArrayKey key = arrayKey(access.getArray());
    bool isUsed =
        access.getAccessKind() == AccessKind::load ? isActive(access->getResult(0)) : usefulArrays.contains(key);
    if (variedArrays.contains(key) && isUsed)
      shadowed.insert(key);
  });
  llvm::DenseSet<ArrayKey> seen;
  auto addOwned = [&](Value array) {
    if (hasShadow(array) && !isShared(array) && seen.insert(arrayKey(array)).second)
      owned.push_back(array);
  };
  for (BlockArgument argument : kernel.getArguments())
    if (isa<MemRefType>(argument.getType()))
      addOwned(argument);
  kernel.getBody().walk([&](memref::GetGlobalOp get) { addOwned(get); });
}

bool Activity::isShared(Value argumentOrGlobal) const {
  if (plain)
    return llvm::is_contained(plain, nameOf(argumentOrGlobal));
  return isa<MemRefType>(argumentOrGlobal.getType()) ? hasShadow(argumentOrGlobal) : isActive(argumentOrGlobal);
}

ArrayAttr Activity::listShared() const {
  llvm::SetVector<Attribute> names;
  auto addShared = [&](Value argumentOrGlobal) {
    if (isShared(argumentOrGlobal))
      names.insert(nameOf(argumentOrGlobal));
  };
  llvm::for_each(kernel->getRegion(0).getArguments(), addShared);
  kernel->walk([&](memref::GetGlobalOp get) { addShared(get); });
  return ArrayAttr::get(kernel->getContext(), names.getArrayRef());
}
