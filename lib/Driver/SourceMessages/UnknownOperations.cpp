//===- UnknownOperations.cpp - Operations that there are not --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnknownOperations.h"

#include "qdc/Support/NearestNames.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <vector>

using llvm::StringRef;

namespace qdc {

/// What is said of a word that the text form has in other places, and of operations that there are under names quite
/// different; empty for all others.
static StringRef hintForWord(StringRef word) {
  return llvm::StringSwitch<StringRef>(word)
      .Case("return", "a kernel ends with 'qd.return', a function with 'func.return'")
      .Case("else", "it follows the first body of an 'scf.if' alone")
      .Case("do", "it follows the first body of an 'scf.while' alone")
      .Cases({"arith.minf", "math.min", "math.fmin"}, "did you mean 'arith.minimumf' or 'arith.minnumf'?")
      .Cases({"arith.maxf", "math.max", "math.fmax"}, "did you mean 'arith.maximumf' or 'arith.maxnumf'?")
      .Case("arith.min", "did you mean 'arith.minimumf', 'arith.minsi' or 'arith.minui'?")
      .Case("arith.max", "did you mean 'arith.maximumf', 'arith.maxsi' or 'arith.maxui'?")
      .Cases({"arith.eq", "arith.ne", "arith.lt", "arith.le", "arith.gt", "arith.ge"},
             "comparisons are 'arith.cmpi' and 'arith.cmpf'")
      .Cases({"arith.mod", "arith.modi"}, "did you mean 'arith.remsi' or 'arith.remui'?")
      .Case("arith.modf", "did you mean 'arith.remf'?")
      .Cases({"arith.not", "arith.noti"}, "'arith.xori' with a constant of 1 bits, or 'true', does that")
      .Case("arith.negi", "'arith.subi' from a constant 0 does that")
      .Case("arith.cast", "did you mean 'arith.index_cast', 'arith.sitofp' or 'arith.fptosi'?")
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

/// Whether a name is the start of an operation's, which then has some letters more: "arith.rem".
static bool isStart(StringRef candidate, StringRef name) {
  return name.split('.').second.size() > 2 && candidate.starts_with(name) && candidate.size() <= name.size() + 3;
}

/// By the alphabet: the operations whose name begins with `name`; else those to which it lacks the dialect, or has
/// another one; else the nearest ones.
static std::vector<std::string_view> similarOperations(StringRef name, mlir::MLIRContext &context) {
  context.loadAllAvailableDialects();
  const StringRef ownMnemonic = name.contains('.') ? name.split('.').second : name;
  std::vector<std::string_view> offered, longer, sameMnemonic;
  for (mlir::RegisteredOperationName known : context.getRegisteredOperations()) {
    StringRef candidate = known.getStringRef();
    if (!isOffered(candidate))
      continue;
    offered.push_back(candidate);
    if (isStart(candidate, name))
      longer.push_back(candidate);
    if (candidate.split('.').second == ownMnemonic)
      sameMnemonic.push_back(candidate);
  }
  for (std::vector<std::string_view> *names : {&longer, &sameMnemonic, &offered})
    llvm::sort(*names);
  return !longer.empty() ? longer : !sameMnemonic.empty() ? sameMnemonic : nearestNames(name, offered);
}

std::string explainUnknownOperation(StringRef name, mlir::MLIRContext &context) {
  std::string message = "there is no operation '" + name.str() + "'";
  if (StringRef hint = hintForWord(name); !hint.empty())
    return message + "; " + hint.str();
  std::vector<std::string_view> similar = similarOperations(name, context);
  if (similar.empty() || similar.size() > 4)
    return message + "; kernels hold operations of arith, math, index, scf, memref and qd, and func.call";
  return message + didYouMean(similar);
}

} // namespace qdc
