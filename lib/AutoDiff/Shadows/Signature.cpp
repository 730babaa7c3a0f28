//===- Signature.cpp - Arguments of a derivative --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Shadows/Signature.h"
#include "AutoDiff/Rules/Rules.h"
#include "AutoDiff/Shadows/TakenNames.h"
#include "AutoDiff/Shadows/WholeArrays.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Package/ExtentNames.h"
#include "qdc/Package/ManifestNames.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

Signature::Signature(qd::KernelOp derivative, Block::BlockArgListType primal, const Activity &activity,
                     const Kind &kind)
    : kernel(derivative), activity(activity), kind(kind) {
  // `primal` may be the kernel's own, which grow.
  SmallVector<BlockArgument> arguments(primal.begin(), primal.end());
  for (BlockArgument argument : arguments) {
    auto array = dyn_cast<MemRefType>(argument.getType());
    if (!activity.isShared(argument))
      continue;
    unsigned index = argument.getArgNumber();
    Type type = argument.getType();
    if (!array && kind.hasScalarsInArrays)
      type = MemRefType::get({}, type);
    Attribute dims = array ? nameExtents(index) : Attribute();
    values[argument] = add(kernel.getArgumentName(index) + kind.suffix.str(), type, kind.role, dims, argument.getLoc());
  }
}

BlockArgument Signature::add(const std::string &name, Type type, ArgumentRole role, Attribute dims, Location location) {
  Builder builder(kernel.getContext());
  NamedAttrList attributes;
  attributes.set(qd::argNameAttr, builder.getStringAttr(name));
  attributes.set(qd::argRoleAttr, builder.getStringAttr(enumName(role)));
  if (dims)
    attributes.set(qd::dimsAttr, dims);
  unsigned index = kernel.getNumArguments();
  LogicalResult inserted = kernel.insertArgument(index, type, attributes.getDictionary(kernel.getContext()), location);
  assert(succeeded(inserted) && "the type of a kernel can be made anew");
  (void)inserted;
  return kernel.getArgument(index);
}

/// A name for an axis of any size, made of that of the argument, that no scalar and no extent has. It is what
/// DeclaredExtents takes for a name, whatever the argument is called.
std::string Signature::nameExtent(unsigned argument, int64_t axis) {
  std::string name;
  for (char c : kernel.getArgumentName(argument))
    name += llvm::isAlnum(c) || StringRef("_$.").contains(c) || !llvm::isASCII(c) ? c : '_';
  if (name.empty() || llvm::isDigit(name.front()))
    name.insert(0, "_");
  name = madeExtentName(name, static_cast<size_t>(axis));
  auto isTaken = [&] {
    for (unsigned other = 0; other < kernel.getNumArguments(); ++other) {
      if (kernel.getArgumentName(other) == name)
        return true;
      if (auto dims = kernel.getArgAttrOfType<ArrayAttr>(other, qd::dimsAttr))
        for (auto text : dims.getAsRange<StringAttr>())
          if (text.getValue().contains(name)) // as a name, or in one
            return true;
    }
    return false;
  };
  while (isTaken())
    name += "_";
  return name;
}

/// The `qd.dims` of an array, in which an axis of any size has got the name of that axis: "x.extent0".
Attribute Signature::nameExtents(unsigned argument) {
  auto type = cast<MemRefType>(kernel.getArgumentTypes()[argument]);
  if (type.hasStaticShape())
    return kernel.getArgAttr(argument, qd::dimsAttr);
  Builder builder(kernel.getContext());
  auto present = kernel.getArgAttrOfType<ArrayAttr>(argument, qd::dimsAttr);
  SmallVector<Attribute> texts;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    Attribute text = present ? present[axis] : builder.getStringAttr(qd::freeExtent);
    bool isFree = cast<StringAttr>(text).getValue() == qd::freeExtent && type.isDynamicDim(axis);
    texts.push_back(isFree ? builder.getStringAttr(nameExtent(argument, axis)) : text);
  }
  auto dims = builder.getArrayAttr(texts);
  kernel.setArgAttr(argument, qd::dimsAttr, dims);
  return dims;
}

static std::string seedName(size_t result, const Kind &kind) {
  return "result" + std::to_string(result) + kind.suffix.str();
}

void Signature::addSeeds(ArrayRef<Type> resultTypes) {
  for (auto [index, type] : llvm::enumerate(resultTypes)) {
    bool isFloat = isa<FloatType>(type);
    seeds.push_back(isFloat ? add(seedName(index, kind), type, ArgumentRole::seed, {}, kernel.getLoc()) : Value());
  }
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

static std::string shadowName(memref::GetGlobalOp get, const Kind &kind) { return (get.getName() + kind.suffix).str(); }

/// The public global that holds the derivative of `global`; made, with zeros in it, where it is not there yet.
static memref::GlobalOp shadowGlobal(memref::GetGlobalOp get, const Kind &kind) {
  auto module = get->getParentOfType<ModuleOp>();
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(get, get.getNameAttr());
  std::string name = shadowName(get, kind);
  if (auto present = module.lookupSymbol<memref::GlobalOp>(name))
    return present;
  OpBuilder builder(global->getContext());
  builder.setInsertionPointAfter(global);
  auto shadow = memref::GlobalOp::create(builder, global.getLoc(), name, builder.getStringAttr("public"),
                                         global.getType(), builder.getUnitAttr(), /*constant=*/false,
                                         /*alignment=*/IntegerAttr());
  shadow->setAttr(qd::madeShadowAttr, builder.getUnitAttr());
  return shadow;
}

Value Signature::find(OpBuilder &builder, Value primal) {
  auto get = primal.getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return values.lookup(primal);
  if (!activity.hasShadow(primal))
    return {};
  if (!activity.isShared(primal))
    return ownOfGlobals.lookup(arrayKey(primal));
  memref::GlobalOp shadow = shadowGlobal(get, kind);
  return memref::GetGlobalOp::create(builder, get.getLoc(), shadow.getType(), shadow.getSymName());
}

void Signature::addOwnShadows(OpBuilder &builder, function_ref<Value(Value)> here) {
  for (Value primal : activity.ownShadows()) {
    bool isGlobal = primal.getDefiningOp<memref::GetGlobalOp>() != nullptr;
    Value array = isGlobal ? findAtTop(builder, primal) : here(primal);
    Type element = derivativeType(cast<MemRefType>(primal.getType()).getElementType());
    Value shadow = makeZeros(builder, primal.getLoc(), array, element);
    if (isGlobal)
      ownOfGlobals[arrayKey(primal)] = shadow;
    else
      addLocal(primal, shadow);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static LogicalResult verifyNameOfGlobal(memref::GetGlobalOp get, const Kind &kind) {
  Operation *present = get->getParentOfType<ModuleOp>().lookupSymbol(shadowName(get, kind));
  if (!present || present->hasAttr(qd::madeShadowAttr))
    return success();
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(get, get.getNameAttr());
  return reportTaken(global, ("'" + get.getName() + "' ").str(), enumName(kind.role), shadowName(get, kind),
                     present->getLoc());
}

LogicalResult qdc::autodiff::verifyNames(qd::KernelOp kernel, const Activity &activity, const Kind &kind) {
  llvm::StringMap<Location> taken;
  for (BlockArgument argument : kernel.getArguments())
    taken.try_emplace(kernel.getArgumentName(argument.getArgNumber()), argument.getLoc());
  auto take = [&](const std::string &owner, ArgumentRole role, const std::string &name, Location location) {
    auto [present, isNew] = taken.try_emplace(name, location);
    return isNew ? success() : reportTaken(kernel, owner + " ", enumName(role), name, present->second);
  };
  for (BlockArgument argument : kernel.getArguments()) {
    std::string name = kernel.getArgumentName(argument.getArgNumber());
    if (activity.isShared(argument) &&
        failed(take("argument '" + name + "'", kind.role, name + kind.suffix.str(), argument.getLoc())))
      return failure();
  }
  for (auto [index, type] : llvm::enumerate(kernel.getResultTypes()))
    if (kind.hasSeeds && isa<FloatType>(type) &&
        failed(take("result " + std::to_string(index), ArgumentRole::seed, seedName(index, kind), kernel.getLoc())))
      return failure();
  WalkResult walked = kernel.getBody().walk([&](memref::GetGlobalOp get) {
    bool isRight = !activity.hasShadow(get) || !activity.isShared(get) || succeeded(verifyNameOfGlobal(get, kind));
    return isRight ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}
