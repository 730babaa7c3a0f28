//===- ModuleParts.h - Modules that are compiled apart ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM compiles a module in one thread, and the larger it is the longer each
// function takes: what belongs to the module no longer fits the processor's
// caches. Tasks need nothing of each other, so a lowered module is taken apart,
// and the objects of its parts are linked:
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

  /// Each part has functions that follow each other. A function stays with the definitions that it names, so that LLVM
  /// does to it what it would do in the whole module. Hidden functions need not. In a group that is larger than
  /// `bounds` has it, internal functions that must not be inlined need not either: `module` has them as hidden ones
  /// from then on. Takes linear time.
  ModuleParts(mlir::ModuleOp module, const Bounds &bounds);

  size_t size() const { return parts.size(); }
  /// The parts from the one with most operations to the one with fewest: who begins them so is done soonest.
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
    bool isApart = false; // may be in another part than those that name it
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
