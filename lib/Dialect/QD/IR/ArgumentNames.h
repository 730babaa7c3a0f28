//===- ArgumentNames.h - SSA names of arguments, kept ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR forgets SSA names; a user's errors, headers and command lines need those
// of a kernel's arguments. The parser keeps them as `qd.arg_name`, the printer
// uses them and leaves the attribute out where the printed name says the same,
// so that text goes round unchanged. Shared by qd.kernel and qd.task.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_IR_ARGUMENTNAMES_H
#define QDC_LIB_DIALECT_QD_IR_ARGUMENTNAMES_H

#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>

namespace qdc::qd {

/// The `qd.arg_name` of an argument, else "arg<index>".
std::string getArgumentName(mlir::FunctionOpInterface function, unsigned index);

/// Adds `qd.arg_name` to each argument whose SSA name is neither a number nor
/// "arg<index>" and that has none yet.
void recordArgumentNames(mlir::Builder &builder, llvm::MutableArrayRef<mlir::OpAsmParser::Argument> arguments);

/// Gives each argument its getArgumentName as the name to print.
void nameArguments(mlir::FunctionOpInterface function, mlir::OpAsmSetValueNameFn setName);

/// Prints `(%a: type {attributes}, ...)`, without a `qd.arg_name` that says what
/// the printed name says.
void printArguments(mlir::OpAsmPrinter &printer, mlir::FunctionOpInterface function);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_IR_ARGUMENTNAMES_H
