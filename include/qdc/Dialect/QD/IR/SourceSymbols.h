//===- SourceSymbols.h - What renamed tasks were called ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_SOURCESYMBOLS_H
#define QDC_DIALECT_QD_IR_SOURCESYMBOLS_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// On a task that `qd-name-symbols` renamed, and on the entry point that it becomes: the symbols that the task and its
/// kernel had, which are those that the manifest was made from (strings).
inline constexpr llvm::StringLiteral sourceTaskAttr = "qd.task";
inline constexpr llvm::StringLiteral sourceKernelAttr = "qd.kernel";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_SOURCESYMBOLS_H
