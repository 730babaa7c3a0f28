//===- UnknownOperations.cpp - Operations that there are not --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnknownOperations.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <vector>

using llvm::StringRef;

namespace qdc {

/// A word that the text form has in other places; empty for all others.
static StringRef hintForWord(StringRef word) {
  return llvm::StringSwitch<StringRef>(word)
      .Case("return", "a kernel ends with 'qd.return', a function with 'func.return'")
      .Case("else", "it follows the first body of an 'scf.if' alone")
      .Case("do", "it follows the first body of an 'scf.while' alone")
      .Default("");
}

/// Whether kernels, or the module around them, may hold the operation.
static bool isOffered(StringRef operation) {
  auto [dialect, mnemonic] = operation.split('.');
  if (dialect == "func")
    return mnemonic == "call" || mnemonic == "func";
  return llvm::StringSwitch<bool>(dialect)
      .Cases({"arith", "index", "math", "memref", "qd", "scf"}, true)
      .Default(false);
}

/// The operations whose name is `name` with a dialect ahead of it, or else nearly `name`; by the alphabet.
static std::vector<StringRef> similarOperations(StringRef name, mlir::MLIRContext &context) {
  context.loadAllAvailableDialects();
  std::vector<StringRef> similar;
  unsigned best = name.size() < 6 ? 2 : 3; // letters that may differ, and one
  for (mlir::RegisteredOperationName known : context.getRegisteredOperations()) {
    StringRef candidate = known.getStringRef();
    if (!isOffered(candidate))
      continue;
    unsigned distance = candidate.split('.').second == name ? 0 : candidate.edit_distance(name, true, best);
    if (distance + 1 < best) {
      similar.clear();
      best = distance + 1;
    }
    if (distance + 1 == best)
      similar.push_back(candidate);
  }
  llvm::sort(similar);
  return similar;
}

std::string explainUnknownOperation(StringRef name, mlir::MLIRContext &context) {
  std::string message = "there is no operation '" + name.str() + "'; ";
  if (StringRef hint = hintForWord(name); !hint.empty())
    return message + hint.str();
  std::vector<StringRef> similar = similarOperations(name, context);
  if (similar.empty() || similar.size() > 3)
    return message + "kernels hold operations of arith, math, index, scf, memref and qd, and func.call";
  message += "did you mean ";
  for (size_t number = 0; number < similar.size(); ++number)
    message += (number == 0 ? "'" : " or '") + similar[number].str() + "'";
  return message + "?";
}

} // namespace qdc
