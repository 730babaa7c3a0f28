//===- ParsedModule.cpp - A module from text, for tests -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedModule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include <catch2/catch.hpp>

qdc::ParsedModule::ParsedModule(std::string_view text) {
  context.disableMultithreading();
  context.loadDialect<qd::QDDialect, mlir::arith::ArithDialect, mlir::index::IndexDialect, mlir::math::MathDialect,
                      mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  module = mlir::parseSourceString<mlir::ModuleOp>(llvm::StringRef(text), &context, "test.qir");
  REQUIRE(module);
}
