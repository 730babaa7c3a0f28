//===- Passes.h - The pass from qd to kernels of a GPU ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertQDToGPU(), its options struct and
// registerQDToGPUPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CONVERSION_QDTOGPU_PASSES_H
#define QDC_CONVERSION_QDTOGPU_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Conversion/QDToGPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Conversion/QDToGPU/Passes.h.inc"

} // namespace qdc

#endif // QDC_CONVERSION_QDTOGPU_PASSES_H
