//===- TruthBuilder.h - Truth values at one place ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_TRUTHBUILDER_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_TRUTHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc::qd {

/// Creates values of i1 where `builder` stands.
struct TruthBuilder {
  mlir::OpBuilder &builder;
  mlir::Location location;

  mlir::Value negate(mlir::Value value) const {
    mlir::Value isTrue = mlir::arith::ConstantIntOp::create(builder, location, 1, 1);
    return mlir::arith::XOrIOp::create(builder, location, value, isTrue);
  }
  /// Null stands for true.
  mlir::Value both(mlir::Value first, mlir::Value second) const {
    return first && second ? mlir::arith::AndIOp::create(builder, location, first, second).getResult()
                           : (first ? first : second);
  }
  /// `holds`, or not `wanted`: for a check of what is of no use elsewhere.
  mlir::Value holdsWhere(mlir::Value wanted, mlir::Value holds) const {
    return mlir::arith::OrIOp::create(builder, location, holds, negate(wanted));
  }
};

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_TRUTHBUILDER_H
