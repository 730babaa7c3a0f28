//===- LocalArrays.cpp - Arrays of one iteration --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalArrays.h"

using namespace mlir;

namespace qdc {

Value createLocalElement(func::FuncOp function, Location location, Type type) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  return memref::AllocaOp::create(builder, location, MemRefType::get({1}, type));
}

void hoistLocalArrays(func::FuncOp function) {
  SmallVector<memref::AllocaOp> arrays;
  function.walk([&](memref::AllocaOp array) { arrays.push_back(array); });
  Block &entry = function.getBody().front();
  for (memref::AllocaOp array : arrays)
    array->moveBefore(&entry, entry.begin());
}

} // namespace qdc
