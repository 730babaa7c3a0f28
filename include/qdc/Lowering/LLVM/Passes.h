//===- Passes.h - Passes on the LLVM dialect -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the functions that create the passes, their options structs and
// registerLoweringLLVMPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_PASSES_H
#define QDC_LOWERING_LLVM_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Lowering/LLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Lowering/LLVM/Passes.h.inc"

} // namespace qdc

#endif // QDC_LOWERING_LLVM_PASSES_H
