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

/// An argument as it was given, before every run.
struct GivenArgument {
  std::string name;
  bool isArray = false;
  ArrayContents array; // of an array
  qdrt_type type = QDRT_I64; // of a scalar
  uint64_t bits = 0;   // of a scalar, as a slot holds it
};

/// What the arguments of a kernel are, by their numbers, as far as anything uses them.
using ArgumentTypes = std::map<unsigned, mlir::Type>;

/// Those of a kernel, or, if that is null, those that the slots of entry points of a grid tell.
ArgumentTypes argumentTypes(mlir::ModuleOp grid, qd::KernelOp kernel);

/// The element type of the kernel language that `type` is; nothing if it is none.
std::optional<qdrt_type> elementTypeOf(mlir::Type type);

/// Reads one word of the command line for each argument, in the order of these, as ArgumentText.h has them. An argument
/// that nothing uses may have any value. Errors name the word.
Result<std::vector<GivenArgument>> readArguments(llvm::ArrayRef<std::string> words, const ArgumentTypes &types);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_ARGUMENTS_H
