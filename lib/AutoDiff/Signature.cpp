//===- Signature.cpp - What a derivative is called with -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/NamedExtents.h"
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
    if (array ? !activity.hasShadow(argument) : !activity.isActive(argument))
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
    texts.push_back(isFree ? builder.getStringAttr(kernel.getArgumentName(argument) + ".extent" + std::to_string(axis))
                           : text);
  }
  auto dims = builder.getArrayAttr(texts);
  kernel.setArgAttr(argument, qd::dimsAttr, dims);
  return dims;
}

void Signature::addSeeds(ArrayRef<Type> resultTypes) {
  for (auto [index, type] : llvm::enumerate(resultTypes)) {
    bool isFloat = isa<FloatType>(type);
    seeds.push_back(isFloat ? add("result" + std::to_string(index) + kind.suffix.str(), type, ArgumentRole::seed, {},
                                  kernel.getLoc())
                            : Value());
  }
}

/// The public global beside `global` that holds its derivative; made, with zeros in it, where it is not there yet.
static memref::GlobalOp shadowGlobal(memref::GetGlobalOp get, StringRef suffix) {
  auto module = get->getParentOfType<ModuleOp>();
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(get, get.getNameAttr());
  std::string name = global.getSymName().str() + suffix.str();
  if (auto present = module.lookupSymbol<memref::GlobalOp>(name))
    return present;
  OpBuilder builder(global->getContext());
  builder.setInsertionPointAfter(global);
  return memref::GlobalOp::create(builder, global.getLoc(), name, builder.getStringAttr("public"), global.getType(),
                                  builder.getUnitAttr(), /*constant=*/false, /*alignment=*/IntegerAttr());
}

Value Signature::find(OpBuilder &builder, Value primal) {
  auto get = primal.getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return values.lookup(primal);
  if (!activity.hasShadow(primal))
    return {};
  memref::GlobalOp shadow = shadowGlobal(get, kind.suffix);
  return memref::GetGlobalOp::create(builder, get.getLoc(), shadow.getType(), shadow.getSymName());
}
