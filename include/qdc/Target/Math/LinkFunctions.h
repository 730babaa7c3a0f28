//===- LinkFunctions.h - Functions from a library of bitcode ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_MATH_LINKFUNCTIONS_H
#define QDC_TARGET_MATH_LINKFUNCTIONS_H

#include "qdc/Support/Result.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace qdc {

/// A library of functions as LLVM bitcode.
struct BitcodeLibrary {
  llvm::StringRef name;    // for messages: "the embedded math library"
  llvm::StringRef prefix;  // of the symbols that are looked for in it: "qdm_"
  llvm::StringRef bitcode; // outlives the call
};

/// Whether `module` declares functions of such names.
bool declaresFunctions(const llvm::Module &module, llvm::StringRef prefix);

/// Links the bodies of all functions with the library's prefix that `module` declares, and what they call, into it.
/// `module` must have its data layout and triple, which the library's functions get too. Returns the new functions;
/// isLinkedFunction tells them from others from then on.
/// Fails with ErrorCode::internal where the library lacks a function or cannot be read; `module` is then unusable.
Result<llvm::SmallVector<llvm::Function *>> linkFunctions(llvm::Module &module, const BitcodeLibrary &library);

/// Whether linkFunctions added `function`.
bool isLinkedFunction(const llvm::Function &function);

} // namespace qdc

#endif // QDC_TARGET_MATH_LINKFUNCTIONS_H
