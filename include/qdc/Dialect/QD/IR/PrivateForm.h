//===- PrivateForm.h - Attributes of a task's private form ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_PRIVATEFORM_H
#define QDC_DIALECT_QD_IR_PRIVATEFORM_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

/// A task that is the private form (KernelABI.h) of another one has both: the symbol of the other, and the atomics that
/// it saves in one iteration (i32, 1 or more).
inline constexpr llvm::StringLiteral privateFormAttr = "qd.private_form_of";
inline constexpr llvm::StringLiteral privateAtomicsAttr = "qd.atomics";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_PRIVATEFORM_H
