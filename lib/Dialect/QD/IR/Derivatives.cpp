//===- Derivatives.cpp - Which derivatives a kernel is asked for ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/Derivatives.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace qdc::qd;

static constexpr StringLiteral kMode = "mode", kWrt = "wrt", kReverse = "reverse", kForward = "forward",
                               kPlain = "plain";

static InFlightDiagnostic error(KernelOp kernel) { return kernel.emitOpError() << "'" << differentiateAttr << "' "; }

static bool isOfFloats(Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }

static std::string explainName(KernelOp kernel, StringRef name) {
  std::string text, others;
  llvm::raw_string_ostream stream(text), list(others);
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    std::string other = kernel.getArgumentName(index);
    if (isOfFloats(type))
      list << (others.empty() ? "" : ", ") << "'" << other << "'";
    if (other != name)
      continue;
    if (!isOfFloats(type))
      stream << "names the argument '" << name << "' of type '" << type
             << "', but derivatives are with respect to floats and arrays of floats";
    return text;
  }
  stream << "names '" << name << "', which is no argument of kernel '" << kernel.getSymName() << "'; ";
  return text + (others.empty() ? "it has none of floats" : "those of floats are " + others);
}

std::string qdc::qd::explainNames(KernelOp kernel, ArrayRef<StringRef> names) {
  for (auto [position, name] : llvm::enumerate(names)) {
    if (std::string reason = explainName(kernel, name); !reason.empty())
      return reason;
    if (llvm::is_contained(names.take_front(position), name))
      return "names the argument '" + name.str() + "' twice";
  }
  return "";
}

static LogicalResult readNames(KernelOp kernel, Attribute value, DerivativeRequest &request) {
  auto names = dyn_cast<ArrayAttr>(value);
  bool areTexts = names && !names.empty() && llvm::all_of(names, [](Attribute name) { return isa<StringAttr>(name); });
  if (!areTexts)
    return error(kernel) << "has '" << kWrt << "' = " << value << ", but it is a list of names, for example [\"x\"]";
  for (Attribute name : names)
    request.wrt.push_back(cast<StringAttr>(name).getValue());
  std::string reason = explainNames(kernel, request.wrt);
  return reason.empty() ? success() : LogicalResult(error(kernel) << reason);
}

static FailureOr<DerivativeRequest> readRequest(KernelOp kernel, Attribute attribute) {
  auto entries = dyn_cast<DictionaryAttr>(attribute);
  if (!entries)
    return error(kernel) << "is {mode = \"reverse\", wrt = [\"x\"]} or a list of such, not " << attribute;
  DerivativeRequest request;
  for (NamedAttribute entry : entries) {
    if (entry.getName() == kWrt) {
      if (failed(readNames(kernel, entry.getValue(), request)))
        return failure();
      continue;
    }
    auto list = dyn_cast<ArrayAttr>(entry.getValue());
    if (entry.getName() == kPlain && kernel.getChecked() && list) {
      request.plain = list;
      continue;
    }
    if (entry.getName() != kMode)
      return error(kernel) << "has '" << entry.getName().getValue() << "', but its entries are '" << kMode << "' and '"
                           << kWrt << "'";
    auto mode = dyn_cast<StringAttr>(entry.getValue());
    if (!mode || (mode != kReverse && mode != kForward))
      return error(kernel) << "has '" << kMode << "' = " << entry.getValue() << ", but it is \"" << kReverse
                           << "\" or \"" << kForward << "\"";
    request.mode = mode == kForward ? DerivativeMode::forward : DerivativeMode::reverse;
  }
  return request;
}

FailureOr<SmallVector<DerivativeRequest>> qdc::qd::readDerivativeRequests(KernelOp kernel) {
  SmallVector<DerivativeRequest> requests;
  Attribute attribute = kernel->getAttr(differentiateAttr);
  if (!attribute)
    return requests;
  SmallVector<Attribute> entries = {attribute};
  if (auto list = dyn_cast<ArrayAttr>(attribute))
    entries.assign(list.begin(), list.end());
  for (Attribute entry : entries) {
    FailureOr<DerivativeRequest> request = readRequest(kernel, entry);
    if (failed(request))
      return failure();
    if (llvm::any_of(requests, [&](const DerivativeRequest &other) { return other.mode == request->mode; }))
      return error(kernel) << "asks for mode \"" << (request->mode == DerivativeMode::forward ? kForward : kReverse)
                           << "\" twice; ask once, with respect to all arguments that are wanted";
    requests.push_back(std::move(*request));
  }
  return requests;
}

static DictionaryAttr writeRequest(Builder &builder, const DerivativeRequest &request) {
  NamedAttrList entries;
  entries.set(kMode, builder.getStringAttr(request.mode == DerivativeMode::forward ? kForward : kReverse));
  if (!request.wrt.empty())
    entries.set(kWrt, builder.getStrArrayAttr(request.wrt));
  if (request.plain)
    entries.set(kPlain, request.plain);
  return entries.getDictionary(builder.getContext());
}

void qdc::qd::writeDerivativeRequests(KernelOp kernel, ArrayRef<DerivativeRequest> requests) {
  Builder builder(kernel.getContext());
  SmallVector<Attribute> all;
  for (const DerivativeRequest &request : requests)
    all.push_back(writeRequest(builder, request));
  kernel->setAttr(differentiateAttr, builder.getArrayAttr(all));
}

void qdc::qd::addDerivativeRequest(KernelOp kernel, DerivativeMode mode, ArrayRef<std::string> wrt) {
  Builder builder(kernel.getContext());
  SmallVector<Attribute> all;
  Attribute present = kernel->getAttr(differentiateAttr);
  if (auto list = dyn_cast_if_present<ArrayAttr>(present))
    all.assign(list.begin(), list.end());
  else if (present)
    all.push_back(present);
  all.push_back(writeRequest(builder, {mode, SmallVector<StringRef>(wrt.begin(), wrt.end()), {}}));
  kernel->setAttr(differentiateAttr, builder.getArrayAttr(all));
}

bool qdc::qd::asksForDerivatives(ModuleOp module) {
  return llvm::any_of(module.getOps<KernelOp>(), [](KernelOp kernel) { return kernel->hasAttr(differentiateAttr); });
}
