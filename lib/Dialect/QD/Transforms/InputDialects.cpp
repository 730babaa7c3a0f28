//===- InputDialects.cpp - What a .qir file is written in -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/InputDialects.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

void qdc::qd::registerInputDialects(mlir::DialectRegistry &registry) {
  registry.insert<QDDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::index::IndexDialect,
                  mlir::math::MathDialect, mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
}
