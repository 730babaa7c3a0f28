//===- NameSymbols.h - Names that every assembler takes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels, globals and loops are called as their authors like: "llvm.x", "a@b",
// "memcpy", a word of Greek, 100,000 letters. LLVM takes some of these for its
// intrinsics, an object file for a version, an assembler for nothing at all,
// and what the lowering adds to the module may have the name already. This step
// stands first in the phase `lower` of every target:
//
//   qd.task @a@b.0 of @a@b ...
// becomes
//   qd.task @a_b$0 of @a_b$ ... attributes {qd.source_task = #qd.source_task<"a@b.0" of "a@b">}
//
// Afterwards each symbol of the module is made of ASCII letters, digits, '_'
// and '$', starts with no digit, has a '$', is of bounded length, and is unlike
// all others. No function of C, of LLVM, of qdc's libraries or of a later pass
// has such a name: theirs have no '$', or have a '.' as well.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_NAMESYMBOLS_H
#define QDC_DIALECT_QD_TRANSFORMS_NAMESYMBOLS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// The most characters that a name has before a number tells it from an equal one: assemblers have limits.
inline constexpr unsigned kMaximumSymbol = 200;

/// Renames every symbol of `module`, and its uses; tasks keep what they and their kernel were called
/// (`qd.source_task`). A '.' becomes '$', another character that is no letter, digit, '_' or '$' becomes '_'; symbols
/// that would be equal get a number, in the order of the module. Takes time linear in the module. Call it once.
void nameSymbols(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_NAMESYMBOLS_H
