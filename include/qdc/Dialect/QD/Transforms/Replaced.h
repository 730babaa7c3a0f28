//===- Replaced.h - What becomes of operations without users ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_REPLACED_H
#define QDC_DIALECT_QD_TRANSFORMS_REPLACED_H

namespace qdc::qd {

/// Whether an operation whose result has been replaced stays where it is, for checks that look at it afterwards.
enum class Replaced { erased, kept };

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_REPLACED_H
