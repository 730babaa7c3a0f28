//===- QDOps.td - All operations of the qd dialect ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_QDOPS_TD
#define QDC_DIALECT_QD_IR_QDOPS_TD

include "qdc/Dialect/QD/IR/QDKernelOps.td"
include "qdc/Dialect/QD/IR/QDAdstackOps.td"
include "qdc/Dialect/QD/IR/QDCheckOps.td"
include "qdc/Dialect/QD/IR/QDDeviceOps.td"
include "qdc/Dialect/QD/IR/QDTaskOps.td"
include "qdc/Dialect/QD/IR/QDMemoryOps.td"
include "qdc/Dialect/QD/IR/QDGridOps.td"

#endif // QDC_DIALECT_QD_IR_QDOPS_TD
