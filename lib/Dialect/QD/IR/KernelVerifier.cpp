//===- KernelVerifier.cpp - What a qd.kernel must look like ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signature, argument attributes and, after `qd-offload`, the graph. What may
// stand in a body before that is `qd-verify-kernels`' business, since it needs
// the helpers that the kernel calls.
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/CallerTexts.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/Limits.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// qd.specialize
//===----------------------------------------------------------------------===//

/// `value` as an attribute of that scalar type, or null if the type cannot hold it.
static TypedAttr convertExactly(Attribute value, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(value); integer && type.isIntOrIndex()) {
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    APInt bits = integer.getValue();
    if (bits.getSignificantBits() > width && bits.getActiveBits() > width)
      return {};
    // `true` is 1, though as a signed bit it is -1.
    return IntegerAttr::get(type, bits.getBitWidth() == 1 ? bits.zext(width) : bits.sextOrTrunc(width));
  }
  if (auto real = dyn_cast<FloatAttr>(value); real && (type.isF32() || type.isF64())) {
    APFloat converted = real.getValue();
    bool losesInformation = false;
    converted.convert(cast<FloatType>(type).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInformation);
    // 0.1 is written as an f64 and meant as an f32; only a value that is out of range is not.
    if (converted.isInfinity() != real.getValue().isInfinity())
      return {};
    return FloatAttr::get(type, converted);
  }
  return {};
}

SmallVector<TypedAttr> KernelOp::getSpecializedValues(unsigned index) {
  SmallVector<TypedAttr> values;
  if (auto array = getArgAttrOfType<ArrayAttr>(index, specializeAttr))
    for (Attribute value : array)
      values.push_back(convertExactly(value, getArgumentTypes()[index]));
  return values;
}

static LogicalResult verifySpecialization(KernelOp kernel, unsigned index, Attribute attribute) {
  std::string name = kernel.getArgumentName(index);
  Type type = kernel.getArgumentTypes()[index];
  if (!(isScalarType(type) && type.isIntOrIndex()) && !type.isF32() && !type.isF64())
    return kernel.emitOpError() << "argument '" << name << "' of type " << type << " has '" << specializeAttr
                                << "', which is for scalars that are integers, f32 or f64";
  auto values = dyn_cast<ArrayAttr>(attribute);
  if (!values || values.empty() || values.size() > kMaximumSpecializedClones)
    return kernel.emitOpError() << "'" << specializeAttr << "' of argument '" << name << "' is a list of 1 to "
                                << kMaximumSpecializedClones << " values, for example [8, 16], not '" << attribute
                                << "'";
  llvm::SmallDenseSet<Attribute> seen;
  for (Attribute value : values) {
    TypedAttr converted = convertExactly(value, type);
    if (!converted)
      return kernel.emitOpError() << "'" << specializeAttr << "' of argument '" << name << "' holds '" << value
                                  << "', which is no value of its type " << type << "";
    if (!seen.insert(converted).second)
      return kernel.emitOpError() << "'" << specializeAttr << "' of argument '" << name << "' holds '" << value
                                  << "' twice; name each value once";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

static LogicalResult verifyRole(KernelOp kernel, StringRef name, Attribute value) {
  auto role = dyn_cast<StringAttr>(value);
  if (role && llvm::is_contained({"shadow", "tangent", "seed"}, role.getValue()))
    return success();
  return kernel.emitOpError() << "'" << argRoleAttr << "' of argument '" << name
                              << "' is \"shadow\", \"tangent\" or \"seed\", not " << value;
}

static LogicalResult verifyArgumentAttribute(KernelOp kernel, unsigned index, NamedAttribute attribute) {
  std::string name = kernel.getArgumentName(index);
  Type type = kernel.getArgumentTypes()[index];
  StringRef key = attribute.getName();
  if (!key.starts_with("qd."))
    return success();
  if (key == dimsAttr)
    return success(); // once the types of all arguments are known to be right
  if (key == specializeAttr)
    return verifySpecialization(kernel, index, attribute.getValue());
  if (key == argNameAttr || key == argGroupAttr || key == docAttr) {
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    if (!text || text.empty())
      return kernel.emitOpError() << "'" << key << "' of argument " << index << " is a "
                                  << (key == docAttr ? "text" : "name") << " in quotes, not '" << attribute.getValue()
                                  << "'";
    return success();
  }
  if (key == mayAliasAttr || key == unsignedAttr) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return kernel.emitOpError() << "'" << key << "' of argument '" << name << "' takes no value";
    if (key == mayAliasAttr && !isa<MemRefType>(type))
      return kernel.emitOpError() << "argument '" << name << "' of type " << type << " has '" << key
                                  << "', which is for arrays";
    if (key == unsignedAttr && !getElementTypeOrSelf(type).isIntOrIndex())
      return kernel.emitOpError() << "argument '" << name << "' of type " << type << " has '" << key
                                  << "', which is for integers and arrays of integers";
    return success();
  }
  if (key == argRoleAttr)
    return verifyRole(kernel, name, attribute.getValue());
  return kernel.emitOpError() << "argument '" << name << "' has '" << key << "', but the attributes of arguments are '"
                              << argNameAttr << "', '" << argGroupAttr << "', '" << argRoleAttr << "', '" << dimsAttr
                              << "', '" << docAttr << "', '" << mayAliasAttr << "', '" << specializeAttr << "' and '"
                              << unsignedAttr << "'";
}

static LogicalResult verifyArguments(KernelOp kernel) {
  llvm::StringSet<> names;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    std::string name = kernel.getArgumentName(index);
    if (auto array = dyn_cast<BaseMemRefType>(type)) {
      if (std::string problem = explainArrayType(array); !problem.empty())
        return kernel.emitOpError() << "argument '" << name << "' " << problem;
    } else if (!isScalarType(type)) {
      return kernel.emitOpError() << "argument '" << name << "' has type " << type
                                  << ", but arguments are arrays (memref) and scalars: " << elementTypeList
                                  << ", and index";
    }
    for (NamedAttribute attribute : FunctionOpInterface(kernel).getArgAttrs(index))
      if (failed(verifyArgumentAttribute(kernel, index, attribute)))
        return failure();
    if (!names.insert(name).second)
      return kernel.emitOpError() << "has two arguments named '" << name << "'; give one another '" << argNameAttr
                                  << "'";
  }
  return DeclaredExtents::read(kernel);
}

static LogicalResult verifyResultAttribute(KernelOp kernel, unsigned index, NamedAttribute attribute) {
  const Type type = kernel.getResultTypes()[index];
  const StringRef key = attribute.getName();
  if (!key.starts_with("qd.") || (key == unsignedAttr && isa<UnitAttr>(attribute.getValue()) && type.isIntOrIndex()))
    return success();
  if (key != resultNameAttr)
    return kernel.emitOpError() << "result " << index << " of type " << type << " has '" << key
                                << "', but the attributes of results are '" << resultNameAttr << "' and '"
                                << unsignedAttr << "', which is for integers and takes no value";
  auto name = dyn_cast<StringAttr>(attribute.getValue());
  if (name && !name.empty())
    return success();
  return kernel.emitOpError() << "'" << key << "' of result " << index << " is a name in quotes, not '"
                              << attribute.getValue() << "'";
}

static LogicalResult verifyResults(KernelOp kernel) {
  llvm::StringSet<> names;
  for (auto [index, type] : llvm::enumerate(kernel.getResultTypes())) {
    if (!isScalarType(type))
      return kernel.emitOpError() << "result " << index << " has type " << type
                                  << ", but results are scalars: " << elementTypeList
                                  << ", and index; write an array through an argument";
    for (NamedAttribute attribute : FunctionOpInterface(kernel).getResultAttrs(index))
      if (failed(verifyResultAttribute(kernel, index, attribute)))
        return failure();
    if (auto name = kernel.getResultAttrOfType<StringAttr>(index, resultNameAttr); name && !names.insert(name).second)
      return kernel.emitOpError() << "has two results named '" << name.getValue() << "'; give one another '"
                                  << resultNameAttr << "'";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

/// The workspace is described by the kernels that have one, with a place for each result.
static LogicalResult verifyWorkspace(KernelOp kernel) {
  if (!kernel.isOffloaded()) {
    if (!kernel.getReadbackOffset() && !kernel.getReadbackBytes() && !kernel.getResultOffsets())
      return success();
    return kernel.emitOpError("has 'readback_offset', 'readback_bytes' or 'result_offsets', but no 'workspace_bytes'; "
                              "'qd-offload' adds them together");
  }
  size_t offsets = kernel.getResultOffsets() ? kernel.getResultOffsets()->size() : 0;
  if (offsets == kernel.getResultTypes().size())
    return success();
  return kernel.emitOpError() << "has " << kernel.getResultTypes().size() << " results and " << offsets
                              << " 'result_offsets'; each result needs one";
}

LogicalResult KernelOp::verify() {
  if (Attribute doc = (*this)->getAttr(docAttr); doc && (!isa<StringAttr>(doc) || cast<StringAttr>(doc).empty()))
    return emitOpError() << "'" << docAttr << "' is a text in quotes, not '" << doc << "'";
  if (std::optional<StringRef> graph = getGraph(); graph && *graph != "auto" && *graph != "always" && *graph != "never")
    return emitOpError() << "'graph' is \"auto\", \"always\" or \"never\", not \"" << *graph << "\"";
  if (getSymVisibility().value_or("public") != "public")
    return emitOpError() << "is " << *getSymVisibility() << ", but kernels are public; use a private func.func "
                         << "for code that only other kernels need";
  return failure(failed(verifyArguments(*this)) || failed(verifyResults(*this)) || failed(verifyWorkspace(*this)) ||
                 failed(readDerivativeRequests(*this)));
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  if (kernel.isOffloaded()) {
    if (getNumOperands() == 0)
      return success();
    return emitOpError() << "returns values from kernel '" << kernel.getSymName()
                         << "', whose tasks write them to the workspace already; return nothing";
  }
  ArrayRef<Type> expected = kernel.getResultTypes();
  if (getOperandTypes() == TypeRange(expected))
    return success();
  return emitOpError() << "returns (" << getOperandTypes() << "), but kernel '" << kernel.getSymName()
                       << "' declares the results (" << expected << ")"
                       << (getNumOperands() == 0 ? "; end it with 'qd.return' and values of these types" : "");
}
