//===- SpecializeScalars.cpp - Code for chosen scalar values --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/SpecializeScalars.h"
#include "VerifyKernels/Steps.h"
#include "qdc/Dialect/QD/IR/Limits.h"
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

/// `listed` is as the user wrote it, `constant` the same as a value of the argument's type.
static ListedValue describe(Attribute listed, TypedAttr constant) {
  if (auto value = dyn_cast<FloatAttr>(constant)) {
    uint64_t bits = value.getValue().bitcastToAPInt().getZExtValue();
    return {constant, bits, "0x" + llvm::utohexstr(bits, /*LowerCase=*/true)};
  }
  uint64_t bits = cast<IntegerAttr>(constant).getValue().getZExtValue();
  auto number = cast<IntegerAttr>(listed);
  int64_t wide = number.getType().isInteger(1) ? number.getValue().getZExtValue() : number.getValue().getSExtValue();
  return {constant, bits, wide < 0 ? "minus" + std::to_string(-static_cast<uint64_t>(wide)) : std::to_string(wide)};
}

/// Reads a `qd.specialize` attribute; the kernel's verifier has checked it.
static Choice readChoice(KernelOp kernel, unsigned argument, ArrayAttr listed) {
  Choice choice{argument, {}};
  for (auto [value, constant] : llvm::zip_equal(listed, kernel.getSpecializedValues(argument)))
    choice.values.push_back(describe(value, constant));
  return choice;
}

/// Reads and removes the `qd.specialize` attributes of a kernel.
static LogicalResult takeChoices(KernelOp kernel, SmallVectorImpl<Choice> &choices) {
  uint64_t clones = 1;
  for (unsigned argument = 0; argument < kernel.getNumArguments(); ++argument) {
    auto listed = kernel.getArgAttrOfType<ArrayAttr>(argument, specializeAttr);
    if (!listed)
      continue;
    choices.push_back(readChoice(kernel, argument, listed));
    clones *= choices.back().values.size();
    if (clones > kMaximumSpecializedClones)
      return kernel.emitError() << "kernel '" << kernel.getSymName()
                                << "' lists so many values in 'qd.specialize' that "
                                << "it would be compiled more than " << kMaximumSpecializedClones
                                << " times, once for each combination; list fewer";
    kernel.removeArgAttr(argument, specializeAttr);
  }
  return success();
}

/// Gives a clone in front of `kernel` for one combination: `combination` counts them, the last argument fastest.
static KernelOp addClone(KernelOp kernel, SymbolTable &symbols, ArrayRef<Choice> choices, uint64_t combination) {
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
  return clone;
}

LogicalResult qdc::qd::specializeScalars(ModuleOp module) {
  SymbolTable symbols(module);
  bool isValid = true;
  for (auto kernel : llvm::make_early_inc_range(module.getOps<KernelOp>())) {
    SmallVector<Choice> choices;
    if (failed(takeChoices(kernel, choices)))
      return failure();
    if (choices.empty())
      continue;
    uint64_t clones = 1;
    for (const Choice &choice : choices)
      clones *= choice.values.size();
    for (uint64_t combination = 0; combination < clones; ++combination) {
      KernelOp clone = addClone(kernel, symbols, choices, combination);
      // Of a variant the plain code tells the same.
      isValid &= clone.getChecked() || succeeded(verifySteps(clone));
    }
  }
  return success(isValid);
}
