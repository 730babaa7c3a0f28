//===- LinkFunctions.cpp - Functions from a library of bitcode ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/LinkFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace qdc {

static constexpr StringLiteral linkedMark = "qdc.linked";

static bool isDeclared(const Function &function, StringRef prefix) {
  return function.isDeclaration() && function.getName().starts_with(prefix);
}

bool declaresFunctions(const Module &module, StringRef prefix) {
  return any_of(module, [&](const Function &function) { return isDeclared(function, prefix); });
}

Result<SmallVector<Function *>> linkFunctions(Module &module, const BitcodeLibrary &library) {
  StringSet<> known;
  for (const Function &function : module)
    if (!function.isDeclaration())
      known.insert(function.getName());

  Expected<std::unique_ptr<Module>> source =
      getLazyBitcodeModule(MemoryBufferRef(library.bitcode, "library.bc"), module.getContext());
  if (!source)
    return Error{ErrorCode::internal, "cannot read " + library.name.str() + ": " + toString(source.takeError())};
  for (const Function &function : module)
    if (isDeclared(function, library.prefix) && !(*source)->getFunction(function.getName()))
      return Error{ErrorCode::internal, "no function '" + function.getName().str() + "' in " + library.name.str()};
  (*source)->setDataLayout(module.getDataLayout());
  (*source)->setTargetTriple(module.getTargetTriple());
  if (NamedMDNode *flags = (*source)->getModuleFlagsMetadata())
    flags->eraseFromParent();
  for (NamedMDNode &metadata : make_early_inc_range((*source)->named_metadata()))
    metadata.eraseFromParent();
  if (Linker::linkModules(module, std::move(*source), Linker::LinkOnlyNeeded))
    return Error{ErrorCode::internal, "cannot link " + library.name.str()};

  SmallVector<Function *> added;
  for (Function &function : module)
    if (!function.isDeclaration() && !known.contains(function.getName()))
      added.push_back(&function);
  for (Function *function : added)
    function->setMetadata(linkedMark, MDNode::get(module.getContext(), {}));
  return added;
}

bool isLinkedFunction(const Function &function) { return function.hasMetadata(linkedMark); }

} // namespace qdc
