//===- EntryFunction.h - How an entry point begins --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_ENTRYFUNCTION_H
#define QDC_LIB_LOWERING_SPIRV_ENTRYFUNCTION_H

#include "FunctionConversion.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc {

/// Creates the variables of `module`, at the builder, that its entry points have besides workgroup memory.
void declareVariables(mlir::OpBuilder &builder, mlir::Location location);

/// Creates at the builder the numbers of a constant array, as one symbol; null for an array without any.
mlir::FlatSymbolRefAttr declareNumbers(mlir::OpBuilder &builder, mlir::memref::GlobalOp array);

/// Creates at the start of an entry point what reads the slots; gives the values of the parameters, which have `types`.
llvm::SmallVector<mlir::Value> readSlots(FunctionConversion &to, mlir::TypeRange types);

/// Creates at the builder the entry point that is `function`, with the variables that it and those that it calls use,
/// and blocks of so many threads. Floats of these widths are to be rounded to the nearest, and to keep NaN, infinity
/// and the sign of 0.
void declareEntryPoint(mlir::OpBuilder &builder, mlir::spirv::FuncOp function, unsigned blockThreads,
                       llvm::ArrayRef<unsigned> floatWidths);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_ENTRYFUNCTION_H
