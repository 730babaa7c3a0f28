//===- LoopAnnotations.cpp - What LLVM is told to unroll ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopAnnotations.h"

#include "qdc/Dialect/QD/IR/Unrolling.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

/// Attributes with the dialect's prefix are handed on.
static constexpr StringLiteral annotationAttr = "llvm.loop_annotation";

void annotateLoops(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  function.walk([&](Operation *loop) {
    auto count = loop->getAttrOfType<IntegerAttr>(qd::unrollAttr);
    if (!count)
      return;
    loop->removeAttr(qd::unrollAttr);
    // One copy: the assembler may make more, which it does not once LLVM has.
    const bool isOne = count.getInt() == 1;
    auto unroll = LLVM::LoopUnrollAttr::get(context, {}, isOne ? IntegerAttr() : count,
                                            isOne ? BoolAttr::get(context, true) : BoolAttr(), {}, {}, {}, {});
    auto annotation =
        LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
    loop->setAttr(annotationAttr, annotation);
  });
}

template <typename Branch>
static void attach(Branch branch) {
  auto annotation = branch->template getAttrOfType<LLVM::LoopAnnotationAttr>(annotationAttr);
  if (!annotation)
    return;
  branch->removeAttr(annotationAttr);
  branch.setLoopAnnotationAttr(annotation);
}

void attachLoopAnnotations(ModuleOp module) {
  module.walk([](LLVM::CondBrOp branch) { attach(branch); });
  module.walk([](LLVM::BrOp branch) { attach(branch); });
}

} // namespace qdc
