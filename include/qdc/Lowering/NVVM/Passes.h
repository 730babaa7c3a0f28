//===- Passes.h - The pass from grids to NVIDIA's GPUs ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertGridToNVVM() and registerLoweringNVVMPasses(), generated
// from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_NVVM_PASSES_H
#define QDC_LOWERING_NVVM_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Lowering/NVVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Lowering/NVVM/Passes.h.inc"

} // namespace qdc

#endif // QDC_LOWERING_NVVM_PASSES_H
