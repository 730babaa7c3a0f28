//===- Passes.h - The pass from qd to LLVM ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createConvertQDToLLVM(), its options struct and
// registerQDToLLVMPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_CONVERSION_QDTOLLVM_PASSES_H
#define QDC_CONVERSION_QDTOLLVM_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Conversion/QDToLLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Conversion/QDToLLVM/Passes.h.inc"

} // namespace qdc

#endif // QDC_CONVERSION_QDTOLLVM_PASSES_H
