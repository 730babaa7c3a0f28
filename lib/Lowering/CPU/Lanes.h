//===- Lanes.h - The lanes of a value that is being reduced -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of the rule in KernelABI.h are an array on the stack, so that the
// loop over a group of lanes is one that LLVM turns into vector code.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_LANES_H
#define QDC_LIB_LOWERING_CPU_LANES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/Builders.h"

namespace qdc {

struct Lanes {
  qd::ReduceKind kind;
  mlir::Type type;
  mlir::Value array; // !llvm.ptr to QDC_REDUCE_LANES elements

  /// Room for them on the stack, without values.
  static Lanes create(mlir::OpBuilder &builder, mlir::Location location, qd::ReduceKind kind, mlir::Type type);

  /// Gives each lane what the reduction starts with.
  void reset(mlir::OpBuilder &builder, mlir::Location location) const;
  /// Folds `value` into `lane` (i64). Both accesses are in `group`, unless that is null.
  void foldInto(mlir::OpBuilder &builder, mlir::Location location, mlir::Value lane, mlir::Value value,
                mlir::LLVM::AccessGroupAttr group) const;
  /// Lane 0 when all lanes are folded: l with l + 32, then 16, 8, 4, 2, 1. The array may be changed.
  mlir::Value foldTree(mlir::OpBuilder &builder, mlir::Location location) const;

private:
  mlir::Value address(mlir::OpBuilder &builder, mlir::Location location, mlir::Value lane) const;
  bool haveVectors() const;
  mlir::VectorType vectorType() const;
  mlir::Value foldVector(mlir::OpBuilder &builder, mlir::Location location) const;
  mlir::Value foldElements(mlir::OpBuilder &builder, mlir::Location location) const;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_LANES_H
