//===- Passes.h - Passes that differentiate ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// createPASS() and registerAutoDiffPasses(), generated from Passes.td, which
// describes each pass.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_AUTODIFF_PASSES_H
#define QDC_AUTODIFF_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/AutoDiff/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/AutoDiff/Passes.h.inc"

} // namespace qdc

#endif // QDC_AUTODIFF_PASSES_H
