//===- PlainLocations.h - Locations that debug info can tell ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR makes debug info of places in files and of call sites of them. Of names
// without a place it makes none, which LLVM refuses at calls, and of call sites
// of such names it makes a crash. This step runs before it, with -g alone:
//
//   loc(fused["a", "b"])               in a function at "k.qir":3:1     loc("k.qir":0:0)
//   loc(callsite("a" at "k.qir":7:3))                                   loc("k.qir":7:3)
//   loc(callsite(callsite("h.qir":2:1 at "g.qir":4:1) at "k.qir":7:3))  loc(callsite("h.qir":2:1 at
//                                                                           callsite("g.qir":4:1 at "k.qir":7:3)))
//
// Line 0 says in debug info that an instruction belongs to no line.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_PLAINLOCATIONS_H
#define QDC_LOWERING_LLVM_PLAINLOCATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Gives each llvm.func of `module` and each operation in it a location made of its places (SourcePlaces.h): the one
/// place, or call sites whose callee is always one place. Without a place an operation is at line 0 of its function's
/// file, and a function at line 0 of the module's, or of "<unknown>". The module and its globals are at line 0 of their
/// files. Unless `spellsQuotes`, a double quote in a file's name becomes a single one: PTX has no way to write it.
void makeLocationsPlain(mlir::ModuleOp module, bool spellsQuotes = true);

} // namespace qdc

#endif // QDC_LOWERING_LLVM_PLAINLOCATIONS_H
