//===- OpChecks.h - Checks that verifiers of several ops make ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_IR_OPCHECKS_H
#define QDC_LIB_DIALECT_QD_IR_OPCHECKS_H

#include "mlir/IR/OpImplementation.h"

#include <optional>
#include <string>

namespace qdc::qd {

enum class ReduceKind : uint32_t;

/// "1 step", "2 steps": a number with what it counts.
std::string counted(size_t number, llvm::StringRef what);

/// Emits an error unless `offset` is that of a word (KernelABI.h) or there is none. `what` is how the error calls it:
/// "has the offset 4, but ...".
llvm::LogicalResult verifyWord(mlir::Operation *op, llvm::StringRef what, std::optional<int64_t> offset);

/// Emits an error unless a reduction of that kind takes values of that type.
llvm::LogicalResult verifyReduces(mlir::Operation *op, ReduceKind kind, mlir::Type type);

/// `values` are scalars, one for each of the `placeholders` in the op's text; `does` is what the op does with them:
/// "prints".
llvm::LogicalResult verifyFormat(mlir::Operation *op, llvm::StringRef does, size_t placeholders,
                                 mlir::ValueRange values);

/// Parses `attributes {...}` if it is there, and reports what is in it that is not of the kind that the operation
/// declares, or that the rest of the text says already. For parsers written by hand: attributes of another kind that
/// they let pass are dropped without a word.
mlir::ParseResult parseOwnAttributes(mlir::OpAsmParser &parser, mlir::OperationState &result);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_IR_OPCHECKS_H
