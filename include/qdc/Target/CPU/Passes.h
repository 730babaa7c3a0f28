//===- Passes.h - Passes for the CPU alone ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createPrivatizeAtomics() and registerCPUPasses(), generated from
// Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CPU_PASSES_H
#define QDC_TARGET_CPU_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Target/CPU/Passes.h.inc"

} // namespace qdc

#endif // QDC_TARGET_CPU_PASSES_H
