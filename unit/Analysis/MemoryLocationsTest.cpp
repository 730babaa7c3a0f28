//===- MemoryLocationsTest.cpp - Which accesses may touch the same element ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Analysis/MemoryLocations.h"

#include "catch2/catch.hpp"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// An operation without operands, results or attributes: enough to be asked for effects that it declares.
static OwningOpRef<Operation *> bare(MLIRContext &context, OperationName name) {
  OperationState state(UnknownLoc::get(&context), name);
  return OwningOpRef<Operation *>(Operation::create(state));
}

TEST_CASE("operations that are known by their dialect to have no memory effect declare none") {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, math::MathDialect>();
  unsigned count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (!isa<arith::ArithDialect, math::MathDialect>(name.getDialect()))
      continue;
    OwningOpRef<Operation *> op = bare(context, name);
    CAPTURE(name.getStringRef().str());
    CHECK(isMemoryEffectFree(*op));
    CHECK_FALSE(op->hasTrait<OpTrait::HasRecursiveMemoryEffects>());
    CHECK(qdc::hasNoMemoryEffect(*op));
    CHECK_FALSE(qdc::mayDoAnything(*op));
    ++count;
  }
  CHECK(count > 80);
}

TEST_CASE("operations of other dialects are asked for their effects") {
  MLIRContext context;
  context.loadDialect<memref::MemRefDialect>();
  OwningOpRef<Operation *> release = bare(context, OperationName("memref.dealloc", &context));
  CHECK_FALSE(qdc::hasNoMemoryEffect(*release));
  CHECK(qdc::mayDoAnything(*release));
  OwningOpRef<Operation *> cast = bare(context, OperationName("memref.cast", &context));
  CHECK(qdc::hasNoMemoryEffect(*cast));
  CHECK_FALSE(qdc::mayDoAnything(*cast));
}
