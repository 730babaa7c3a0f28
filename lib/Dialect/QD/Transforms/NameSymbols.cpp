//===- NameSymbols.cpp - Names that every assembler takes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/NameSymbols.h"
#include "qdc/Dialect/QD/IR/Arithmetic.h"
#include "qdc/Dialect/QD/IR/SourceKernel.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_NAMESYMBOLS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

/// Symbols that differ may become the same name.
static std::string assemblerName(StringRef symbol) {
  std::string name = symbol.empty() || llvm::isDigit(symbol.front()) ? "_" : "";
  for (char c : symbol.take_front(kMaximumSymbol - name.size()))
    name += llvm::isAlnum(c) || c == '$' ? c : c == '.' ? '$' : '_';
  return StringRef(name).contains('$') ? name : name + "$";
}

namespace {

/// Gives out names, each once.
class Names {
public:
  std::string take(StringRef symbol) {
    std::string name = assemblerName(symbol);
    std::string unique = name;
    // What is counted stays valid where other names that are taken look like it.
    for (unsigned &next = numbers[name]; !taken.try_emplace(unique).second;)
      unique = name + "$" + std::to_string(++next);
    return unique;
  }

private:
  llvm::StringMap<char> taken;
  llvm::StringMap<unsigned> numbers; // of a name, the last number that it was given out with
};

} // namespace

void qdc::qd::nameSymbols(ModuleOp module) {
  for (auto task : module.getOps<TaskOp>())
    task->setAttr(sourceTaskAttr,
                  SourceTaskAttr::get(module.getContext(), task.getSymNameAttr(), task.getKernelAttr().getAttr()));
  for (auto kernel : module.getOps<KernelOp>())
    kernel->setAttr(sourceKernelAttr, kernel.getSymNameAttr());
  Names names;
  llvm::DenseMap<StringAttr, FlatSymbolRefAttr> renamed;
  auto rename = [&](SymbolOpInterface symbol) {
    StringAttr name = StringAttr::get(module.getContext(), names.take(symbol.getName()));
    renamed[symbol.getNameAttr()] = FlatSymbolRefAttr::get(name);
    symbol.setName(name);
  };
  // Of all symbols, those of tasks are the ones that people see, so they have the first choice.
  for (auto task : module.getOps<TaskOp>())
    rename(task);
  for (auto symbol : module.getOps<SymbolOpInterface>())
    if (!isa<TaskOp>(symbol))
      rename(symbol);

  AttrTypeReplacer uses;
  uses.addReplacement([&](FlatSymbolRefAttr use) -> std::optional<Attribute> {
    auto name = renamed.find(use.getAttr());
    return name == renamed.end() ? std::nullopt : std::optional<Attribute>(name->second);
  });
  module.walk([&](Operation *op) {
    if (!isArithmetic(op))
      uses.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false, /*replaceTypes=*/false);
  });
}

namespace {

struct NameSymbols : public qdc::qd::impl::NameSymbolsBase<NameSymbols> {
  void runOnOperation() override { nameSymbols(getOperation()); }
};

} // namespace
