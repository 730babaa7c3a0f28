//===- ModuleParts.cpp - Modules that are compiled apart ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ModuleParts.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace qdc {

static bool isDeclaration(Operation *op) {
  auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
  return function && function.isExternal();
}

/// Whether other parts may call `op`, a function that is no symbol of the image.
static bool isHidden(Operation *op) {
  auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
  return function && function.getVisibility_() == LLVM::Visibility::Hidden;
}

/// The symbol that `op` uses, if any.
static StringAttr usedSymbol(Operation *op) {
  FlatSymbolRefAttr name;
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    name = call.getCalleeAttr();
  else if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
    name = address.getGlobalNameAttr();
  return name ? name.getAttr() : StringAttr();
}

void ModuleParts::findSymbols() {
  llvm::DenseMap<StringAttr, unsigned> numbers;
  for (Operation &op : module->getRegion(0).front()) {
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      numbers[symbol.getNameAttr()] = symbols.size();
    symbols.push_back({&op, 0, {}, isDeclaration(&op) || isHidden(&op)});
  }
  for (Symbol &symbol : symbols)
    symbol.op->walk([&](Operation *op) {
      ++symbol.size;
      if (StringAttr used = usedSymbol(op))
        if (auto number = numbers.find(used); number != numbers.end())
          symbol.names.insert(number->second);
    });
}

/// Definitions that stay together, by the first of each group.
std::vector<ModuleParts::Group> ModuleParts::groups() const {
  llvm::IntEqClasses classes(symbols.size());
  for (auto [number, symbol] : llvm::enumerate(symbols))
    for (unsigned named : symbol.names)
      if (!symbols[named].isApart)
        classes.join(number, named);
  classes.compress();
  std::vector<Group> groups(classes.getNumClasses());
  for (auto [number, symbol] : llvm::enumerate(symbols))
    if (!isDeclaration(symbol.op))
      groups[classes[number]].push_back(number);
  llvm::erase_if(groups, [](const Group &group) { return group.empty(); }); // of declarations alone
  return groups;
}

size_t ModuleParts::sizeOf(const Group &group) const {
  size_t size = 0;
  for (unsigned number : group)
    size += symbols[number].size;
  return size;
}

void ModuleParts::splitLargeGroups(size_t largest) {
  for (const Group &group : groups()) {
    if (sizeOf(group) <= largest)
      continue;
    for (unsigned number : group) {
      auto function = dyn_cast<LLVM::LLVMFuncOp>(symbols[number].op);
      if (!function || function.getLinkage() != LLVM::Linkage::Internal || !function.getNoInline())
        continue;
      function.setLinkage(LLVM::Linkage::External);
      function.setVisibility_(LLVM::Visibility::Hidden);
      symbols[number].isApart = true;
    }
  }
}

ModuleParts::ModuleParts(ModuleOp whole, const Bounds &bounds) : module(whole) {
  findSymbols();
  splitLargeGroups(bounds.largestGroup);
  size_t all = 0;
  for (const Symbol &symbol : symbols)
    all += symbol.size;
  size_t full = std::clamp(llvm::divideCeil(all, bounds.parts), bounds.smallestPart, bounds.fullPart);
  size_t size = full;
  for (const Group &group : groups()) {
    if (size >= full) {
      parts.emplace_back();
      size = 0;
    }
    llvm::append_range(parts.back(), group);
    size += sizeOf(group);
  }
}

std::vector<size_t> ModuleParts::largestFirst() const {
  SmallVector<size_t> sizes = llvm::map_to_vector(parts, [&](const Group &part) { return sizeOf(part); });
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order,
             [&](size_t lhs, size_t rhs) { return sizes[lhs] != sizes[rhs] ? sizes[lhs] > sizes[rhs] : lhs < rhs; });
  return order;
}

/// What a part's module holds, in its order: first what is only declared there.
ModuleParts::Group ModuleParts::contents(size_t part) const {
  const Group &members = parts[part];
  llvm::DenseSet<unsigned> here(members.begin(), members.end());
  llvm::SetVector<unsigned> all;
  for (unsigned number : members)
    for (unsigned named : symbols[number].names)
      if (!here.contains(named))
        all.insert(named);
  all.insert(members.begin(), members.end());
  return Group(all.begin(), all.end());
}

OwningOpRef<ModuleOp> ModuleParts::clone(size_t part) const {
  llvm::DenseSet<unsigned> here(parts[part].begin(), parts[part].end());
  OwningOpRef<ModuleOp> copy(ModuleOp::create(module->getLoc()));
  (*copy)->setAttrs(module->getAttrDictionary());
  OpBuilder builder = OpBuilder::atBlockEnd(copy->getBody());
  for (unsigned number : contents(part)) {
    Operation *op = symbols[number].op;
    if (here.contains(number)) {
      builder.insert(op->clone());
      continue;
    }
    Operation *declaration = builder.insert(op->cloneWithoutRegions());
    declaration->setLoc(builder.getUnknownLoc()); // it may say where the body is from, which only a definition may
  }
  return copy;
}

ModuleOp ModuleParts::only() {
  assert(parts.size() == 1 && "the part is a copy where there are others");
  Block *body = &module->getRegion(0).front();
  Group kept = contents(0);
  for (unsigned number : kept)
    symbols[number].op->moveBefore(body, body->end());
  for (size_t others = symbols.size() - kept.size(); others > 0; --others)
    body->front().erase();
  return cast<ModuleOp>(module);
}

} // namespace qdc
