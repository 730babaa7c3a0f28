//===- ShareWorkgroupMemory.cpp - One array for several kernels -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShareWorkgroupMemory.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qdc {

namespace {

/// An array that stays, and the entry points that use it or one that became it.
struct Shared {
  memref::GlobalOp array;
  llvm::SmallDenseSet<Operation *> entries;
};

/// The arrays of workgroup memory of a module, and who uses them.
class WorkgroupArrays {
public:
  explicit WorkgroupArrays(ModuleOp module) : symbols(module) {
    for (auto array : module.getOps<memref::GlobalOp>())
      if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(array.getType()))
        users[array];
    for (auto function : module.getOps<func::FuncOp>())
      if (function->hasAttr(qd::entryPointAttr))
        findUses(function);
  }

  void share() {
    llvm::MapVector<Type, SmallVector<Shared>> kept;
    for (auto &[array, entries] : users) {
      SmallVector<Shared> &ofType = kept[array.getType()];
      auto *free = llvm::find_if(ofType, [&](const Shared &shared) {
        return llvm::none_of(entries, [&](Operation *entry) { return shared.entries.contains(entry); });
      });
      if (free == ofType.end()) {
        ofType.push_back({array, {entries.begin(), entries.end()}});
        continue;
      }
      free->entries.insert_range(entries);
      replace(array, free->array);
    }
  }

private:
  void findUses(func::FuncOp entry) {
    llvm::SetVector<Operation *> functions;
    functions.insert(entry);
    for (unsigned index = 0; index < functions.size(); ++index)
      functions[index]->walk([&](Operation *op) {
        if (auto use = dyn_cast<memref::GetGlobalOp>(op))
          noteUse(use, entry);
        else if (auto call = dyn_cast<func::CallOp>(op))
          if (Operation *callee = symbols.lookup(call.getCallee()))
            functions.insert(callee);
      });
  }

  void noteUse(memref::GetGlobalOp use, func::FuncOp entry) {
    auto *found = users.find(symbols.lookup<memref::GlobalOp>(use.getName()));
    if (found == users.end())
      return;
    found->second.insert(entry);
    places[found->first].insert(use);
  }

  void replace(memref::GlobalOp array, memref::GlobalOp other) {
    for (memref::GetGlobalOp use : places[array])
      use.setName(other.getSymName());
    symbols.erase(array);
  }

  SymbolTable symbols;
  llvm::MapVector<memref::GlobalOp, llvm::SetVector<Operation *>> users; // entry points, in their order
  llvm::DenseMap<memref::GlobalOp, llvm::SetVector<memref::GetGlobalOp>> places;
};

} // namespace

void shareWorkgroupMemory(ModuleOp module) { WorkgroupArrays(module).share(); }

} // namespace qdc
