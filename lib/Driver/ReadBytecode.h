//===- ReadBytecode.h - From bytecode to text -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's reader of bytecode trusts its input: damaged bytes crash it, let it run
// without end or ask for all memory there is, and what it makes of them may
// break rules that everything after it relies on. So it runs in a process of
// its own, which returns the module as text in MLIR's generic form, with
// locations. The parser of text accepts any bytes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_READBYTECODE_H
#define QDC_LIB_DRIVER_READBYTECODE_H

#include "qdc/Toolchain/IsolatedCall.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"

#include <string>

namespace qdc {

/// What reading a file of that many bytes may take: 10 s of processor time and 1 GiB, and for each whole MiB of the
/// file 10 s and 256 MiB more. A right one takes less than half a second and 50 MiB for each MiB.
CallLimits bytecodeLimits(size_t bytes);

/// The text of a module in bytecode, whose operations nest at most qd::kMaximumNesting deep. After a failure the
/// context's diagnostic handler has had one error, at its place in the source where it is about one, else at the file
/// `name`. The context is the same afterwards.
mlir::FailureOr<std::string> bytecodeToText(llvm::StringRef bytecode, llvm::StringRef name, mlir::MLIRContext &context);

/// Reports that the file `name` holds no right bytecode; `finding` says how that shows.
mlir::LogicalResult reportDamagedBytecode(llvm::StringRef name, const llvm::Twine &finding, mlir::MLIRContext &context);

} // namespace qdc

#endif // QDC_LIB_DRIVER_READBYTECODE_H
