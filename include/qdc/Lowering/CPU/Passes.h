//===- Passes.h - Passes for the CPU alone ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertTasksToCPU(), createPrivatizeAtomics(), their options
// structs and registerLoweringCPUPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_CPU_PASSES_H
#define QDC_LOWERING_CPU_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Lowering/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Lowering/CPU/Passes.h.inc"

} // namespace qdc

#endif // QDC_LOWERING_CPU_PASSES_H
