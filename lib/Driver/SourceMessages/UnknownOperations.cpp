//===- UnknownOperations.cpp - Operations that there are not --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnknownOperations.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <climits>
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

/// How far a name is from that of an operation, in letters that differ: 0 where it lacks the dialect, 2 where it has
/// another one. At least `limit` where it is further.
static unsigned distanceOf(StringRef candidate, StringRef name, unsigned limit) {
  StringRef mnemonic = candidate.split('.').second;
  if (mnemonic == name)
    return 0;
  return std::min(candidate.edit_distance(name, true, limit), mnemonic == name.split('.').second ? 2u : UINT_MAX);
}

/// Whether a name is the start of an operation's, which then has some letters more: "arith.rem".
static bool isStart(StringRef candidate, StringRef name) {
  return name.split('.').second.size() > 2 && candidate.starts_with(name) && candidate.size() <= name.size() + 3;
}

/// The operations whose name begins with `name`, or else those that differ least from it, and not much; by the
/// alphabet.
static std::vector<StringRef> similarOperations(StringRef name, mlir::MLIRContext &context) {
  context.loadAllAvailableDialects();
  std::vector<StringRef> similar, longer;
  unsigned best = name.size() < 6 ? 2 : 3; // letters that may differ, and one
  for (mlir::RegisteredOperationName known : context.getRegisteredOperations()) {
    StringRef candidate = known.getStringRef();
    if (!isOffered(candidate))
      continue;
    if (isStart(candidate, name))
      longer.push_back(candidate);
    unsigned distance = distanceOf(candidate, name, best);
    if (distance + 1 < best) {
      similar.clear();
      best = distance + 1;
    }
    if (distance + 1 == best)
      similar.push_back(candidate);
  }
  if (!longer.empty())
    similar = std::move(longer);
  llvm::sort(similar);
  return similar;
}

std::string explainUnknownOperation(StringRef name, mlir::MLIRContext &context) {
  std::string message = "there is no operation '" + name.str() + "'; ";
  if (StringRef hint = hintForWord(name); !hint.empty())
    return message + hint.str();
  std::vector<StringRef> similar = similarOperations(name, context);
  if (similar.empty() || similar.size() > 4)
    return message + "kernels hold operations of arith, math, index, scf, memref and qd, and func.call";
  message += "did you mean ";
  for (size_t number = 0; number < similar.size(); ++number)
    message += (number == 0 ? "'" : " or '") + similar[number].str() + "'";
  return message + "?";
}

} // namespace qdc
