//===- Passes.h - Passes on the qd dialect ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares `create<Pass>()`, the options structs and registerQDPasses(), all
// generated from Passes.td, which says what each pass does. A pass's algorithm
// is a function with a header of its own.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_PASSES_H
#define QDC_DIALECT_QD_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc::qd {

#define GEN_PASS_DECL
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_PASSES_H
