//===- ModuleParts.h - Modules that are compiled apart ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM compiles a module in one thread, and the larger the module, the longer
// each function takes, since the module's data no longer fit the processor's
// caches. Tasks are independent of each other, so a lowered module is split, and
// the objects of its parts are linked:
//
//   llvm.func internal @a.chunk, llvm.func @a, llvm.func internal @b.chunk, llvm.func @b
//     ->  { @a.chunk, @a }, { @b.chunk, @b }
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_MODULEPARTS_H
#define QDC_TARGET_MODULEPARTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace qdc {

/// The parts of a module of the LLVM dialect, which outlives them. They depend on the module and the numbers alone.
class ModuleParts {
public:
  struct Bounds {
    size_t parts;        // wanted, where the next two allow it
    size_t smallestPart; // operations; the last part may have fewer
    size_t fullPart;     // operations; a part with so many takes no further group
    size_t largestGroup; // operations
  };

  /// The functions of a part are neighbours in the module. A function stays with the definitions that it references, so
  /// that LLVM optimises it as in the whole module; references to hidden functions may cross parts. In a group that is
  /// larger than `bounds.largestGroup`, internal `noinline` functions are made hidden in `module`, so that references
  /// to them may cross too. Takes linear time.
  ModuleParts(mlir::ModuleOp module, const Bounds &bounds);

  size_t size() const { return parts.size(); }
  /// The parts by decreasing number of operations, the order in which threads that share them finish soonest.
  std::vector<size_t> largestFirst() const;
  /// A part as a module of its own, with declarations of what it names in others. Any thread may call it if the context
  /// is made for threads.
  mlir::OwningOpRef<mlir::ModuleOp> clone(size_t part) const;
  /// The same of the only part, without a copy: the module itself, from which what is not in the part is erased. To be
  /// called once, in place of clone().
  mlir::ModuleOp only();

private:
  /// What stands in the module's body, by its place there.
  struct Symbol {
    mlir::Operation *op;
    size_t size = 0; // operations, with those in it
    llvm::SetVector<unsigned> names; // what it calls or takes the address of
    bool isApart = false; // may be in another part than those that reference it
  };
  using Group = llvm::SmallVector<unsigned>;

  void findSymbols();
  std::vector<Group> groups() const;
  size_t sizeOf(const Group &group) const;
  Group contents(size_t part) const;
  void splitLargeGroups(size_t largest);

  mlir::Operation *module;
  std::vector<Symbol> symbols;
  std::vector<Group> parts;
};

} // namespace qdc

#endif // QDC_TARGET_MODULEPARTS_H
