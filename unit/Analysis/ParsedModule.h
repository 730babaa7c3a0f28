//===- ParsedModule.h - A module from text, for tests -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_ANALYSIS_PARSEDMODULE_H
#define QDC_UNIT_ANALYSIS_PARSEDMODULE_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string_view>

namespace qdc {

/// A module with the dialects that kernels use. The test fails if the text does
/// not parse; `module` is then null.
struct ParsedModule {
  explicit ParsedModule(std::string_view text);

  /// The first operation of that kind in the module.
  template <typename Op>
  Op first() {
    Op found;
    module->walk([&](Op op) {
      found = op;
      return mlir::WalkResult::interrupt();
    });
    return found;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace qdc

#endif // QDC_UNIT_ANALYSIS_PARSEDMODULE_H
