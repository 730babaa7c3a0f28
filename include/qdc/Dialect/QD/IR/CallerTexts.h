//===- CallerTexts.h - What a kernel tells its callers ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts that no code depends on. They go to the manifest, and from there to the
// header that `qdc header` writes.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_CALLERTEXTS_H
#define QDC_DIALECT_QD_IR_CALLERTEXTS_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// On a kernel or an argument of one: what it is, in words.
inline constexpr llvm::StringLiteral docAttr = "qd.doc";

/// On a result of a kernel: its name, which no other result of the kernel has.
inline constexpr llvm::StringLiteral resultNameAttr = "qd.result_name";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_CALLERTEXTS_H
