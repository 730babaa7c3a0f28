//===- AskedStrategy.h - How a source asks for a loop to be run -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a kernel that becomes a loop of the graph may say how the loader is
// to run it: `qd.strategy = "grid"`. The text is the name of a
// qdc::LoopStrategy, as the manifest spells it, or "auto", which asks for
// nothing. `qd-verify-kernels` checks where it stands and what it says; passes
// keep it, and `qd-offload` hands it to the node of the graph.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ASKEDSTRATEGY_H
#define QDC_DIALECT_QD_IR_ASKEDSTRATEGY_H

#include "llvm/ADT/StringRef.h"

namespace qdc::qd {

inline constexpr llvm::StringLiteral strategyAttr = "qd.strategy";

inline constexpr llvm::StringLiteral automaticStrategy = "auto";

/// Where it may stand, for errors about one that stands elsewhere.
inline constexpr llvm::StringLiteral strategyPlace =
    "it stands on 'qd.do_while', 'scf.for' and 'scf.while' that hold parallel loops";

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ASKEDSTRATEGY_H
