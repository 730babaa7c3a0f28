//===- Arguments.h - NAME=VALUE for a kernel's parameters -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_ARGUMENTS_H
#define QDC_TOOLS_RUNGRID_ARGUMENTS_H

#include "Run/LaunchArguments.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace qdc {

/// An argument of the command line, which each run begins with.
struct GivenArgument {
  std::string name;
  bool isArray = false;
  ArrayContents array; // of an array
  qdrt_type type = QDRT_I64; // of a scalar
  uint64_t bits = 0;   // of a scalar, as a slot holds it
};

/// What is known of an argument of a kernel.
struct ArgumentDescription {
  mlir::Type type;
  std::string name; // of a grid's slots: empty
  bool isUnsigned = false;
};

/// What arguments a run takes.
struct ArgumentDescriptions {
  std::string kernel; // whose arguments these are, all of them; empty: they are what the slots of a grid tell
  std::map<unsigned, ArgumentDescription> byNumber;
};

/// The arguments of `kernel`, which the source calls `name`, or, if it is null, what the slots of the entry points of
/// `grid` tell of them.
ArgumentDescriptions describeArguments(mlir::ModuleOp grid, qd::KernelOp kernel, llvm::StringRef name);

/// The loader's name for the type of a scalar or an element; nothing if kernels have no such type.
std::optional<qdrt_type> elementTypeOf(mlir::Type type);

/// The most bytes of an array: each byte has a history of its accesses.
inline constexpr int64_t largestArrayBytes = 1 << 30;

/// Reads one word of the command line for each argument, in the syntax of ArgumentText.h, and gives the arguments by
/// number. Those of a kernel may come in any order; those of a grid, which has no names for them, come in theirs, and
/// one that no slot describes may have any value. Errors name the word or the argument.
Result<std::vector<GivenArgument>> readArguments(std::vector<std::string> words,
                                                 const ArgumentDescriptions &descriptions);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_ARGUMENTS_H
