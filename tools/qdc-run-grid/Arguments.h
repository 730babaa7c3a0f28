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

/// What an argument of a kernel is.
struct ArgumentDescription {
  mlir::Type type;
  std::string name; // empty: it is not known
  bool isUnsigned = false;
};

/// Those of a kernel, by their numbers, or, if that is null, of those that the slots of entry points of a grid tell.
using ArgumentDescriptions = std::map<unsigned, ArgumentDescription>;
ArgumentDescriptions describeArguments(mlir::ModuleOp grid, qd::KernelOp kernel);

/// The element type of the kernel language that `type` is; nothing if it is none.
std::optional<qdrt_type> elementTypeOf(mlir::Type type);

/// Reads one word of the command line for each argument, as ArgumentText.h has them: by their names, or, where these
/// are not known, in their order. One that nothing describes may have any value. Errors name the word.
Result<std::vector<GivenArgument>> readArguments(std::vector<std::string> words,
                                                 const ArgumentDescriptions &descriptions);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_ARGUMENTS_H
