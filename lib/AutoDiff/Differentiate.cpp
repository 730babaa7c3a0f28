//===- Differentiate.cpp - Derivatives of kernels -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/AutoDiff/Differentiate.h"
#include "AutoDiff/Analysis/Activity.h"
#include "AutoDiff/Analysis/Refusals.h"
#include "AutoDiff/Forward/ForwardMode.h"
#include "AutoDiff/Reverse/ReverseMode.h"
#include "AutoDiff/Shadows/TakenNames.h"
#include "qdc/AutoDiff/Passes.h"
#include "qdc/Dialect/QD/IR/CallerTexts.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "qdc/AutoDiff/Passes.h.inc"
} // namespace qdc

using namespace mlir;
using namespace qdc;
using qdc::qd::DerivativeMode;
using qdc::qd::KernelOp;

/// math.sincos as two operations, each with a rule.
static void splitSincos(KernelOp kernel) {
  kernel.getBody().walk([](math::SincosOp both) {
    OpBuilder builder(both);
    Value sin = math::SinOp::create(builder, both.getLoc(), both.getOperand());
    Value cos = math::CosOp::create(builder, both.getLoc(), both.getOperand());
    both->replaceAllUsesWith(ValueRange{sin, cos});
    both.erase();
  });
}

/// A copy of the kernel, which becomes a derivative, at the end of what stands after the kernel.
static FailureOr<KernelOp> copyAs(KernelOp kernel, StringRef suffix, Operation *&last) {
  std::string name = (kernel.getSymName() + suffix).str();
  if (Operation *present = SymbolTable::lookupNearestSymbolFrom(kernel, StringAttr::get(kernel.getContext(), name)))
    return autodiff::reportTaken(kernel, "", "derivative", name, present->getLoc());
  KernelOp copy = kernel.clone();
  copy.setSymName(name);
  copy->removeAttr(qd::differentiateAttr);
  // It says what the kernel computes.
  copy->removeAttr(qd::docAttr);
  last->getBlock()->getOperations().insertAfter(Block::iterator(last), copy);
  last = copy;
  return copy;
}

static LogicalResult addForward(KernelOp kernel, const qd::DerivativeRequest &request, Operation *&last) {
  FailureOr<KernelOp> tangent = copyAs(kernel, ".jvp", last);
  if (failed(tangent))
    return failure();
  splitSincos(*tangent);
  return autodiff::addTangents(*tangent, request);
}

static LogicalResult addReverse(KernelOp kernel, const qd::DerivativeRequest &request, uint32_t adstackCapacity,
                                Operation *&last) {
  FailureOr<KernelOp> gradient = copyAs(kernel, ".grad", last);
  if (failed(gradient))
    return failure();
  FailureOr<KernelOp> reverse = copyAs(kernel, ".reverse", last);
  if (failed(reverse))
    return failure();
  splitSincos(*gradient);
  // The second copy may not stay.
  last = *gradient;
  return autodiff::addAdjoints(*gradient, *reverse, request, adstackCapacity);
}

static LogicalResult differentiateKernel(KernelOp kernel, uint32_t adstackCapacity) {
  FailureOr<SmallVector<qd::DerivativeRequest>> requests = qd::readDerivativeRequests(kernel);
  if (failed(requests))
    return failure();
  Operation *last = kernel;
  for (const qd::DerivativeRequest &request : *requests) {
    bool isForward = request.mode == DerivativeMode::forward;
    if (failed(isForward ? addForward(kernel, request, last) : addReverse(kernel, request, adstackCapacity, last)))
      return failure();
  }
  kernel->removeAttr(qd::differentiateAttr);
  return success();
}

LogicalResult qdc::differentiate(ModuleOp module, uint32_t adstackCapacity) {
  SmallVector<KernelOp> kernels(module.getOps<KernelOp>());
  for (KernelOp kernel : kernels)
    if (failed(differentiateKernel(kernel, adstackCapacity)))
      return failure();
  return success();
}

LogicalResult qdc::shareSignatures(ModuleOp plain, ModuleOp variant) {
  for (auto kernel : variant.getOps<KernelOp>()) {
    FailureOr<SmallVector<qd::DerivativeRequest>> requests = qd::readDerivativeRequests(kernel);
    if (failed(requests))
      return failure();
    if (requests->empty())
      continue;
    auto simplified = plain.lookupSymbol<KernelOp>(kernel.getSymName());
    for (qd::DerivativeRequest &request : *requests) {
      autodiff::Activity activity(simplified, request);
      if (failed(autodiff::verifyReached(simplified, activity, request)))
        return failure();
      request.plain = activity.listShared();
    }
    qd::writeDerivativeRequests(kernel, *requests);
  }
  return success();
}

namespace {
struct Differentiate : qdc::impl::DifferentiateBase<Differentiate> {
  using DifferentiateBase::DifferentiateBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, math::MathDialect, memref::MemRefDialect, scf::SCFDialect>();
  }
  void runOnOperation() override {
    if (failed(differentiate(getOperation(), adstackCapacity)))
      signalPassFailure();
  }
};
} // namespace
