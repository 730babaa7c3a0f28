//===- SpecializeScalars.cpp - Code for chosen scalar values --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/SpecializeScalars.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

namespace qdc::qd {
#define GEN_PASS_DEF_SPECIALIZESCALARS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
/// One listed value, of the argument's type.
struct ListedValue {
  TypedAttr constant;
  uint64_t bits; // as a slot of KernelABI.h holds it
  std::string spelling;
};

/// An argument with `qd.specialize`.
struct Choice {
  unsigned argument;
  SmallVector<ListedValue> values;
};

struct SpecializeScalars : qdc::qd::impl::SpecializeScalarsBase<SpecializeScalars> {
  void runOnOperation() override {
    if (failed(specializeScalars(getOperation())))
      signalPassFailure();
  }
};
} // namespace

/// The listed value as a value of the argument's type; nothing if it is no such value.
static std::optional<ListedValue> convert(Attribute listed, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    auto value = dyn_cast<FloatAttr>(listed);
    if (!value)
      return std::nullopt;
    APFloat converted = value.getValue();
    bool losesInfo = false; // 0.1 is meant as the nearest value of the type
    converted.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    uint64_t bits = converted.bitcastToAPInt().getZExtValue();
    return ListedValue{FloatAttr::get(floatType, converted), bits, "0x" + llvm::utohexstr(bits, /*LowerCase=*/true)};
  }
  auto value = dyn_cast<IntegerAttr>(listed);
  if (!value || !type.isIntOrIndex())
    return std::nullopt;
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  // `true` is 1, though as a signed bit it is -1.
  APInt wide = value.getType().isInteger(1) ? value.getValue().zext(64) : value.getValue().sextOrTrunc(64);
  if (!wide.isSignedIntN(width) && !wide.isIntN(width))
    return std::nullopt;
  APInt converted = wide.trunc(width);
  int64_t number = wide.getSExtValue();
  std::string spelling = number < 0 ? "minus" + std::to_string(-static_cast<uint64_t>(number)) : std::to_string(number);
  return ListedValue{IntegerAttr::get(type, converted), converted.getZExtValue(), spelling};
}

static LogicalResult readChoice(KernelOp kernel, unsigned argument, Attribute attribute, Choice &choice) {
  Type type = kernel.getArgumentTypes()[argument];
  auto error = [&] { return kernel.emitError() << "argument '" << kernel.getArgumentName(argument) << "' "; };
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list || list.empty() || isa<MemRefType>(type))
    return error() << "has 'qd.specialize', which is a list of at least one value, on a scalar";

  choice.argument = argument;
  llvm::SmallDenseSet<uint64_t> seen;
  for (Attribute listed : list) {
    std::optional<ListedValue> value = convert(listed, type);
    if (!value)
      return error() << "has " << listed << " in 'qd.specialize', which is no value of its type " << type;
    if (!seen.insert(value->bits).second)
      return error() << "has " << listed << " twice in 'qd.specialize'; list each value once";
    choice.values.push_back(*value);
  }
  return success();
}

/// Reads and removes the `qd.specialize` attributes of a kernel.
static LogicalResult takeChoices(KernelOp kernel, SmallVectorImpl<Choice> &choices) {
  uint64_t clones = 1;
  for (unsigned argument = 0; argument < kernel.getNumArguments(); ++argument) {
    Attribute attribute = kernel.getArgAttr(argument, specializeAttr);
    if (!attribute)
      continue;
    if (failed(readChoice(kernel, argument, attribute, choices.emplace_back())))
      return failure();
    clones *= choices.back().values.size();
    if (clones > maximumSpecializedClones)
      return kernel.emitError() << "kernel '" << kernel.getSymName()
                                << "' lists so many values in 'qd.specialize' that "
                                << "it would be compiled more than " << maximumSpecializedClones
                                << " times, once for each combination; list fewer";
    kernel.removeArgAttr(argument, specializeAttr);
  }
  return success();
}

/// A clone in front of `kernel` for one combination: `combination` counts them, the last argument fastest.
static void addClone(KernelOp kernel, SymbolTable &symbols, ArrayRef<Choice> choices, uint64_t combination) {
  KernelOp clone = kernel.clone();
  OpBuilder builder = OpBuilder::atBlockBegin(&clone.getBody().front());
  SmallVector<const ListedValue *> picked(choices.size());
  for (size_t position = choices.size(); position-- > 0;) {
    const auto &values = choices[position].values;
    picked[position] = &values[combination % values.size()];
    combination /= values.size();
  }

  std::string name = kernel.getSymName().str();
  SmallVector<uint32_t> arguments;
  SmallVector<uint64_t> bits;
  for (auto [choice, value] : llvm::zip_equal(choices, picked)) {
    auto constant = arith::ConstantOp::create(builder, clone.getLoc(), value->constant);
    clone.getArgument(choice.argument).replaceAllUsesWith(constant);
    name += "$" + kernel.getArgumentName(choice.argument) + "$" + value->spelling;
    arguments.push_back(choice.argument);
    bits.push_back(value->bits);
  }
  clone.setSymName(name);
  clone.setSpecializedAttr(
      SpecializedAttr::get(kernel.getContext(), FlatSymbolRefAttr::get(kernel.getSymNameAttr()), arguments, bits));
  symbols.insert(clone, Block::iterator(kernel));
}

LogicalResult qdc::qd::specializeScalars(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto kernel : llvm::make_early_inc_range(module.getOps<KernelOp>())) {
    SmallVector<Choice> choices;
    if (failed(takeChoices(kernel, choices)))
      return failure();
    if (choices.empty())
      continue;
    uint64_t clones = 1;
    for (const Choice &choice : choices)
      clones *= choice.values.size();
    for (uint64_t combination = 0; combination < clones; ++combination)
      addClone(kernel, symbols, choices, combination);
  }
  return success();
}
