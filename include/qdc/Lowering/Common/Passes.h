//===- Passes.h - Steps that several lowerings share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createOutlineEarlyExits(), createWidenNarrowAtomics(), their options
// structs and registerLoweringCommonPasses(), generated from Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_PASSES_H
#define QDC_LOWERING_COMMON_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Lowering/Common/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Lowering/Common/Passes.h.inc"

} // namespace qdc

#endif // QDC_LOWERING_COMMON_PASSES_H
