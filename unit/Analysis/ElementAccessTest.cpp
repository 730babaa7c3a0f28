//===- ElementAccessTest.cpp - Operations on one element ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/ElementAccess.h"
#include "ParsedModule.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include <catch2/catch.hpp>

using namespace qdc;
using namespace qdc::qd;

/// Checks that the first operation of type Op accesses %x[%i, %j] in this way.
template <typename Op>
static void checkAccess(const std::string &statement, AccessKind kind) {
  ParsedModule parsed("qd.kernel @k(%x: memref<?x?xi32>, %i: index, %j: index, %v: i32) {\n" + statement + "\n}");
  auto kernel = parsed.first<KernelOp>();
  Op op = *kernel.getBody().getOps<Op>().begin();
  auto access = mlir::dyn_cast<ElementAccess>(op.getOperation());
  REQUIRE(access);
  CHECK(access.getAccessKind() == kind);
  CHECK(access.getArray() == kernel.getArgument(0));
  CHECK(access.getIndices().size() == 2);
  CHECK(access.getIndices()[0] == kernel.getArgument(1));
  CHECK(access.getIndices()[1] == kernel.getArgument(2));
}

TEST_CASE("operations on one element tell how they access it, and where") {
  using namespace mlir::memref;
  checkAccess<LoadOp>("%r = memref.load %x[%i, %j] : memref<?x?xi32>", AccessKind::load);
  checkAccess<StoreOp>("memref.store %v, %x[%i, %j] : memref<?x?xi32>", AccessKind::store);
  checkAccess<AtomicRMWOp>("%r = memref.atomic_rmw addi %v, %x[%i, %j] : (i32, memref<?x?xi32>) -> i32",
                           AccessKind::atomic);
  checkAccess<AtomicCasOp>("%r = qd.atomic_cas %x[%i, %j], %v, %v : memref<?x?xi32>", AccessKind::atomic);
  checkAccess<VolatileLoadOp>("%r = qd.volatile_load %x[%i, %j] : memref<?x?xi32>", AccessKind::volatileLoad);
}

TEST_CASE("what takes an array and no element of it is no access") {
  ParsedModule parsed("qd.kernel @k(%x: memref<?xi32>) {\n%c0 = arith.constant 0 : index\n"
                      "%n = memref.dim %x, %c0 : memref<?xi32>\n}");
  parsed.first<KernelOp>()->walk([](mlir::Operation *op) { CHECK(!mlir::isa<ElementAccess>(op)); });
}
